// The open conversation: its entries, its cards, and the questions that wait for an answer.

import { call, Refused, words } from "../api";
import { h, plain } from "../dom";
import { keep, recall } from "../keep";
import type { Message, Result, Task, Thread } from "../types";
import { language, t } from "../words";
import { Board, taskOf } from "./board";
import { type Entry, fault, message, working } from "./entries";
import { ask, Fault, type Question, setWaiting, waiting } from "./talk";

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
  private readonly board: Board;
  private shown = new Set<string>();
  private view = 0;
  private running = false;

  constructor(private readonly around: Surroundings) {
    this.board = new Board({
      token: around.token,
      unlinked: around.unlinked,
      put: (entry) => void this.add(entry),
      moved: () => void this.sync(),
    });
  }

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
        else
          this.add(
            fault(
              () => words(error),
              () => void this.open(thread),
            ),
          );
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
    const found = await call<Thread>("GET", `/api/threads/${encodeURIComponent(thread)}`, token).catch(
      () => null,
    );
    if (!found || view !== this.view) return;
    for (const one of found.messages) if (one.role === "status") this.push(one);
    for (const task of found.cards) this.board.update(task);
  }

  private reset(thread: string | null): void {
    this.view++;
    this.board.clear();
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
      else
        this.put(
          one.role,
          one.text,
          one === messages.at(-1) ? one.result : ({ ...one.result, choices: null } as Result),
          cards,
        );
    }
    for (const task of cards) if (!this.board.has(task.id)) this.board.show(task);
    this.scroll();
  }

  private put(role: Message["role"], text: string, result?: Result | null, known: Task[] = []): void {
    this.add(message(role, text, result?.choices ?? [], (choice) => this.say(choice.message)));
    if (!result?.card) return;
    const { task } = result.card;
    this.board.show(known.find(({ id }) => id === task) ?? taskOf(result.card), result.card.url);
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
    const said =
      error instanceof Fault
        ? () => plain(error.message) || t("page-refused", { code: error.code })
        : () => words(error);
    const retry = () => {
      setWaiting([...waiting(), asked(question, error)]);
      void this.run();
    };
    this.add(fault(said, retry));
    return true;
  }

  private add<T extends Entry>(entry: T): T {
    this.entries = [...this.entries.filter((one) => one !== entry), entry];
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
    const scroller = this.element.closest(".scroller");
    requestAnimationFrame(() => scroller?.scrollTo(0, scroller.scrollHeight));
  }
}

/** The question for another try: the same one where its fate is not known, else a new one. */
function asked(question: Question, error: unknown): Question {
  if (error instanceof Refused && error.status >= 500) return question;
  const { thread, key: _, sent: __, ...bare } = question;
  const lost = error instanceof Refused && error.status === 404;
  return { ...bare, ...(thread && !lost ? { thread } : {}), key: crypto.randomUUID() };
}
