// Small functions over the DOM. Text goes in as text nodes only, never as markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | null | undefined>;

/** An element; `on…` attributes become listeners, `testid` becomes data-testid, false and null are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name === "testid" ? "data-testid" : name, value === true ? "" : String(value));
  }
  for (const child of children) if (child || child === "") element.append(child);
  return element;
}

export function button(words: string, testid: string, kind: string, onclick: () => void, disabled = false) {
  return h("button", { type: "button", class: kind, testid, onclick, disabled }, words);
}

/** Puts new children into `root`; the focus stays on the part with the same data-testid, and the page where it is. */
export function fill(root: HTMLElement, ...children: Child[]): void {
  const focused = document.activeElement;
  const testid = focused && root.contains(focused) ? focused.getAttribute("data-testid") : null;
  root.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
  if (testid) root.querySelector<HTMLElement>(`[data-testid="${CSS.escape(testid)}"]`)?.focus({ preventScroll: true });
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Foreign text for showing: no control, direction or invisible characters, at most `most` long. */
export function plain(text: string, most = 300): string {
  const clean = text.replace(/\s/gu, " ").replace(UNSEEN, "");
  return clean.length > most ? `${clean.slice(0, most)}…` : clean;
}
