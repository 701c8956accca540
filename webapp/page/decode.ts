// What the wallet would sign, read back from its bytes, and compared with what the card says.

import {
  decodeFunctionData,
  encodeFunctionData,
  formatUnits,
  getAddress,
  type Hex,
  isAddress,
  parseAbi,
} from "viem";
import type { Card } from "./types";

const TRANSFER = parseAbi(["function transfer(address to, uint256 amount) returns (bool)"]);

export interface Effect {
  /** The contract whose tokens move; null for the native coin. */
  token: string | null;
  recipient: string;
  raw: bigint;
  /** In whole units, without trailing zeros. */
  amount: string;
  payer: string;
  chainId: number;
  /** Ready for eth_sendTransaction. */
  request: { from: string; to: string; value: Hex; data: Hex; chainId: Hex };
}

/** The bytes are not a plain transfer, or differ from the card in the named fact. */
export class Different extends Error {
  constructor(readonly fact: string) {
    super(fact);
  }
}

/** Reads the card's only step and compares it with the card's facts. Throws Different at the first difference. */
export function effectOf(card: Card): Effect {
  const [step, ...more] = card.steps;
  if (!step || more.length) throw new Different("steps");
  const tx = step.transaction;
  const { token, recipient, raw } = read(tx.to, tx.value, tx.data);
  must("chain", tx.chainId === card.chain.id);
  must("payer", same(tx.from, card.from));
  must("token", token === null ? card.token.address === null : same(token, card.token.address));
  must("recipient", same(recipient, card.to));
  must("amount", raw > 0n && String(raw) === card.amount_raw);
  must(
    "amount",
    Number.isInteger(card.token.decimals) && formatUnits(raw, card.token.decimals) === card.amount,
  );
  const payer = getAddress(tx.from);
  return {
    token,
    recipient,
    raw,
    amount: formatUnits(raw, card.token.decimals),
    payer,
    chainId: tx.chainId,
    request: {
      from: payer,
      to: getAddress(tx.to),
      value: tx.value as Hex,
      data: tx.data as Hex,
      chainId: `0x${tx.chainId.toString(16)}`,
    },
  };
}

function read(
  to: string,
  value: string,
  data: string,
): { token: string | null; recipient: string; raw: bigint } {
  must("value", /^0x(0|[1-9a-f][0-9a-f]*)$/.test(value));
  must("data", /^0x([0-9a-fA-F]{2})*$/.test(data));
  must("recipient", isAddress(to, { strict: false }));
  if (data === "0x") return { token: null, recipient: getAddress(to), raw: BigInt(value) };
  must("value", BigInt(value) === 0n);
  const [recipient, raw] = transfer(data as Hex);
  // Padding that is not zero, or bytes behind the arguments, could mean something else to another reader.
  const canonical = encodeFunctionData({ abi: TRANSFER, functionName: "transfer", args: [recipient, raw] });
  must("data", canonical === data.toLowerCase());
  return { token: getAddress(to), recipient: getAddress(recipient), raw };
}

function transfer(data: Hex): readonly [`0x${string}`, bigint] {
  try {
    return decodeFunctionData({ abi: TRANSFER, data }).args;
  } catch {
    throw new Different("data");
  }
}

export function same(one: string, other: string | null): boolean {
  return other !== null && isAddress(other, { strict: false }) && one.toLowerCase() === other.toLowerCase();
}

function must(fact: string, holds: boolean): void {
  if (!holds) throw new Different(fact);
}
