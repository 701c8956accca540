// What stands in the conversation: messages, the sign that it is working, faults. Each can draw itself again,
// so that a change of language leaves the conversation where it is.

import { button, fill, h } from "../dom";
import { rich } from "../format";
import type { Message } from "../types";
import { said, t } from "../words";

export interface Entry {
  element: HTMLElement;
  draw(): void;
}

export interface Choice {
  label: string;
  message: string;
}

/** A message; its choices can be taken once, in the same thread. */
export function message(
  role: Message["role"],
  text: string,
  choices: Choice[],
  take: (choice: Choice) => void,
): Entry {
  const element = h("article", { class: `message ${role}`, testid: "message", "data-role": role });
  let taken = false;
  const draw = () => {
    element.setAttribute("aria-label", t(`web-role-${role}`));
    fill(
      element,
      h("div", { class: "text" }, rich(text)),
      choices.length > 0 &&
        h(
          "div",
          { class: "choices" },
          ...choices.map((choice) => button(choice.label, "choice", "chip", () => pick(choice), taken)),
        ),
    );
  };
  const pick = (choice: Choice) => {
    taken = true;
    draw();
    take(choice);
  };
  draw();
  return { element, draw };
}

export interface Working extends Entry {
  stage(name: string): void;
  lost(): void;
}

/** Shown until the answer is there. */
export function working(): Working {
  const element = h("div", { class: "working", role: "status", testid: "working" });
  let id = "web-working";
  const draw = () =>
    fill(element, h("span", { class: "pulse", "aria-hidden": "true" }), said(id) ?? t("web-working"));
  const set = (next: string) => {
    id = next;
    draw();
  };
  draw();
  return { element, draw, stage: (name) => set(`stage-${name}`), lost: () => set("web-lost") };
}

/** Something did not work; `retry` offers to try it again. */
export function fault(words: () => string, retry: (() => void) | null): Entry {
  const element = h("div", { class: "notice error", role: "alert", testid: "fault" });
  const draw = () =>
    fill(element, h("span", {}, words()), retry && button(t("page-try-again"), "retry", "secondary", tap));
  const tap = () => {
    element.remove();
    retry?.();
  };
  draw();
  return { element, draw };
}
