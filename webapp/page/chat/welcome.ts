// The first minute: what this is, sentences to tap, and the wallet to link.

import { button, fill, h } from "../dom";
import { connectButton, showChooser } from "../chooser";
import type { Wallet } from "../wallets";
import { t } from "../words";

/** What stands in an empty conversation. */
export function showWelcome(root: HTMLElement): void {
  fill(root, h("h1", {}, t("web-welcome")), h("p", { class: "lead" }, t("web-welcome-detail")));
}

/** Sentences to begin with; a tap sends one. */
export function showExamples(root: HTMLElement, demo: boolean, send: (text: string) => void): void {
  const sentences = ["web-example-balance", "web-example-transfer"];
  fill(
    root,
    h("h2", {}, t("web-examples")),
    ...sentences.map((id) => button(t(id), "example", "example", () => send(t(id)))),
    demo && h("p", { class: "muted small" }, t("web-demo-linked")),
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
    h("p", { class: "muted" }, t(state.demo ? "web-demo-note" : "web-link-detail")),
    chooser,
    state.busy && h("p", { class: "notice info busy", role: "status" }, t("web-linking")),
  );
  const choice = { ...state, chosen: null };
  showChooser(chooser, choice, connectButton(chooser, choice, state.demo ? "secondary" : "primary"));
}
