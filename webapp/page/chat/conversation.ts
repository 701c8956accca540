// The open conversation: its entries, its cards with their watches, and the questions that wait for an answer.

import { call, Refused, words } from "../api";
import { h, plain } from "../dom";
import { keep, recall } from "../keep";
import { type Card, FINAL, type Message, type Result, type Task, type Thread } from "../types";
import { watch, type Watch } from "../watch";
import { language, t } from "../words";
import { card, type CardEntry } from "./card";
import { type Entry, fault, message, working } from "./entries";
import { ask, Fault, type Question, setWaiting, waiting } from "./talk";

/** Streams open at once; a browser has about six connections to one host, the other cards are polled. */
const STREAMS = 2;

export interface Surroundings {
  token(): string | null;
  /** The token is not valid any more, or a question needs one. */
  unlinked(): void;
  /** The conversation has another id, another title or other entries. */
  changed(): void;
}

export class Conversation {
  readonly element = h("div", { class: "log", role: "log", "aria-live": "polite", testid: "log" });
  thread: string | null = recall("thread");
  private entries: Entry[] = [];
  private readonly cards = new Map<string, CardEntry>();
  private readonly watches = new Map<string, Watch>();
  private shown = new Set<string>();
  private view = 0;
  private running = false;

  constructor(private readonly around: Surroundings) {}

  get empty(): boolean {
    return this.entries.length === 0;
  }

  draw(): void {
    for (const entry of this.entries) entry.draw();
  }

  /** Leaves what is open and shows the thread, or an empty conversation for null. */
  async open(thread: string | null): Promise<void> {
    this.reset(thread);
    const token = this.around.token();
    const view = this.view;
    if (thread && token) {
      try {
        const found = await call<Thread>("GET", `/api/threads/${encodeURIComponent(thread)}`, token);
        if (view === this.view) this.restore(found);
      } catch (error) {
        if (view !== this.view) return;
        if (error instanceof Refused && error.status === 401) this.around.unlinked();
        else if (error instanceof Refused && error.status === 404) this.reset(null);
        else this.add(fault(() => words(error), () => void this.open(thread)));
      }
    }
    if (view === this.view) for (const question of waiting()) this.echo(question);
    this.around.changed();
  }

  /** Takes a sentence: shows it, keeps it until it is answered, and asks as soon as a wallet is linked. */
  say(text: string): void {
    const question: Question = { key: crypto.randomUUID(), message: text, language: language() };
    if (this.thread) question.thread = this.thread;
    setWaiting([...waiting(), question]);
    this.add(message("user", text, [], () => undefined));
    void this.run();
  }

  /** Asks what waits, one after the other. */
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (let [question] = waiting(); question; [question] = waiting()) {
        const token = this.around.token();
        if (!token) return this.around.unlinked();
        if (!(await this.answer(question, token))) return;
      }
    } finally {
      this.running = false;
      this.around.changed();
    }
  }

  /** Reads the thread again for what was pushed into it and for the states of its cards. */
  async sync(): Promise<void> {
    const token = this.around.token();
    const { thread, view } = this;
    if (!thread || !token) return;
    const found = await call<Thread>("GET", `/api/threads/${encodeURIComponent(thread)}`, token).catch(() => null);
    if (!found || view !== this.view) return;
    for (const one of found.messages) if (one.role === "status") this.push(one);
    for (const task of found.cards) this.cards.get(task.id)?.update(task);
  }

  private reset(thread: string | null): void {
    this.view++;
    for (const one of this.watches.values()) one.stop();
    this.watches.clear();
    this.cards.clear();
    this.entries = [];
    this.shown = new Set();
    this.element.replaceChildren();
    this.move(thread);
  }

  private move(thread: string | null): void {
    this.thread = thread;
    keep("thread", thread);
  }

  private restore({ messages, cards }: Thread): void {
    for (const one of messages) {
      if (one.role === "status") this.push(one);
      else this.put(one.role, one.text, one === messages.at(-1) ? one.result : { ...one.result, choices: null } as Result, cards);
    }
    for (const task of cards) if (!this.cards.has(task.id)) this.show(task);
    this.scroll();
  }

  private put(role: Message["role"], text: string, result?: Result | null, known: Task[] = []): void {
    this.add(message(role, text, result?.choices ?? [], (choice) => this.say(choice.message)));
    if (result?.card) this.show(known.find(({ id }) => id === result.card?.task) ?? taskOf(result.card), result.card.url);
  }

  private push(one: Message): void {
    const name = `${one.at} ${one.text}`;
    if (this.shown.has(name)) return;
    this.shown.add(name);
    this.add(message("status", one.text, [], () => undefined));
  }

  private echo(question: Question): void {
    const here = question.thread ? question.thread === this.thread : this.thread === null;
    const last = [...this.element.querySelectorAll('[data-role="user"] .text')].at(-1)?.textContent;
    if (here && last !== question.message) this.add(message("user", question.message, [], () => undefined));
  }

  private async answer(question: Question, token: string): Promise<boolean> {
    const { view } = this;
    setWaiting(waiting().map((one) => (one.key === question.key ? { ...one, sent: true } : one)));
    const sign = this.add(working());
    try {
      const result = await ask(question, token, sign);
      const rest = waiting().filter(({ key }) => key !== question.key);
      const follow = (one: Question) => (one.sent || one.thread ? one : { ...one, thread: result.thread });
      setWaiting(question.thread ? rest : rest.map(follow));
      if (view === this.view) {
        this.move(result.thread);
        this.drop(sign);
        this.put("assistant", result.text, result);
      }
      this.around.changed();
      return true;
    } catch (error) {
      this.drop(sign);
      return this.failed(question, error);
    }
  }

  /** What did not work is said; a lost link keeps the question. */
  private failed(question: Question, error: unknown): boolean {
    if (error instanceof Refused && error.status === 401) {
      this.around.unlinked();
      return false;
    }
    setWaiting(waiting().filter(({ key }) => key !== question.key));
    const said = error instanceof Fault ? () => plain(error.message) || t("page-refused", { code: error.code }) : () => words(error);
    const retry = () => {
      const { thread, ...bare } = question;
      const lost = error instanceof Refused && error.status === 404;
      setWaiting([...waiting(), { ...bare, ...(thread && !lost ? { thread } : {}), key: crypto.randomUUID() }]);
      void this.run();
    };
    this.add(fault(said, retry));
    return true;
  }

  private show(task: Task, url?: string | null): void {
    const known = this.cards.get(task.id);
    const full: Task = { ...task, card: { ...task.card, url: task.card.url ?? url ?? null } };
    if (known) {
      known.update(full);
      this.element.append(known.element);
      return;
    }
    const entry = this.add(card(full, { cancel: (one) => this.reject(one), again: (one) => this.renew(one) }));
    this.cards.set(task.id, entry);
    this.follow(entry);
  }

  /** Follows the task until it is final; an answer's card is read first, its state may be an old one. */
  private follow(entry: CardEntry): void {
    const { id, state, history } = entry.task;
    const { view } = this;
    const token = this.around.token();
    if (!token) return;
    if (!history.length) {
      void this.read(id).then(
        (task) => {
          if (view !== this.view) return;
          entry.update(task);
          this.follow(entry);
        },
        () => this.watch(entry, token),
      );
    } else if (!FINAL.has(state)) this.watch(entry, token);
  }

  private watch(entry: CardEntry, token: string): void {
    const { id } = entry.task;
    const seen = (task: Task) => {
      const moved = task.state !== entry.task.state;
      entry.update(task);
      if (FINAL.has(task.state)) this.watches.delete(id);
      // The words for a change are pushed into the thread a moment after the change.
      if (moved) for (const wait of [200, 1500, 5000]) setTimeout(() => void this.sync(), wait);
    };
    this.watches.get(id)?.stop();
    this.watches.set(id, watch(id, token, seen, undefined, this.watches.size < STREAMS));
  }

  private async reject(task: Task): Promise<void> {
    await this.order(task, "reject");
    const fresh = await this.read(task.id);
    this.cards.get(task.id)?.update(fresh);
    void this.sync();
  }

  private async renew(task: Task): Promise<void> {
    const made = await this.order(task, "again");
    if (made?.card) this.show(made.id ? (made as Task) : taskOf(made.card), made.card.url ?? made.url ?? null);
    this.scroll();
  }

  private async order(task: Task, verb: string): Promise<(Partial<Task> & { url?: string }) | null> {
    try {
      return await call("POST", `/api/tasks/${encodeURIComponent(task.id)}/${verb}`, this.around.token());
    } catch (error) {
      if (error instanceof Refused && error.status === 401) this.around.unlinked();
      throw new Error(words(error));
    }
  }

  private read(id: string): Promise<Task> {
    return call<Task>("GET", `/api/tasks/${encodeURIComponent(id)}`, this.around.token());
  }

  private add<T extends Entry>(entry: T): T {
    this.entries.push(entry);
    this.element.append(entry.element);
    this.scroll();
    this.around.changed();
    return entry;
  }

  private drop(entry: Entry): void {
    this.entries = this.entries.filter((one) => one !== entry);
    entry.element.remove();
  }

  private scroll(): void {
    requestAnimationFrame(() => this.element.lastElementChild?.scrollIntoView({ block: "end" }));
  }
}

function taskOf(card: Card): Task {
  return { id: card.task, state: card.state, card, tx_hash: null, explorer_url: null, history: [] };
}
