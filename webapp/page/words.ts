// The words of the pages: the one catalogue in core/wording (Fluent), in the language of the visitor.

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { plain } from "./dom";
import { keep, recall } from "./keep";

export type Language = "en" | "zh";
export type Params = Record<string, string | number | boolean>;

const sources = import.meta.glob<string>("../../core/wording/*.ftl", {
  query: "?raw",
  import: "default",
  eager: true,
});
const bundles: Record<Language, FluentBundle> = { en: bundle("en"), zh: bundle("zh") };
const listeners = new Set<() => void>();
let current: Language = first();
mark();

function bundle(language: Language): FluentBundle {
  const made = new FluentBundle(language, { useIsolating: false });
  for (const [path, source] of Object.entries(sources)) {
    if (new RegExp(`[./]${language}\\.ftl$`).test(path)) made.addResource(new FluentResource(source));
  }
  return made;
}

function first(): Language {
  const kept = recall("language");
  if (kept === "en" || kept === "zh") return kept;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

function mark(): void {
  document.documentElement.lang = current === "zh" ? "zh-CN" : "en";
}

export function language(): Language {
  return current;
}

export function setLanguage(chosen: Language): void {
  current = chosen;
  keep("language", chosen);
  mark();
  for (const listener of listeners) listener();
}

export function onLanguage(listener: () => void): void {
  listeners.add(listener);
}

/** The words for an id. An id without words shows itself, so that a gap is seen. */
export function t(id: string, params: Params = {}): string {
  return said(id, params) ?? id;
}

/** The words for a code, or null when there are none or a parameter that they need is missing. */
export function said(id: string, params: Params = {}): string | null {
  const pattern = bundles[current].getMessage(id)?.value;
  if (!pattern) return null;
  const shown: Record<string, FluentVariable> = {};
  for (const [name, value] of Object.entries(params)) shown[name] = plain(String(value));
  const errors: Error[] = [];
  const words = bundles[current].formatPattern(pattern, shown, errors);
  return errors.length ? null : words;
}
