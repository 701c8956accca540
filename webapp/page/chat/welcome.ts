// The first minute: what this is, sentences to tap, and the wallet to link.

import { button, fill, h } from "../dom";
import { showChooser } from "../chooser";
import type { Wallet } from "../wallets";
import { t } from "../words";

/** What stands in an empty conversation. A tap on a sentence sends it. */
export function showWelcome(root: HTMLElement, linked: boolean, demo: boolean, send: (text: string) => void): void {
  fill(
    root,
    h("h1", {}, t("web-welcome")),
    h("p", { class: "lead" }, t("web-welcome-detail")),
    h(
      "div",
      { class: "examples", role: "group", "aria-label": t("web-examples") },
      ...["web-example-balance", "web-example-transfer"].map((id) => button(t(id), "example", "example", () => send(t(id)))),
    ),
    demo && h("p", { class: "muted small" }, t(linked ? "web-demo-linked" : "web-demo-note")),
  );
}

export interface LinkState {
  wallets: Wallet[];
  demo: boolean;
  busy: boolean;
  none: boolean;
  /** A question waits for the link. */
  asked: boolean;
  pick(wallet: Wallet): void;
  pickDemo(): void;
  unclear(): void;
}

/** The panel that links a wallet. */
export function showLink(root: HTMLElement, chooser: HTMLElement, state: LinkState): void {
  fill(
    root,
    h("h2", {}, t(state.asked ? "web-link-asked" : "web-link")),
    h("p", { class: "muted" }, t("web-link-detail")),
    chooser,
    state.busy && h("p", { class: "notice info busy", role: "status" }, t("web-linking")),
  );
  showChooser(chooser, { ...state, chosen: null });
}
