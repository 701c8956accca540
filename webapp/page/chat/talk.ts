// One question to the assistant: the same key until it is answered, so that a lost connection asks nothing twice.

import { pause, reach, refusal, Refused, Unreached } from "../api";
import { keep, recallJson } from "../keep";
import { frames } from "../sse";
import type { Result } from "../types";

export interface Question {
  key: string;
  message: string;
  language: string;
  thread?: string;
  /** Was sent at least once: from then on its content stays as it is. */
  sent?: boolean;
}

export function waiting(): Question[] {
  return recallJson<Question[]>("waiting") ?? [];
}

export function setWaiting(questions: Question[]): void {
  keep("waiting", questions.length ? JSON.stringify(questions) : null);
}

/** The program reports a fault of its own. */
export class Fault extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface Listener {
  stage(name: string): void;
  /** The connection is lost and will be tried again. */
  lost(): void;
}

/** Asks until there is a result. Throws Refused for a lasting no, Fault for the program's own. */
export async function ask(question: Question, token: string, listener: Listener): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(question, token, listener);
    } catch (error) {
      const running = error instanceof Refused && error.code === "E511";
      const away =
        error instanceof Unreached || (error instanceof Refused && [502, 503, 504].includes(error.status));
      if (!running && !away) throw error;
      if (away) listener.lost();
      await pause(attempt, running ? 2 : 8);
    }
  }
}

async function once(question: Question, token: string, listener: Listener): Promise<Result> {
  const { key, message, language, thread } = question;
  const response = await reach("/api/chat", {
    method: "POST",
    headers: {
      Accept: "text/event-stream",
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    },
    body: JSON.stringify({ message, language, ...(thread ? { thread } : {}) }),
  });
  if (!response.ok) throw await refusal(response);
  if (!response.body) throw new Unreached("no stream");
  try {
    for await (const { event, data } of frames(response.body)) {
      const value = JSON.parse(data) as Record<string, unknown>;
      if (event === "stage") listener.stage(String(value["stage"] ?? value["name"] ?? ""));
      if (event === "result") return value as unknown as Result;
      if (event === "error") throw new Fault(String(value["code"] ?? ""), String(value["message"] ?? ""));
    }
  } catch (error) {
    throw error instanceof Fault ? error : new Unreached(String(error));
  }
  throw new Unreached("ended without a result");
}
