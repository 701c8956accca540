// From the tap on confirm to the hash: every check, in the order in which it protects.

import { call } from "../api";
import { type Effect, effectOf } from "../decode";
import { OPEN, type Task } from "../types";
import { chainOf, complaint, refused, type Wallet } from "../wallets";
import { checkChain, checkPayer, send, Stop, switchChain } from "./check";
import { markOf, setMark } from "./mark";

export interface Job {
  shown: Task;
  key: string;
  wallet: Wallet;
  override: string | null;
  /** Each reading of the task on the way. */
  seen(task: Task): void;
  /** The id of the words for what is going on. */
  step(id: string): void;
}

/** Confirms and has the wallet sign. The hash is kept in this browser before this returns it. */
export function carryOut(job: Job): Promise<string> {
  // One tab at a time: two would ask the wallet twice. Without locks (plain http) the kept mark still guards.
  if (!navigator.locks) return confirmAndSend(job);
  return navigator.locks.request(`tapsign.${job.shown.id}`, { ifAvailable: true }, (lock) => {
    if (!lock) throw new Stop("page-other-tab");
    return confirmAndSend(job);
  });
}

async function confirmAndSend(job: Job): Promise<string> {
  const { shown, key, wallet } = job;
  const { chain, from } = shown.card;
  job.step("page-step-wallet");
  await checkPayer(wallet, from);
  await switchChain(wallet, chain.id, chain.name, shown.chain);
  job.step("page-step-check");
  await reread(job);
  const path = `/api/tasks/${encodeURIComponent(shown.id)}/confirm`;
  await call<Task>("POST", path, key, job.override === null ? {} : { override: job.override });
  const effect = await reread(job, true);
  await checkPayer(wallet, from);
  await checkChain(wallet, chain.id, chain.name);
  return signed(job, effect);
}

/** Reads the task again: still open, still what was shown, nothing sent yet. Returns what its bytes do. */
async function reread(job: Job, confirmed = false): Promise<Effect> {
  const { shown } = job;
  const task = await call<Task>("GET", `/api/tasks/${encodeURIComponent(shown.id)}`, job.key);
  job.seen(task);
  if (task.tx_hash || markOf(shown.id)?.hash) throw new Stop("page-already-sent");
  if (confirmed ? task.state !== "PREVIEW" : !OPEN.has(task.state)) throw new Stop("page-not-open");
  const before = effectOf(shown.card);
  const effect = effectOf(task.card);
  const unchanged = JSON.stringify(before.request) === JSON.stringify(effect.request);
  if (!unchanged || task.card.digest !== shown.card.digest) throw new Stop("page-changed");
  return effect;
}

async function signed(job: Job, effect: Effect): Promise<string> {
  const { id } = job.shown;
  const before = markOf(id);
  const asked = Date.now();
  setMark(id, { asked });
  job.step(job.wallet.demo ? "page-step-demo" : "page-step-approve");
  try {
    const hash = await send(job.wallet, effect);
    setMark(id, { asked, hash });
    return hash;
  } catch (error) {
    if (error instanceof Stop) throw error;
    if (!refused(error)) throw new Stop("page-sign-error", { said: complaint(error) });
    // A no ends this request; an earlier one, whose end nobody saw, stays remembered.
    setMark(id, before ?? { asked: 0 });
    throw new Stop("page-sign-refused");
  }
}

/** Whether the wallet is still where it was when it sent. An unread chain is no news. */
export async function strayed(wallet: Wallet, chainId: number): Promise<boolean> {
  const chain = await chainOf(wallet).catch(() => chainId);
  return chain !== chainId;
}
