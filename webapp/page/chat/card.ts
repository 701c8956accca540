// A card in the conversation: its facts, its live state, and the way to the signing page.

import { button, fill, h, plain } from "../dom";
import { address, bound, copyable, grouped } from "../format";
import { samePage } from "../links";
import { OPEN, type Task } from "../types";
import { said, t } from "../words";
import type { Entry } from "./entries";

export interface CardEntry extends Entry {
  task: Task;
  update(task: Task): void;
}

export interface CardActions {
  cancel(task: Task): Promise<void>;
  again(task: Task): Promise<void>;
}

export function card(first: Task, actions: CardActions): CardEntry {
  const element = h("article", { class: "task", testid: "card", "data-task": first.id });
  let busy = false;
  let problem: (() => string) | null = null;
  const entry: CardEntry = { element, draw, task: first, update };
  draw();
  return entry;

  function update(task: Task): void {
    const before = entry.task;
    // The way to the page stands only in the answer that brought the card.
    entry.task = { ...task, card: { ...task.card, url: task.card.url ?? before.card.url ?? null } };
    if (JSON.stringify(before) !== JSON.stringify(entry.task)) draw();
  }

  function draw(): void {
    const { task } = entry;
    fill(
      element,
      state(task),
      summary(task),
      warnings(task),
      problem && h("p", { class: "notice error", role: "alert" }, problem()),
      h("div", { class: "actions" }, ...ways(task)),
    );
  }

  function ways(task: Task): (Node | false)[] {
    const path = samePage(task.card.url);
    const open = OPEN.has(task.state);
    return [
      open &&
        path !== null &&
        !task.tx_hash &&
        h("a", { class: "primary", testid: "sign", href: path, onclick: remember }, t("card-sign")),
      open && !task.tx_hash && button(t("card-cancel"), "cancel", "quiet", () => run(actions.cancel), busy),
      task.state === "EXPIRED_UNSENT" &&
        button(t("card-again"), "again", "primary", () => run(actions.again), busy),
    ];
  }

  function run(action: (task: Task) => Promise<void>): void {
    busy = true;
    problem = null;
    draw();
    action(entry.task)
      .catch((error: unknown) => (problem = () => (error instanceof Error ? error.message : String(error))))
      .finally(() => {
        busy = false;
        draw();
      });
  }
}

/** The signing page opens in this tab; it then offers the way back. */
function remember(): void {
  try {
    sessionStorage.setItem("tapsign.chat", "1");
  } catch {
    // Without storage the browser's own way back remains.
  }
}

function state(task: Task): HTMLElement {
  const link = task.explorer_url?.startsWith("https://") ? task.explorer_url : null;
  return h(
    "div",
    { class: "status", testid: "status", "data-state": task.state, role: "status" },
    h("strong", { class: "state" }, t(`task-${task.state}`)),
    link && h("a", { href: link, target: "_blank", rel: "noopener noreferrer" }, t("card-open-transaction")),
  );
}

function summary({ card, tx_hash }: Task): HTMLElement {
  const line = (id: string, value: Node, kind = "") =>
    h("div", { class: `line ${kind}` }, h("dt", {}, t(id)), h("dd", {}, value));
  const fee = card.fee ? `${bound(card.fee.amount)} ${plain(card.fee.symbol, 24)}` : t("card-fee-unknown");
  return h(
    "div",
    { class: "facts" },
    h(
      "p",
      { class: "amount" },
      h("span", { testid: "amount", class: "figure" }, grouped(card.amount)),
      " ",
      h("span", { testid: "token", class: "symbol" }, plain(card.token.symbol, 24)),
      card.usd !== null && h("span", { class: "muted usd" }, t("card-usd", { usd: grouped(card.usd) })),
    ),
    h(
      "dl",
      {},
      line("card-to", address(card.to, "recipient"), "wide"),
      line("card-pays", address(card.from, "payer"), "wide payer"),
      line("card-chain", h("span", { testid: "chain" }, plain(card.chain.name, 60))),
      line("page-fee-most", h("span", {}, fee)),
      tx_hash !== null && line("page-transaction", copyable(tx_hash), "wide"),
    ),
  );
}

function warnings({ card }: Task): HTMLElement | false {
  const open = card.findings.filter(({ level }) => level !== "pass");
  return (
    open.length > 0 &&
    h(
      "div",
      { class: "findings" },
      ...open.map(({ code, params, level, check }) =>
        h(
          "div",
          { class: `finding ${level}`, testid: "finding", "data-code": code },
          h("strong", {}, t(level === "block" ? "card-blocked" : "card-warning")),
          h(
            "p",
            {},
            said(code, params ?? {}) ?? t("page-finding", { check: plain(check, 40), code: plain(code, 40) }),
          ),
        ),
      ),
    )
  );
}
