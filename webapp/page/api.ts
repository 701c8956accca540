// Calls of our own server: the envelope, the bearer token, and its clock.

import { plain } from "./dom";
import { language, said, t } from "./words";

/** The server's no: its status and stable code. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The server was not reached, or broke off. */
export class Unreached extends Error {}

interface Envelope<T> {
  success: boolean;
  data: T;
  error: { code: string; message: string } | null;
}

let ahead = 0;

/** The server's time in milliseconds, as far as its last answer tells: a wrong clock here must not hide an expiry. */
export function now(): number {
  return Date.now() + ahead;
}

export async function call<T>(
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
): Promise<T> {
  const response = await reach(path, {
    method,
    headers: {
      Accept: "application/json",
      "Accept-Language": language(),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await refusal(response);
  const envelope = (await response.json().catch(() => null)) as Envelope<T> | null;
  if (!envelope || envelope.success !== true) throw new Unreached("no envelope");
  return envelope.data;
}

export async function reach(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { cache: "no-store", credentials: "omit", ...init });
  } catch (error) {
    throw new Unreached(String(error));
  }
  const date = Date.parse(response.headers.get("date") ?? "");
  if (Number.isFinite(date) && Math.abs(date - Date.now() - ahead) > 2000) ahead = date - Date.now();
  return response;
}

export async function refusal(response: Response): Promise<Refused> {
  const envelope = (await response.json().catch(() => null)) as Envelope<unknown> | null;
  const error = envelope?.error;
  return new Refused(response.status, error?.code ?? `HTTP ${response.status}`, error?.message ?? "");
}

/** Words for a fault: by its code in the chosen language, else what the server said. */
export function words(error: unknown): string {
  if (error instanceof Refused) {
    return said(error.code) ?? (plain(error.message) || t("page-refused", { code: error.code }));
  }
  if (error instanceof Unreached) return t("page-unreached");
  return t("page-unexpected", { detail: plain(error instanceof Error ? error.message : String(error)) });
}

/** 1, 2, 4 … seconds, at most `most`; cut short when the network comes back. */
export function pause(attempt: number, most = 15): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(most, 2 ** attempt) * 1000);
    addEventListener("online", done);
  });
}
