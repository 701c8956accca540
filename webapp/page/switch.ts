// The head of both pages: the mark, and the switch between the two languages.

import { h } from "./dom";
import { language, setLanguage, t, type Language } from "./words";

export function brand(): HTMLElement {
  return h(
    "span",
    { class: "brand" },
    h("img", { src: "/static/mark.svg", alt: "", width: 26, height: 26 }),
    "Tapsign",
  );
}

/** Two buttons that show the other language by its own name. */
export function languageSwitch(): HTMLElement {
  const one = (code: Language, name: string, spoken: string) =>
    h(
      "button",
      {
        type: "button",
        lang: spoken,
        testid: `language-${code}`,
        "aria-pressed": String(language() === code),
        onclick: () => setLanguage(code),
      },
      name,
    );
  return h(
    "div",
    { class: "languages", role: "group", "aria-label": t("page-language") },
    one("en", "EN", "en"),
    one("zh", "中文", "zh-CN"),
  );
}
