// The list of conversations: open one, begin a new one, clear one (two taps).

import { call } from "../api";
import { button, fill, h, plain } from "../dom";
import type { ThreadTitle } from "../types";
import { language, t } from "../words";

export interface ThreadList {
  element: HTMLElement;
  draw(): void;
  /** Reads the list again; quietly keeps the old one when that fails. */
  load(token: string | null, open: string | null): Promise<void>;
  /** Marks the open one. */
  mark(open: string | null): void;
}

export interface ThreadActions {
  open(id: string): void;
  begin(): void;
  clear(id: string): void;
}

export function threadList(actions: ThreadActions): ThreadList {
  const element = h("nav", { class: "threads" });
  let titles: ThreadTitle[] = [];
  let current: string | null = null;
  let doomed: string | null = null;

  function draw(): void {
    element.setAttribute("aria-label", t("web-threads"));
    fill(
      element,
      button(t("web-new"), "new-thread", "secondary", actions.begin),
      titles.length > 0 && h("ul", {}, ...titles.map(row)),
    );
  }

  function row({ id, title, updated_at }: ThreadTitle): HTMLElement {
    const when = new Date(updated_at);
    const time = Number.isNaN(when.getTime())
      ? ""
      : when.toLocaleString(language() === "zh" ? "zh-CN" : "en", {
          month: "short",
          day: "numeric",
          hour: "2-digit",
          minute: "2-digit",
        });
    const sure = doomed === id;
    return h(
      "li",
      { class: id === current ? "thread current" : "thread" },
      h(
        "button",
        {
          type: "button",
          class: "open",
          testid: "thread",
          "aria-current": id === current && "true",
          onclick: () => actions.open(id),
        },
        h("span", { class: "title" }, plain(title ?? "", 80) || t("web-untitled")),
        h("span", { class: "muted" }, time),
      ),
      button(t(sure ? "web-clear-sure" : "web-clear"), "clear-thread", sure ? "clear sure" : "clear", () => {
        doomed = sure ? null : id;
        if (sure) actions.clear(id);
        draw();
      }),
    );
  }

  async function load(token: string | null, open: string | null): Promise<void> {
    current = open;
    if (!token) titles = [];
    else titles = await call<ThreadTitle[]>("GET", "/api/threads", token).catch(() => titles);
    draw();
  }

  function mark(open: string | null): void {
    current = open;
    draw();
  }

  draw();
  return { element, draw, load, mark };
}
