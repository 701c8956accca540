// The choice of a wallet, the same on both pages: `connect`, one `wallet` button each, and the demo wallet.

import { button, fill, h } from "./dom";
import { copyLink } from "./format";
import type { Wallet } from "./wallets";
import { t } from "./words";

export interface Choice {
  wallets: Wallet[];
  demo: boolean;
  /** The id of the wallet in use. */
  chosen: string | null;
  busy: boolean;
  /** Shows the words for "no wallet here". */
  none: boolean;
  pick(wallet: Wallet): void;
  pickDemo(): void;
  /** Connect was tapped and there is not exactly one wallet. */
  unclear(): void;
}

/** Takes the only wallet at once; with several it leads to their list, with none to what helps. */
export function connectButton(root: HTMLElement, choice: Choice, kind: string): HTMLElement {
  const { wallets } = choice;
  const [only] = wallets;
  const connect = () => {
    if (only && wallets.length === 1) return choice.pick(only);
    choice.unclear();
    root.querySelector<HTMLElement>('[data-testid="wallet"], [data-testid="copy-link"]')?.focus();
  };
  return button(t("page-connect"), "connect", kind, connect, choice.busy);
}

/** The wallets to choose from; `first` stands between the demo wallet and the found ones. */
export function showChooser(root: HTMLElement, choice: Choice, first: HTMLElement | null): void {
  const { wallets, chosen, busy } = choice;
  fill(
    root,
    choice.demo &&
      h(
        "button",
        {
          type: "button",
          class: chosen === "demo" ? "wallet demo chosen" : "wallet demo",
          testid: "demo-wallet",
          "aria-pressed": String(chosen === "demo"),
          disabled: busy,
          onclick: choice.pickDemo,
        },
        h("span", { class: "wallet-mark", "aria-hidden": "true" }),
        h("span", { class: "wallet-name" }, t("page-demo-wallet")),
        h("span", { class: "tag" }, t("page-demo-tag")),
      ),
    first,
    wallets.length > 0 &&
      h("div", { class: "wallets", role: "group", "aria-label": t("page-wallets") }, ...wallets.map(row)),
    choice.none &&
      wallets.length === 0 &&
      h("div", { class: "note", role: "status" }, h("p", {}, t("page-no-wallet")), copyLink()),
  );

  function row(wallet: Wallet): HTMLElement {
    const here = chosen === wallet.id;
    return h(
      "button",
      {
        type: "button",
        class: here ? "wallet chosen" : "wallet",
        testid: "wallet",
        "aria-pressed": String(here),
        disabled: busy,
        onclick: () => choice.pick(wallet),
      },
      wallet.icon
        ? h("img", { src: wallet.icon, alt: "", width: 24, height: 24 })
        : h("span", { class: "wallet-mark", "aria-hidden": "true" }),
      h("span", { class: "wallet-name" }, wallet.name),
    );
  }
}
