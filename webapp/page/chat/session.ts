// Who is talking: linking a wallet by a signed message (SIWE), and the token that comes of it.

import { call } from "../api";
import { keep, recallJson } from "../keep";
import { stringToHex } from "viem/utils";
import { accountsIn, type Wallet } from "../wallets";

export interface Session {
  token: string;
  address: string;
  wallet: string;
  demo: boolean;
}

export function session(): Session | null {
  return recallJson<Session>("session");
}

export function setSession(made: Session | null): void {
  keep("session", made && JSON.stringify(made));
}

/** The wallet shows no account. */
export class NoAccount extends Error {}

/** Asks for the account, has the server's message signed, and keeps the token. Costs nothing and moves nothing. */
export async function link(wallet: Wallet, chainId: number): Promise<Session> {
  const [address] = accountsIn(await wallet.provider.request({ method: "eth_requestAccounts" }));
  if (!address) throw new NoAccount();
  const { message } = await call<{ nonce: string; message: string }>("POST", "/api/auth/nonce", null, {
    address,
    chain_id: chainId,
  });
  const signature = await wallet.provider.request({
    method: "personal_sign",
    params: [stringToHex(message), address],
  });
  const proven = await call<{ token: string; address?: string }>("POST", "/api/auth/verify", null, {
    message,
    signature,
  });
  const made = {
    token: proven.token,
    address: proven.address ?? address,
    wallet: wallet.name,
    demo: wallet.demo,
  };
  setSession(made);
  return made;
}
