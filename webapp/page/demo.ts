// Loads the demo wallet only where it is wanted: everybody else never downloads a signer.

import type { ChainInfo } from "./types";
import type { Wallet } from "./wallets";

export async function demoWallet(chainId: number, chain: ChainInfo, make: boolean): Promise<Wallet | null> {
  const loaded = await import("./demo-wallet");
  return loaded.demoWallet(chainId, chain, make);
}
