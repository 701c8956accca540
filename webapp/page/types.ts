// What the server says, as fixed in interfaces.md.

export type State =
  | "INTENT_CONFIRM"
  | "PREVIEW"
  | "SUBMITTED"
  | "SETTLED"
  | "FAILED"
  | "REJECTED"
  | "EXPIRED_UNSENT"
  | "EXPIRED_UNKNOWN";

export interface Transaction {
  chainId: number;
  from: string;
  to: string;
  value: string;
  data: string;
}

export interface Finding {
  check: string;
  level: "pass" | "warn" | "block";
  code: string;
  params: Record<string, string | number | boolean> | null;
}

export interface Card {
  task: string;
  state: State;
  chain: { id: number; slug: string; name: string };
  from: string;
  to: string;
  token: { symbol: string; address: string | null; decimals: number };
  amount: string;
  amount_raw: string;
  usd: string | null;
  fee: { amount: string; symbol: string; usd: string | null } | null;
  conditions: { text: string; value: string; holds: boolean }[];
  findings: Finding[];
  expires_at: string;
  digest: string;
  steps: { kind: string; transaction: Transaction }[];
  url?: string | null;
}

export interface ChainInfo {
  id?: number;
  name: string;
  wallet_rpc: string | null;
  explorer?: string | null;
  native: { symbol: string; decimals: number; name?: string };
}

export interface Task {
  id: string;
  state: State;
  card: Card;
  tx_hash: string | null;
  explorer_url: string | null;
  history: { state: State; at: string; reason: string | null }[];
  demo?: boolean;
  chain?: ChainInfo;
}

export interface Result {
  type: "answer" | "ask" | "intent_confirm";
  thread: string;
  text: string;
  card?: Card | null;
  choices?: { label: string; message: string }[] | null;
  code?: string | null;
}

export interface Message {
  role: "user" | "assistant" | "status";
  text: string;
  at: string;
  result?: Result | null;
}

export interface ThreadTitle {
  id: string;
  title: string | null;
  updated_at: string;
}

export interface Thread {
  id: string;
  messages: Message[];
  cards: Task[];
}

export interface WebConfig {
  default_chain_id: number;
  demo: boolean;
  chains: (ChainInfo & { id: number; slug: string })[];
}

/** States in which the owner may still confirm or cancel. */
export const OPEN: ReadonlySet<State> = new Set(["INTENT_CONFIRM", "PREVIEW"]);
/** States that nothing changes any more; the two expiries can be left by later evidence. */
export const FINAL: ReadonlySet<State> = new Set(["SETTLED", "FAILED", "REJECTED"]);
