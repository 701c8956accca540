// Wallets of this browser: announced by EIP-6963 (mipd), else window.ethereum. Names and icons are foreign text.

import { createStore } from "mipd";
import { plain } from "./dom";
import { t } from "./words";

export interface Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (...values: unknown[]) => void): unknown;
  removeListener?(event: string, listener: (...values: unknown[]) => void): unknown;
}

export interface Wallet {
  id: string;
  name: string;
  icon: string | null;
  provider: Provider;
  demo: boolean;
}

declare global {
  interface Window {
    ethereum?: Provider;
  }
}

/** The wallets found so far; `changed` is called whenever another shows up, for the page's whole life. */
export function findWallets(changed: () => void): () => Wallet[] {
  const store = createStore();
  let known = window.ethereum;
  // Only when there is news: a button that is drawn anew under a finger loses its tap.
  const look = () => {
    if (window.ethereum === known) return;
    known = window.ethereum;
    changed();
  };
  store.subscribe(changed);
  addEventListener("ethereum#initialized", look);
  setTimeout(look, 400);
  setTimeout(look, 2000);
  return () => {
    const announced = store.getProviders().map(({ info, provider }) => ({
      id: plain(info.uuid, 64),
      name: plain(info.name, 40) || plain(info.rdns, 40),
      icon: /^data:image\//i.test(info.icon) ? info.icon : null,
      provider: provider as Provider,
      demo: false,
    }));
    const only = window.ethereum;
    if (announced.length || !only) return announced;
    return [
      { id: "window.ethereum", name: t("page-wallet-browser"), icon: null, provider: only, demo: false },
    ];
  };
}

/** The wallet did not answer a question that needs no approval. */
export class Silent extends Error {}

/** A read that must not need the user's approval; Silent after ten seconds. */
export function ask(wallet: Wallet, method: string): Promise<unknown> {
  let timer = 0;
  const late = new Promise<never>((_, fail) => {
    timer = window.setTimeout(() => fail(new Silent(method)), 10_000);
  });
  return Promise.race([wallet.provider.request({ method }), late]).finally(() => clearTimeout(timer));
}

/** The addresses that the wallet shows to this page. */
export function accountsIn(answer: unknown): string[] {
  return Array.isArray(answer)
    ? answer.filter((one): one is string => typeof one === "string" && /^0x[0-9a-fA-F]{40}$/.test(one))
    : [];
}

/** Reads eth_chainId; wallets answer in hex, some as a number. NaN when it is neither. */
export async function chainOf(wallet: Wallet): Promise<number> {
  const answer = await ask(wallet, "eth_chainId");
  return typeof answer === "number" || (typeof answer === "string" && answer !== "")
    ? Number(answer)
    : Number.NaN;
}

/** EIP-1193: the user said no (also where a library has wrapped it). */
export function refused(error: unknown): boolean {
  for (let at = error, depth = 0; at && typeof at === "object" && depth < 4; depth++) {
    const { code, cause, data } = at as {
      code?: unknown;
      cause?: unknown;
      data?: { originalError?: unknown };
    };
    if (code === 4001 || code === "ACTION_REJECTED") return true;
    at = cause ?? data?.originalError;
  }
  return false;
}

/** What the wallet said, for showing. */
export function complaint(error: unknown): string {
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown };
  return plain(typeof message === "string" && message ? message : String(code ?? error), 200);
}
