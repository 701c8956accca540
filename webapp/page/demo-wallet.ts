// The demo wallet: a key made and kept in this browser, only ever offered for a chain that the server started
// itself. It speaks EIP-1193 like any other wallet, so that the pages treat it like any other.

import {
  type Address,
  type Hex,
  createPublicClient,
  defineChain,
  type Hash,
  hexToString,
  http,
  isHex,
  keccak256,
  numberToHex,
} from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { keep, recall } from "./keep";
import type { ChainInfo } from "./types";
import type { Provider, Wallet } from "./wallets";
import { t } from "./words";

const KEY = "demo-key";

/** The demo wallet on this chain; makes its key when there is none yet and `make` says so, else null. */
export function demoWallet(chainId: number, chain: ChainInfo, make: boolean): Wallet | null {
  let key = recall(KEY);
  if (!key || !/^0x[0-9a-f]{64}$/.test(key)) {
    if (!make) return null;
    key = generatePrivateKey();
    keep(KEY, key);
  }
  const provider = speak(privateKeyToAccount(key as Hex), chainId, chain);
  return { id: "demo", name: t("page-demo-wallet"), icon: null, provider, demo: true };
}

function speak(account: PrivateKeyAccount, chainId: number, chain: ChainInfo): Provider {
  return {
    async request({ method, params }) {
      const [first, second] = Array.isArray(params) ? (params as unknown[]) : [];
      switch (method) {
        case "eth_accounts":
        case "eth_requestAccounts":
          return [account.address];
        case "eth_chainId":
          return numberToHex(chainId);
        case "wallet_switchEthereumChain":
          if (Number((first as { chainId: string }).chainId) === chainId) return null;
          throw Object.assign(new Error("unknown chain"), { code: 4902 });
        case "personal_sign":
          if (String(second).toLowerCase() !== account.address.toLowerCase())
            throw new Error("other account");
          return account.signMessage({ message: isHex(first) ? hexToString(first) : String(first) });
        case "eth_sendTransaction":
          return send(account, chainId, chain, first as Sendable);
        default:
          throw Object.assign(new Error(method), { code: 4200 });
      }
    },
  };
}

interface Sendable {
  from: Address;
  to: Address;
  value: Hex;
  data: Hex;
  chainId: Hex;
}

async function send(
  account: PrivateKeyAccount,
  chainId: number,
  chain: ChainInfo,
  tx: Sendable,
): Promise<Hash> {
  if (Number(tx.chainId) !== chainId) throw new Error("other chain");
  if (tx.from.toLowerCase() !== account.address.toLowerCase()) throw new Error("other account");
  const client = createPublicClient({
    chain: defineChain({
      id: chainId,
      name: chain.name,
      nativeCurrency: {
        name: chain.native.symbol,
        symbol: chain.native.symbol,
        decimals: chain.native.decimals,
      },
      rpcUrls: { default: { http: [chain.wallet_rpc ?? ""] } },
    }),
    transport: http(chain.wallet_rpc ?? "", { retryCount: 0 }),
  });
  if ((await client.getChainId()) !== chainId) throw new Error("other chain");
  const request = await client.prepareTransactionRequest({
    account,
    to: tx.to,
    value: BigInt(tx.value),
    data: tx.data,
    type: "eip1559",
  });
  const raw = await account.signTransaction({ ...request, type: "eip1559", chainId });
  const hash = keccak256(raw);
  try {
    return await client.sendRawTransaction({ serializedTransaction: raw });
  } catch (error) {
    // An answer may be lost after the node took it; the same bytes have the same hash.
    const known = await client.getTransaction({ hash }).catch(() => null);
    if (known) return hash;
    throw error;
  }
}
