// What this browser remembers of a signature: that it was asked for, and the hash that came back. It is kept
// before the server hears of it, so that a crash between the two loses nothing and nothing is sent twice.

import { call, pause, Refused } from "../api";
import { keep, recallJson } from "../keep";
import type { Task } from "../types";

export interface Mark {
  /** When the wallet was asked to send, in milliseconds; 0 when its owner has declined since. */
  asked: number;
  hash?: string;
  /** The server has the hash, or said for good that it does not take it. */
  told?: "accepted" | "refused";
}

const name = (task: string) => `sent.${task}`;

export function markOf(task: string): Mark | null {
  return recallJson<Mark>(name(task));
}

export function setMark(task: string, mark: Mark | null): void {
  keep(name(task), mark && JSON.stringify(mark));
}

export interface Told {
  task: Task | null;
  /** Why the server does not take the hash. */
  refusal: Refused | null;
}

/** Posts the kept hash until the server takes it or refuses it for good; null when there is nothing to post. */
export async function tell(task: string, key: string, away: () => void): Promise<Told | null> {
  for (let attempt = 0; ; attempt++) {
    const mark = markOf(task);
    if (!mark?.hash || mark.told) return null;
    try {
      const data = await call<Task>("POST", `/api/tasks/${encodeURIComponent(task)}/hash`, key, {
        hash: mark.hash,
      });
      setMark(task, { ...mark, told: "accepted" });
      return { task: data && "state" in data ? data : null, refusal: null };
    } catch (error) {
      if (error instanceof Refused && error.status < 500 && error.status !== 429 && error.status !== 408) {
        setMark(task, { ...mark, told: "refused" });
        return { task: null, refusal: error };
      }
      away();
      await pause(attempt);
    }
  }
}
