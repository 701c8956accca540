// How the signing page looks for what is known now. Draws only; what a tap does is handed in.

import { type Choice, connectButton, showChooser } from "../chooser";
import type { Effect } from "../decode";
import { button, fill, h } from "../dom";
import { copyable, countdown, grouped, rich } from "../format";
import { OPEN, type Task } from "../types";
import type { Wallet } from "../wallets";
import { language, said, t } from "../words";
import { facts, findings, left, wantsOverride } from "./facts";
import type { Mark } from "./mark";

export interface Model {
  task: Task;
  /** What the bytes do; null when they differ from the card in the fact `different`. */
  effect: Effect | null;
  different: string | null;
  wallet: Wallet | null;
  /** The wallet that did not offer the payer last time: the next tap lets its owner choose another account. */
  refusedBy?: string | null;
  busy: string | null;
  notice: { kind: "error" | "warn" | "info"; words: () => string } | null;
  away: boolean;
  /** A hash waits because the server does not take it yet. */
  untold: boolean;
  /** Connect was tapped without exactly one wallet to connect to. */
  unclear: boolean;
}

export interface Actions {
  pick(wallet: Wallet): void;
  pickDemo(): void;
  unclear(): void;
  confirm(override: string | null): void;
  cancel(): void;
  again(): void;
}

const status = h("div", { class: "status", testid: "status", role: "status", "aria-live": "polite" });
const clock = h("span", { class: "countdown", role: "timer" });
const card = h("div", { class: "card" });
const warned = h("div");
const typed = h("input", {
  id: "override",
  testid: "override",
  type: "text",
  maxlength: 4,
  autocomplete: "off",
  autocapitalize: "off",
  spellcheck: "false",
});
const override = h("div", { class: "override" });
const notes = h("div", { class: "said", "aria-live": "assertive" });
const chooser = h("div", { class: "chooser" });
const bar = h("footer", { class: "bar" });
let drawn = "";
let wasOver = false;

/** Draws the whole page; the facts only when they have changed, so that a selection in them survives. */
export function page(
  root: HTMLElement,
  model: Model,
  wallets: Wallet[],
  mark: Mark | null,
  actions: Actions,
): void {
  const { task, effect } = model;
  const over = left(task.card) <= 0;
  const sent = Boolean(mark?.hash || task.tx_hash);
  const open = OPEN.has(task.state) && !sent;
  const may = open && !over && effect !== null && !task.card.findings.some(({ level }) => level === "block");
  if (status.parentElement !== root) {
    fill(root, h("div", { class: "head" }, status, clock), card, warned, override, notes, chooser, bar);
  }
  status.dataset["state"] = task.state;
  showStatus(model, mark, over && open, open);
  const facet = JSON.stringify([task.card, model.different, language()]);
  if (facet !== drawn) {
    drawn = facet;
    fill(card, effect ? facts(task.card, effect) : different(model.different ?? ""));
    fill(warned, effect && findings(task.card));
    fill(override, h("label", { for: "override" }, t("card-override")), typed);
  }
  override.hidden = !(may && wantsOverride(task.card));
  fill(notes, ...notices(model, mark, may));
  chooser.hidden = !may;
  const choice: Choice = {
    wallets,
    demo: task.demo === true,
    chosen: model.wallet?.id ?? null,
    busy: model.busy !== null,
    none: model.unclear,
    ...actions,
  };
  if (may) showChooser(chooser, choice, null);
  const main = may && !model.wallet ? connectButton(chooser, choice, "primary") : null;
  fill(bar, main, ...buttons(model, mark, may, open && !over, actions));
  bar.hidden = !bar.childElementCount;
  tick(model);
}

/** Moves the clock; true when the card's time has just run out, so that the page must be drawn again. */
export function tick({ task }: Model): boolean {
  const rest = left(task.card);
  const counts = rest > 0 && OPEN.has(task.state);
  clock.hidden = !counts;
  clock.textContent = counts ? t("page-expires-in", { time: countdown(rest) }) : "";
  clock.classList.toggle("soon", rest < 120_000);
  const ran = rest <= 0 && !wasOver;
  wasOver = rest <= 0;
  return ran;
}

function showStatus(
  { task, different: fault }: Model,
  mark: Mark | null,
  over: boolean,
  open: boolean,
): void {
  const unseen = OPEN.has(task.state) && !open;
  const waiting = unseen || task.state === "SUBMITTED";
  const title = over ? "task-EXPIRED_UNSENT" : unseen ? "page-sent" : `task-${task.state}`;
  const reason = task.history.at(-1)?.reason ?? "";
  const hash = task.tx_hash ?? mark?.hash ?? "";
  const { token, to, amount } = task.card;
  const params = { amount: grouped(amount), symbol: token.symbol, recipient: to, hash };
  const detail = waiting
    ? t(unseen ? "page-sent-detail" : "page-submitted-detail")
    : over || open
      ? null
      : (said(`status-${task.state}-${reason}`, params) ?? t(`status-${task.state}`, params));
  fill(
    status,
    h("strong", { class: "state" }, fault && open ? t("page-stopped") : t(title)),
    detail !== null && h("p", { class: "detail" }, rich(detail)),
    waiting && hash && h("p", { class: "detail" }, copyable(hash)),
    task.explorer_url?.startsWith("https://") &&
      h(
        "a",
        { href: task.explorer_url, target: "_blank", rel: "noopener noreferrer" },
        t("card-open-transaction"),
      ),
  );
}

function different(fact: string): HTMLElement {
  return h(
    "section",
    { class: "notice error", role: "alert", testid: "different", "data-fact": fact },
    h("strong", {}, t("page-different")),
    h("p", {}, t("page-different-detail", { fact: said(`page-fact-${fact}`) ?? fact })),
  );
}

function notices(model: Model, mark: Mark | null, may: boolean): HTMLElement[] {
  const { task, notice, busy, away, untold } = model;
  const shown: HTMLElement[] = [];
  const note = (kind: string, ...words: (Node | string)[]) =>
    shown.push(h("p", { class: `notice ${kind}` }, ...words));
  if (notice) note(notice.kind, rich(notice.words()));
  if (untold) note("warn", t("page-hash-waiting"));
  else if (away) note("info", t("page-unreached"));
  if (busy) note("info busy", t(busy));
  else if (may && notice?.kind === "error") return shown;
  else if (may && mark?.asked) note("warn", t("page-asked-before"));
  else if (may && task.state === "PREVIEW" && !mark) note("warn", t("page-confirmed-before"));
  else if (!may && mark?.asked && !mark.hash && !task.tx_hash && task.state !== "SETTLED")
    note("warn", t("page-asked-closed"));
  return shown;
}

function buttons(
  model: Model,
  mark: Mark | null,
  may: boolean,
  open: boolean,
  actions: Actions,
): HTMLElement[] {
  const { task, busy, wallet } = model;
  const shown: HTMLElement[] = [];
  if (may && wallet) {
    const again = mark?.asked || task.state === "PREVIEW";
    const words = t(again ? "page-sign-again" : wallet.demo ? "page-confirm-demo" : "page-confirm");
    shown.push(button(words, "confirm", "primary", () => tapConfirm(model, actions), busy !== null));
  }
  if (task.state === "EXPIRED_UNSENT" && !mark?.hash) {
    shown.push(button(t("card-again"), "again", "primary", actions.again, busy !== null));
  }
  const lesser = h(
    "div",
    { class: "lesser" },
    open && button(t("card-cancel"), "cancel", "quiet", actions.cancel, busy !== null),
    cameFromChat() && h("a", { class: "quiet", href: "/", testid: "back" }, t("page-back")),
  );
  return lesser.childElementCount ? [...shown, lesser] : shown;
}

function tapConfirm({ task, effect }: Model, actions: Actions): void {
  if (!wantsOverride(task.card)) return actions.confirm(null);
  const text = typed.value.trim();
  const right = text.length === 4 && effect?.recipient.toLowerCase().endsWith(text.toLowerCase());
  typed.setAttribute("aria-invalid", String(!right));
  if (right) actions.confirm(text);
  else typed.focus();
}

function cameFromChat(): boolean {
  try {
    return sessionStorage.getItem("tapsign.chat") === "1";
  } catch {
    return false;
  }
}
