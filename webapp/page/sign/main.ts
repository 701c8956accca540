// The signing page of one task, /s/{key}: holds what is known and starts what the person asks for.

import { call, pause, Refused, words } from "../api";
import { type Effect, Different, effectOf } from "../decode";
import { fill, h } from "../dom";
import { demoWallet } from "../demo";
import { samePage } from "../links";
import { brand, languageSwitch } from "../switch";
import { FINAL, type Task } from "../types";
import { findWallets, type Wallet } from "../wallets";
import { watch } from "../watch";
import { onLanguage, t } from "../words";
import { checkPayer, connectPayer, Stop, switchChain } from "./check";
import { carryOut, strayed } from "./flow";
import { markOf, tell } from "./mark";
import { type Actions, type Model, page, tick } from "./view";

const key = location.pathname.split("/").filter(Boolean)[1] ?? "";
const root = h("main", { class: "sheet" });
const wallets = findWallets(() => draw());
let model: Model | null = null;
/** Why there is no card to show. */
let problem: (() => string) | null = null;

const actions: Actions = {
  pick: (wallet) => void connect(() => Promise.resolve(wallet)),
  pickDemo: () => void connect(demo),
  unclear: () => update({ unclear: true }),
  confirm: (override) => void confirm(override),
  cancel: () => void post("reject"),
  again: () => void again(),
};

document.body.append(h("header", { class: "top" }), root);
onLanguage(draw);
void begin();

async function begin(): Promise<void> {
  draw();
  for (let attempt = 0; ; attempt++) {
    try {
      const task = await call<Task>("GET", `/api/s/${encodeURIComponent(key)}`, key);
      model = {
        task,
        ...judged(task),
        wallet: null,
        busy: null,
        notice: null,
        away: false,
        untold: false,
        unclear: false,
      };
      break;
    } catch (error) {
      const lasting = error instanceof Refused && error.status < 500;
      problem = () => (lasting ? t("page-link-dead") : words(error));
      draw();
      if (lasting) return;
      await pause(attempt, 10);
    }
  }
  draw();
  void report();
  watch(model.task.id, key, seen, (away) => update({ away }));
  setInterval(() => model && tick(model) && draw(), 1000);
  addEventListener("storage", draw);
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && void refresh(),
  );
  if (model.task.demo && !FINAL.has(model.task.state)) await preselect();
}

function draw(): void {
  document.title = t("page-sign-title");
  const head = document.querySelector<HTMLElement>("header.top");
  if (head)
    fill(
      head,
      brand(),
      model?.task.demo && h("span", { class: "tag" }, t("page-demo-chain")),
      languageSwitch(),
    );
  if (model) page(root, model, wallets(), markOf(model.task.id), actions);
  else if (problem) fill(root, h("p", { class: "notice error", role: "alert" }, problem()));
  else fill(root, h("p", { class: "muted" }, t("page-loading")));
}

function update(change: Partial<Model>): void {
  if (!model) return;
  const next = { ...model, ...change };
  const changed = (Object.keys(change) as (keyof Model)[]).some((name) => model?.[name] !== next[name]);
  model = next;
  if (changed) draw();
}

function judged(task: Task): { effect: Effect | null; different: string | null } {
  try {
    return { effect: effectOf(task.card), different: null };
  } catch (error) {
    return { effect: null, different: error instanceof Different ? error.fact : "card" };
  }
}

function seen(task: Task): void {
  // Answers overtake each other: one from before the last change must not take the state back.
  if (!model || task.history.length < model.task.history.length) return;
  // What only the first reading told (demo, chain) stays; an equal reading must not draw anew.
  const next: Task = { ...model.task, ...task };
  if (JSON.stringify(next) === JSON.stringify(model.task)) return;
  update({ task: next, ...judged(next) });
}

async function refresh(): Promise<void> {
  if (!model) return;
  await call<Task>("GET", `/api/tasks/${encodeURIComponent(model.task.id)}`, key).then(seen, () => undefined);
}

function fault(error: unknown): NonNullable<Model["notice"]> {
  const said = () => {
    if (error instanceof Stop) return t(error.id, error.params);
    return error instanceof Different ? t("page-changed") : words(error);
  };
  return { kind: "error", words: said };
}

/** Runs one thing at a time; what stops it is said, and the state is read again. */
async function busy(step: string, work: () => Promise<void>): Promise<void> {
  if (!model || model.busy) return;
  update({ busy: step, notice: null, unclear: false });
  try {
    await work();
  } catch (error) {
    update({ notice: fault(error) });
    await refresh();
  } finally {
    update({ busy: null });
    draw();
    const wallet = missed;
    missed = null;
    if (wallet) lookAgain(wallet);
  }
}

async function demo(): Promise<Wallet> {
  const { task } = model as Model;
  const wallet = task.chain ? await demoWallet(task.card.chain.id, task.chain, false) : null;
  if (!wallet) throw new Stop("page-demo-other", { payer: task.card.from });
  return wallet;
}

/** A demo wallet whose account pays is taken without a tap; its owner came from the web chat. */
async function preselect(): Promise<void> {
  const wallet = await demo().catch(() => null);
  if (!wallet || !model || model.busy || model.wallet) return;
  await connectPayer(wallet, model.task.card.from, false).then(
    () => update({ wallet }),
    () => undefined,
  );
}

function connect(find: () => Promise<Wallet>): Promise<void> {
  return busy("page-step-connect", async () => {
    const { task, wallet: before, refusedBy } = model as Model;
    const wallet = await find();
    const { chain, from } = task.card;
    listen(wallet);
    try {
      if (before?.id === wallet.id) await checkPayer(wallet, from);
      else await connectPayer(wallet, from, refusedBy === wallet.id);
    } catch (error) {
      update({ wallet: null, refusedBy: wallet.id });
      throw error;
    }
    update({ wallet, refusedBy: null });
    await switchChain(wallet, chain.id, chain.name, task.chain);
  });
}

const heard = new WeakSet<object>();
let missed: Wallet | null = null;

/** When the owner changes the account in the wallet, the payer is looked for again without another tap. */
function listen(wallet: Wallet): void {
  if (heard.has(wallet.provider)) return;
  heard.add(wallet.provider);
  wallet.provider.on?.("accountsChanged", () => lookAgain(wallet));
}

/** Looks for the payer in the wallet in use; while something else runs, after it. */
function lookAgain(wallet: Wallet): void {
  if (!model || (model.wallet?.id ?? model.refusedBy) !== wallet.id) return;
  if (model.busy) {
    missed = wallet;
    return;
  }
  const found = () => update({ wallet, refusedBy: null, ...(model?.wallet ? {} : { notice: null }) });
  const lost = (error: unknown) => update({ wallet: null, refusedBy: wallet.id, notice: fault(error) });
  void checkPayer(wallet, model.task.card.from).then(found, lost);
}

function confirm(override: string | null): Promise<void> {
  return busy("page-step-wallet", async () => {
    const { task, wallet } = model as Model;
    if (!wallet) return;
    await carryOut({ shown: task, key, wallet, override, seen, step: (id) => update({ busy: id }) });
    void report();
    if (await strayed(wallet, task.card.chain.id)) {
      update({
        notice: { kind: "warn", words: () => t("page-chain-moved", { chain: task.card.chain.name }) },
      });
    }
  });
}

/** Tells the server the hash, for as long as it takes. */
async function report(): Promise<void> {
  if (!model) return;
  const told = await tell(model.task.id, key, () => update({ untold: true }));
  if (!told) return;
  update({ untold: false });
  if (told.task) seen(told.task);
  else await refresh();
  if (told.refusal)
    update({ notice: { kind: "warn", words: () => `${t("page-hash-refused")} ${words(told.refusal)}` } });
  draw();
}

function post(verb: "reject"): Promise<void> {
  return busy("page-step-cancel", async () => {
    const { task } = model as Model;
    await call("POST", `/api/tasks/${encodeURIComponent(task.id)}/${verb}`, key);
    await refresh();
  });
}

function again(): Promise<void> {
  return busy("page-step-again", async () => {
    const { task } = model as Model;
    const made = await call<Partial<Task> & { url?: string }>(
      "POST",
      `/api/tasks/${encodeURIComponent(task.id)}/again`,
      key,
    );
    const path = samePage(made.card?.url ?? made.url);
    if (path) location.assign(path);
    else update({ notice: { kind: "info", words: () => t("page-again-chat") } });
  });
}
