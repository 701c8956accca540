// The web chat at /: its frame, the line to type in, and the link to a wallet.

import { call, pause, Refused, words } from "../api";
import { demoWallet } from "../demo";
import { button, fill, h } from "../dom";
import { address } from "../format";
import { keep, recall } from "../keep";
import { brand, languageSwitch } from "../switch";
import type { WebConfig } from "../types";
import { complaint, findWallets, refused, type Wallet } from "../wallets";
import { onLanguage, t } from "../words";
import { Conversation } from "./conversation";
import { link, NoAccount, session, setSession } from "./session";
import { waiting } from "./talk";
import { threadList } from "./threads";
import { showExamples, showLink, showWelcome } from "./welcome";

let config: WebConfig | null = null;
let busy = false;
let none = false;
let problem: (() => string) | null = null;
let drawer = false;

const conversation = new Conversation({ token: () => session()?.token ?? null, unlinked: unlink, changed });
const wallets = findWallets(draw);
const threads = threadList({
  open: (id) => void show(id),
  begin: () => void show(null),
  clear: (id) => void clear(id),
});
const top = h("header", { class: "top" });
const welcome = h("section", { class: "welcome" });
const examples = h("section", { class: "examples" });
const chooser = h("div", { class: "chooser" });
const linking = h("section", { class: "link-panel", testid: "link-panel" });
const say = h("textarea", { id: "say", testid: "say", rows: 1, maxlength: 4096, enterkeyhint: "send" });
const send = h("button", { type: "submit", class: "primary", testid: "send" });
const form = h("form", { class: "composer" }, say, send);
const trouble = h("p", { class: "notice error", role: "alert" });
const column = h("div", { class: "column" }, welcome, conversation.element, linking, trouble, examples);
const scroller = h("div", { class: "scroller" }, column);
const account = h("div", { class: "who", testid: "who" });
const aside = h("aside", { class: "side" }, threads.element, account);

document.body.append(top, h("div", { class: "frame" }, aside, h("main", { class: "talk" }, scroller, form)));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
say.addEventListener("keydown", (event) => {
  // Enter also ends a Chinese input method's word: that one must not send.
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  submit();
});
say.addEventListener("input", () => {
  keep("draft", say.value || null);
  grow();
});
onLanguage(() => {
  conversation.draw();
  threads.draw();
  draw();
});
addEventListener("pageshow", (event) => event.persisted && void conversation.sync());
document.addEventListener(
  "visibilitychange",
  () => document.visibilityState === "visible" && void conversation.sync(),
);
void begin();

async function begin(): Promise<void> {
  say.value = recall("draft") ?? "";
  draw();
  grow();
  focus();
  for (let attempt = 0; !config; attempt++) {
    try {
      config = await call<WebConfig>("GET", "/config.json", null);
    } catch (error) {
      problem = () => words(error);
      draw();
      if (error instanceof Refused && error.status < 500) return;
      await pause(attempt, 8);
    }
  }
  problem = null;
  draw();
  await conversation.open(conversation.thread);
  void threads.load(session()?.token ?? null, conversation.thread);
  void conversation.run();
}

function submit(): void {
  const text = say.value.trim();
  if (!text) return;
  say.value = "";
  keep("draft", null);
  grow();
  conversation.say(text);
}

/** Where there is a keyboard; on a phone it would push one over the page. */
function focus(): void {
  if (matchMedia("(pointer: fine)").matches) say.focus({ preventScroll: true });
}

function grow(): void {
  say.style.height = "auto";
  say.style.height = `${Math.min(say.scrollHeight, 160)}px`;
}

async function show(id: string | null): Promise<void> {
  drawer = false;
  await conversation.open(id);
  threads.mark(conversation.thread);
  draw();
}

async function clear(id: string): Promise<void> {
  const token = session()?.token ?? null;
  try {
    await call("DELETE", `/api/threads/${encodeURIComponent(id)}`, token);
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return unlink();
    if (!(error instanceof Refused && error.status === 404)) {
      problem = () => words(error);
      return draw();
    }
  }
  if (id === conversation.thread) await show(null);
  await threads.load(token, conversation.thread);
}

let listed: string | null = null;

function changed(): void {
  if (conversation.thread !== listed) {
    listed = conversation.thread;
    void threads.load(session()?.token ?? null, listed);
  }
  draw();
}

/** Forgets the token, never what was typed or asked. */
function unlink(): void {
  setSession(null);
  draw();
  scroller.scrollTo(0, scroller.scrollHeight);
}

async function pick(find: () => Promise<Wallet | null>): Promise<void> {
  if (busy || !config) return;
  busy = true;
  problem = null;
  none = false;
  draw();
  try {
    const wallet = await find();
    if (wallet) {
      await link(wallet, config.default_chain_id);
      await conversation.open(conversation.thread);
      void threads.load(session()?.token ?? null, conversation.thread);
      void conversation.run();
      focus();
    }
  } catch (error) {
    problem = () => linkWords(error);
  } finally {
    busy = false;
    draw();
  }
}

function linkWords(error: unknown): string {
  if (error instanceof NoAccount) return t("page-no-account");
  if (refused(error)) return t("web-link-refused");
  const ours = error instanceof Refused || error instanceof Error;
  return ours ? words(error) : t("page-wallet-error", { said: complaint(error) });
}

function demo(): Promise<Wallet | null> {
  const chain = config?.chains.find(({ id }) => id === config?.default_chain_id);
  return chain ? demoWallet(chain.id, chain, true) : Promise.resolve(null);
}

function draw(): void {
  const who = session();
  document.title = t("web-title");
  drawTop(who);
  say.placeholder = t("web-say");
  say.setAttribute("aria-label", t("web-say"));
  fill(send, t("web-send"));
  document.body.classList.toggle("drawer", drawer);
  welcome.hidden = examples.hidden = !conversation.empty;
  conversation.element.hidden = conversation.empty;
  showWelcome(welcome);
  showExamples(examples, config?.demo === true, (text) => conversation.say(text));
  linking.hidden = who !== null;
  fill(trouble, problem?.());
  trouble.hidden = !problem;
  if (who) return;
  showLink(linking, chooser, {
    wallets: wallets(),
    demo: config?.demo === true,
    busy,
    none,
    asked: waiting().length > 0,
    pick: (wallet) => void pick(() => Promise.resolve(wallet)),
    pickDemo: () => void pick(demo),
    unclear: () => {
      none = true;
      draw();
    },
  });
}

function drawTop(who: ReturnType<typeof session>): void {
  const toggle = () => {
    drawer = !drawer;
    draw();
  };
  const menu = button("", "threads", "menu", toggle);
  menu.setAttribute("aria-label", t("web-threads"));
  menu.setAttribute("aria-expanded", String(drawer));
  fill(
    top,
    menu,
    brand(),
    config?.demo === true && h("span", { class: "tag" }, t("page-demo-chain")),
    languageSwitch(),
  );
  account.hidden = !who;
  fill(
    account,
    who && h("p", { class: "muted small" }, t("web-linked")),
    who && address(who.address, "account"),
    button(t("web-unlink"), "unlink", "quiet", leave),
  );
}

/** Unlinks on purpose: what this wallet's owner saw goes from the screen. */
function leave(): void {
  setSession(null);
  void show(null);
  void threads.load(null, null);
}
