// How figures, addresses and times look; the same in both languages.

import { h } from "./dom";
import { t } from "./words";

/** 1234567.8 → 1,234,567.8. Anything that is not a plain decimal stays as it is. */
export function grouped(figure: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(figure);
  if (!match) return figure;
  const [, sign = "", whole = "", rest = ""] = match;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${rest}`;
}

/** A bound for reading: at most three digits after the leading zeros, rounded up, so that it stays a bound. */
export function bound(figure: string): string {
  const match = /^(\d+)\.(0*)(\d+)$/.exec(figure);
  if (!match) return grouped(figure);
  const [, whole = "", zeros = "", digits = ""] = match;
  if (digits.length <= 3) return grouped(figure);
  const places = zeros.length + 3;
  const up = String(BigInt(whole + zeros + digits.slice(0, 3)) + 1n).padStart(places + 1, "0");
  const fraction = up.slice(-places).replace(/0+$/, "");
  return grouped(up.slice(0, -places)) + (fraction && `.${fraction}`);
}

/** A full address in groups of four. The groups are set apart by style: what is copied has no spaces. */
export function address(full: string, testid: string): HTMLElement {
  const groups = [full.slice(0, 2), ...(full.slice(2).match(/.{1,4}/g) ?? [])];
  const last = groups.length - 1;
  return h(
    "span",
    { class: "address", testid, translate: "no" },
    ...groups.map((group, at) =>
      h("span", { class: at <= 1 || at === last ? "group strong" : "group" }, group),
    ),
  );
}

/** Text with line breaks kept; addresses and hashes stand as code that copies itself when tapped. */
export function rich(text: string): DocumentFragment {
  const parts = document.createDocumentFragment();
  for (const piece of text.split(/(0x[0-9a-fA-F]{40,64}(?![0-9a-fA-F]))/)) {
    parts.append(/^0x[0-9a-fA-F]{40,64}$/.test(piece) ? copyable(piece) : piece);
  }
  return parts;
}

/** A code that copies itself; the tap is answered by a mark in its label. */
export function copyable(text: string): HTMLElement {
  const mark = h("span", { class: "copied", "aria-live": "polite" });
  const copy = () =>
    void navigator.clipboard?.writeText(text).then(
      () => {
        mark.textContent = t("page-copied");
        setTimeout(() => (mark.textContent = ""), 1500);
      },
      () => getSelection()?.selectAllChildren(code),
    );
  const keyed = (event: Event) => {
    const { key } = event as KeyboardEvent;
    if (key !== "Enter" && key !== " ") return;
    event.preventDefault();
    copy();
  };
  // Not a <button>: that one would not flow with the sentence around it.
  const code = h(
    "code",
    { translate: "no", role: "button", tabindex: 0, title: t("page-copy"), onclick: copy, onkeydown: keyed },
    text,
  );
  return h("span", { class: "copyable" }, code, mark);
}

/** Milliseconds as m:ss, or h:mm:ss from an hour up; never negative. */
export function countdown(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest.replace(/^0/, "");
}

/** A button that copies this page's address, for opening it in the wallet's own browser. */
export function copyLink(): HTMLElement {
  const copy = () =>
    void navigator.clipboard?.writeText(location.href).then(() => (element.textContent = t("page-copied")));
  const element = h(
    "button",
    { type: "button", class: "secondary", testid: "copy-link", onclick: copy },
    t("page-copy-link"),
  );
  return element;
}
