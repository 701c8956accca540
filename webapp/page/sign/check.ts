// Account and network of the wallet, checked against the card; and the one request that moves money.

import { type Effect, same } from "../decode";
import type { ChainInfo } from "../types";
import { accountsIn, ask, chainOf, complaint, refused, Silent, type Wallet } from "../wallets";
import type { Params } from "../words";

/** Why it does not go on: the id of its words, with parameters. */
export class Stop extends Error {
  constructor(
    readonly id: string,
    readonly params: Params = {},
  ) {
    super(id);
  }
}

/** Asks for access where there is none, and once for another account; Stop when the payer is not among them. */
export async function connectPayer(wallet: Wallet, payer: string, again: boolean): Promise<void> {
  let accounts = accountsIn(await approved(wallet, "eth_requestAccounts"));
  if (!has(accounts, payer) && again && !wallet.demo) {
    await wallet.provider
      .request({ method: "wallet_requestPermissions", params: [{ eth_accounts: {} }] })
      .catch(() => null);
    accounts = accountsIn(await read(() => ask(wallet, "eth_accounts")));
  }
  otherAccount(accounts, payer, wallet);
}

/** Stop unless the wallet still offers the payer's account. */
export async function checkPayer(wallet: Wallet, payer: string): Promise<void> {
  otherAccount(accountsIn(await read(() => ask(wallet, "eth_accounts"))), payer, wallet);
}

function otherAccount(accounts: string[], payer: string, wallet: Wallet): void {
  if (has(accounts, payer)) return;
  if (wallet.demo) throw new Stop("page-demo-other", { payer });
  const [first] = accounts;
  throw first
    ? new Stop("page-account-other", { payer, account: first })
    : new Stop("page-account-none", { payer });
}

function has(accounts: string[], payer: string): boolean {
  return accounts.some((account) => same(account, payer));
}

/** Stop unless the wallet is on the card's network. */
export async function checkChain(wallet: Wallet, chainId: number, name: string): Promise<void> {
  if ((await read(() => chainOf(wallet))) !== chainId)
    throw new Stop("page-chain-other", { chain: name, id: String(chainId) });
}

/** Brings the wallet to the card's network: switch; on any error but a no, add and switch again (EIP-3326, 3085). */
export async function switchChain(
  wallet: Wallet,
  chainId: number,
  name: string,
  chain: ChainInfo | undefined,
): Promise<void> {
  if ((await read(() => chainOf(wallet))) === chainId) return;
  const hex = `0x${chainId.toString(16)}`;
  const change = () =>
    wallet.provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: hex }] });
  try {
    await change();
  } catch (error) {
    if (refused(error)) throw new Stop("page-chain-refused", { chain: name });
    if (!chain?.wallet_rpc) throw new Stop("page-chain-unknown", { chain: name, id: String(chainId) });
    await add(wallet, hex, name, chain, chain.wallet_rpc);
    // Some wallets have switched by adding; one that has not says so below.
    await change().catch((again: unknown) => {
      if (refused(again)) throw new Stop("page-chain-refused", { chain: name });
    });
  }
  // A wallet may answer before it has switched, or without: only what it says afterwards counts.
  for (let tries = 0; tries < 15; tries++) {
    if ((await read(() => chainOf(wallet))) === chainId) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Stop("page-chain-other", { chain: name, id: String(chainId) });
}

async function add(wallet: Wallet, hex: string, name: string, chain: ChainInfo, rpc: string): Promise<void> {
  const { symbol, decimals, name: coin = symbol } = chain.native;
  const site = chain.explorer?.startsWith("https://") ? [new URL(chain.explorer).origin] : null;
  const params = [
    {
      chainId: hex,
      chainName: name,
      nativeCurrency: { name: coin, symbol, decimals },
      rpcUrls: [rpc],
      ...(site ? { blockExplorerUrls: site } : {}),
    },
  ];
  try {
    await wallet.provider.request({ method: "wallet_addEthereumChain", params });
  } catch (error) {
    if (refused(error)) throw new Stop("page-chain-refused", { chain: name });
    throw new Stop("page-chain-unknown", { chain: name, id: String(Number(hex)) });
  }
}

/** Sends exactly the bytes that were decoded. The hash, or the wallet's own error. */
export async function send(wallet: Wallet, effect: Effect): Promise<string> {
  const hash = await wallet.provider.request({ method: "eth_sendTransaction", params: [effect.request] });
  if (typeof hash !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(hash)) throw new Stop("page-hash-bad");
  return hash.toLowerCase();
}

async function approved(wallet: Wallet, method: string): Promise<unknown> {
  try {
    return await wallet.provider.request({ method });
  } catch (error) {
    throw refused(error)
      ? new Stop("page-connect-refused")
      : new Stop("page-wallet-error", { said: complaint(error) });
  }
}

async function read<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof Silent) throw new Stop("page-wallet-silent");
    throw new Stop("page-wallet-error", { said: complaint(error) });
  }
}
