// Who pays whom what on which chain: from the decoded bytes, not from the card's own words.

import { now } from "../api";
import type { Effect } from "../decode";
import { h, plain } from "../dom";
import { address, bound, grouped } from "../format";
import type { Card, Finding } from "../types";
import { said, t } from "../words";

/** The facts of the card. The recipient and the amount are those that the wallet will sign. */
export function facts(card: Card, effect: Effect): HTMLElement {
  return h(
    "section",
    { class: "facts", "aria-label": t("page-facts") },
    h(
      "div",
      { class: "sum" },
      h("span", { class: "caption" }, t("page-you-send")),
      h(
        "p",
        { class: effect.amount.length > 14 ? "amount long" : "amount" },
        h("span", { testid: "amount", class: "figure" }, grouped(effect.amount)),
        " ",
        h("span", { testid: "token", class: "symbol" }, plain(card.token.symbol, 24)),
      ),
      h(
        "p",
        { class: "muted" },
        card.usd === null ? t("page-usd-unknown") : t("card-usd", { usd: grouped(card.usd) }),
      ),
    ),
    h(
      "dl",
      {},
      line("card-to", address(effect.recipient, "recipient"), "wide"),
      line("card-pays", address(effect.payer, "payer"), "wide payer"),
      line("card-chain", h("span", { testid: "chain" }, plain(card.chain.name, 60))),
      line("page-fee-most", fee(card)),
    ),
    card.conditions.length > 0 &&
      h(
        "ul",
        { class: "conditions", "aria-label": t("card-conditions") },
        ...card.conditions.map(({ text, value, holds }) =>
          h(
            "li",
            {},
            plain(text),
            " · ",
            plain(value),
            " · ",
            t(holds ? "card-condition-holds" : "card-condition-fails"),
          ),
        ),
      ),
    effect.token !== null &&
      h(
        "details",
        {},
        h("summary", {}, t("page-token-contract")),
        h("div", { class: "line small" }, address(effect.token, "token-contract")),
      ),
  );
}

function line(id: string, value: Node, kind = ""): HTMLElement {
  return h("div", { class: `line ${kind}` }, h("dt", {}, t(id)), h("dd", {}, value));
}

function fee(card: Card): HTMLElement {
  if (!card.fee) return h("span", {}, t("card-fee-unknown"));
  const { amount, symbol, usd } = card.fee;
  return h(
    "span",
    { title: `${amount} ${plain(symbol, 24)}` },
    `${bound(amount)} ${plain(symbol, 24)} `,
    usd !== null && h("span", { class: "muted whole" }, t("card-usd", { usd: grouped(usd) })),
  );
}

/** What the checks saw: each warning in full, the passed ones as a count. */
export function findings(card: Card): HTMLElement | null {
  const passed = card.findings.filter(({ level }) => level === "pass").length;
  const open = card.findings.filter(({ level }) => level !== "pass");
  if (!card.findings.length) return null;
  return h(
    "section",
    { class: "findings", "aria-label": t("page-checks") },
    ...open.map((finding) =>
      h(
        "div",
        {
          class: `finding ${finding.level}`,
          testid: "finding",
          "data-level": finding.level,
          "data-code": finding.code,
        },
        h("strong", {}, t(finding.level === "block" ? "card-blocked" : "card-warning")),
        h("p", {}, findingWords(finding)),
      ),
    ),
    passed > 0 && h("p", { class: "muted passed" }, t("page-checks-passed", { count: String(passed) })),
  );
}

function findingWords({ code, params, check }: Finding): string {
  return (
    said(code, params ?? {}) ??
    t("page-finding", { check: said(`check-${check}`) ?? plain(check, 40), code: plain(code, 40) })
  );
}

/** Whether a warning of this card wants the last four characters of the recipient typed. */
export function wantsOverride(card: Card): boolean {
  return card.findings.some(
    ({ level, params }) => level === "warn" && String(params?.["override"]) === "true",
  );
}

/** Milliseconds until the card's time is over. */
export function left(card: Card): number {
  return Date.parse(card.expires_at) - now();
}
