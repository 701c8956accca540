// The live state of one task: its event stream, opened again with growing pauses, and a slow poll beside it.

import { call, pause, reach, Refused } from "./api";
import { frames } from "./sse";
import { FINAL, type Task } from "./types";

const POLL = 10_000;

export interface Watch {
  stop(): void;
}

/** Calls `seen` for each reading until a final state; `lost` when the server can't be reached, or can again. */
export function watch(
  id: string,
  token: string,
  seen: (task: Task) => void,
  lost: (away: boolean) => void = () => undefined,
  stream = true,
): Watch {
  const abort = new AbortController();
  const path = `/api/tasks/${encodeURIComponent(id)}`;
  let over = false;
  const stop = () => {
    over = true;
    clearInterval(timer);
    abort.abort();
  };
  let newest = 0;
  const got = (task: Task) => {
    // Stream and poll overtake each other: an older reading must not take the state back.
    if (over || task.history.length < newest) return;
    newest = task.history.length;
    lost(false);
    seen(task);
    if (FINAL.has(task.state)) stop();
  };
  const poll = async () => {
    try {
      got(await call<Task>("GET", path, token));
    } catch (error) {
      if (error instanceof Refused && error.status < 500) stop();
      else if (!over) lost(true);
    }
  };
  const timer = setInterval(() => void poll(), stream ? POLL : POLL / 4);

  async function follow(): Promise<void> {
    for (let attempt = 0; !over; attempt++) {
      try {
        const response = await reach(`${path}/events`, {
          headers: { Authorization: `Bearer ${token}`, Accept: "text/event-stream" },
          signal: abort.signal,
        });
        if (response.ok && response.body) {
          for await (const frame of frames(response.body)) {
            attempt = 0;
            got(read(frame.data));
            if (over) return;
          }
        }
      } catch {
        // Broken off: the poll below tells whether the server is there at all.
      }
      if (over) return;
      await poll();
      await pause(attempt, 10);
    }
  }
  void (stream ? follow() : poll());
  return { stop };
}

function read(data: string): Task {
  const value = JSON.parse(data) as Task | { data: Task };
  return "data" in value ? value.data : value;
}
