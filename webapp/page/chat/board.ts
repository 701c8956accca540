// The cards of the open conversation: each stands there once and is followed until it is final.

import { call, Refused, words } from "../api";
import { type Card, FINAL, type Task } from "../types";
import { watch, type Watch } from "../watch";
import { card, type CardEntry } from "./card";

/** Streams open at once; a browser has about six connections to one host, the other cards are polled. */
const STREAMS = 2;

type Made = Partial<Task> & { url?: string };

export interface BoardAround {
  token(): string | null;
  unlinked(): void;
  /** Puts the card at the end of the conversation. */
  put(entry: CardEntry): void;
  /** A card has another state; what is said about it may have come into the thread. */
  moved(): void;
}

export class Board {
  private readonly cards = new Map<string, CardEntry>();
  private readonly watches = new Map<string, Watch>();

  constructor(private readonly around: BoardAround) {}

  has(id: string): boolean {
    return this.cards.has(id);
  }

  update(task: Task): void {
    this.cards.get(task.id)?.update(task);
  }

  clear(): void {
    for (const one of this.watches.values()) one.stop();
    this.watches.clear();
    this.cards.clear();
  }

  /** Shows the card at the end; one that stands further up moves there. */
  show(task: Task, url?: string | null): void {
    const full: Task = { ...task, card: { ...task.card, url: task.card.url ?? url ?? null } };
    const known = this.cards.get(task.id);
    known?.update(full);
    const entry = known ?? card(full, { cancel: (one) => this.reject(one), again: (one) => this.renew(one) });
    this.around.put(entry);
    if (known) return;
    this.cards.set(task.id, entry);
    this.follow(entry);
  }

  /** Follows the task until it is final; an answer's card is read first, its state may be an old one. */
  private follow(entry: CardEntry): void {
    const { id, state, history } = entry.task;
    const token = this.around.token();
    if (!token) return;
    if (history.length) {
      if (!FINAL.has(state)) this.watch(entry, token);
      return;
    }
    const here = () => this.cards.get(id) === entry;
    const read = (task: Task) => {
      if (!here()) return;
      entry.update(task);
      if (!FINAL.has(task.state)) this.watch(entry, token);
    };
    void call<Task>("GET", path(id), token).then(read, () => here() && this.watch(entry, token));
  }

  private watch(entry: CardEntry, token: string): void {
    const { id } = entry.task;
    const seen = (task: Task) => {
      const moved = task.state !== entry.task.state;
      entry.update(task);
      if (FINAL.has(task.state)) this.watches.delete(id);
      // The words for a change are pushed into the thread a moment after the change.
      if (moved) for (const wait of [200, 1500, 5000]) setTimeout(this.around.moved, wait);
    };
    this.watches.set(id, watch(id, token, seen, undefined, this.watches.size < STREAMS));
  }

  private async reject(task: Task): Promise<void> {
    await this.order(task, "reject");
    this.update(await call<Task>("GET", path(task.id), this.around.token()));
    this.around.moved();
  }

  private async renew(task: Task): Promise<void> {
    const made = await this.order(task, "again");
    if (made?.card)
      this.show(made.id ? (made as Task) : taskOf(made.card), made.card.url ?? made.url ?? null);
  }

  private async order(task: Task, verb: string): Promise<Made | null> {
    try {
      return await call<Made>("POST", `${path(task.id)}/${verb}`, this.around.token());
    } catch (error) {
      if (error instanceof Refused && error.status === 401) this.around.unlinked();
      throw new Error(words(error));
    }
  }
}

function path(id: string): string {
  return `/api/tasks/${encodeURIComponent(id)}`;
}

/** An answer carries the card alone: what else is known of its task is read from the server. */
export function taskOf(card: Card): Task {
  return { id: card.task, state: card.state, card, tx_hash: null, explorer_url: null, history: [] };
}
