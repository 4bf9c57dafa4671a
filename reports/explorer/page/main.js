// The page: two sides at the most, what both share, and everything that is on the screen.
import "explorer/embed.js";
import {along} from "explorer/along.js";
import {answer} from "explorer/answer.js";
import {element} from "explorer/element.js";
import {laws} from "explorer/laws.js";
import {numbers} from "explorer/numbers.js";
import {settings} from "explorer/setting/settings.js";
import {kept, reached, server} from "explorer/state/ask.js";
import {Common} from "explorer/state/common.js";
import {fragment, state} from "explorer/state/link.js";
import {past} from "explorer/state/past.js";
import {Shared} from "explorer/state/shared.js";
import {Side} from "explorer/state/sides.js";
import {notice, seal} from "explorer/take/saved.js";
import {framesOf} from "explorer/views/position.js";
import {betas} from "explorer/views/cells/slowest.js";

const find = (id) => document.getElementById(id);
const link = kept?.link ?? location.hash, start = state(link);
let pageKeys; // those of the page in a link, as soon as the views are there
const page = new Shared(start.page);
const a = new Side("a", start.a);
let b = start.b ? new Side("b", start.b) : null;
let choices; // the catalogue
let fields; // of the settings, as soon as the catalogue is there

const common = new Common(), sides = () => (b ? [a, b] : [a]);
const now = () => ({a: a.question, b: b?.question ?? null, page: page.all()});
const acts = past(now, show);
const screen = {
  numbers: numbers(find("numbers"), sides),
  answer: answer(find("answer"), find("numbers"), sides),
  laws: laws(find("laws"), sides, page, common),
  along: along(find("along"), sides, page),
};
let below = []; // the views, and what one takes with one

/** ask asks for J and B of a side, which wait for nothing else, and shows them when they come. */
function ask(side) {
  for (const part of [screen.answer, screen.numbers]) part.follow(side);
  side.need("measure");
}

/** open puts all else of a side on the screen. */
function open(side) {
  side.addEventListener("question", acts.changed);
  const brush = fields.open(side);
  screen.along.follow(side);
  screen.laws.follow(side, brush);
  side.need("exact");
  side.need("levels", () => ({frames: framesOf(side)}));
  side.need("spectrum", () => ({betas}));
}

/** second opens or closes the second side. */
function second(question) {
  if (!question && b) {
    b.close();
    for (const one of document.querySelectorAll('[data-side="b"]')) one.remove();
    b = null;
  } else if (question && b) b.become(question);
  else if (question) {
    b = new Side("b", question);
    ask(b);
    open(b);
  }
}

/** show brings a state back, with everything that it had. */
function show(to) {
  a.become(to.a);
  const had = Boolean(b);
  second(to.b);
  page.replace(to.page);
  if (had !== Boolean(b)) mount();
}

/** mount puts everything on the screen that shows all sides. */
function mount() {
  document.body.classList.toggle("two", Boolean(b));
  common.follow(sides());
  fields.draw();
  find("compare").setAttribute("aria-pressed", String(Boolean(b)));
  for (const part of [screen.along, ...below]) part.mount();
  for (const part of [screen.answer, screen.numbers, screen.laws]) part.draw();
}

function compare() {
  second(b ? null : {...a.question});
  mount();
  acts.changed();
}

/** follow shows another link that was put into the address bar, and goes back in the history of the browser. */
function follow() {
  if (location.hash === fragment(now())) return;
  const to = state(location.hash, pageKeys);
  tell(to.said);
  acts.come(to);
}

/** tell shows sentences at the top of the page. */
function tell(sentences) {
  const close = element("button", {type: "button", "aria-label": "Close", onclick: () => tell([])}, "×");
  find("said").replaceChildren(...(sentences.length > 0 ? [sentences.join(" "), close] : []));
  find("said").hidden = sentences.length === 0;
}

/** keep saves the page, with the views that nobody has opened yet. */
async function keep() {
  find("save").disabled = true;
  tell(["Collecting what all views show …"]);
  try {
    const {collect, save} = await import("explorer/take/save.js");
    await collect(sides(), page);
    tell([await save(fragment(now()), sides(), choices)]);
  } catch (problem) {
    tell([problem.message]);
  }
  find("save").disabled = false;
}

/** plotted waits for the library that draws charts, which comes last. */
async function plotted() {
  if (window.Plot) return;
  await new Promise((resolve) => { document.addEventListener("DOMContentLoaded", resolve, {once: true}); });
}

/** more adds what no number waits for, and says which keys of the link no view has. */
async function more() {
  await plotted();
  const [{tabs}, {take}, {views}] = await Promise.all([import("explorer/views/tabs.js"),
    import("explorer/take/take.js"), import("explorer/views/views.js")]);
  pageKeys = ["view", ...views.flatMap((view) => view.keys ?? [])];
  const {said} = state(link, pageKeys);
  for (const key of Object.keys(page.all())) if (!pageKeys.includes(key)) page.set(key, undefined);
  if (said.length > 0) tell(said);
  below = [tabs(find("views"), sides, page), take(find("take"), sides, page)];
  for (const part of below) part.mount();
}

find("undo").addEventListener("click", acts.undo);
find("redo").addEventListener("click", acts.redo);
find("compare").addEventListener("click", compare);
find("share").addEventListener("click", () => {
  find("take").scrollIntoView();
  find("take-head").focus();
});
find("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the fragment is the page's state
  find("numbers").focus();
});
acts.addEventListener("change", () => {
  find("undo").disabled = !acts.canUndo();
  find("redo").disabled = !acts.canRedo();
});
page.addEventListener("change", acts.changed);
addEventListener("hashchange", follow);
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input[type=text], input[type=number]")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) acts.redo();
  else acts.undo();
});
const usual = [...find("lost").childNodes];
for (const event of ["lost", "back"]) {
  server.addEventListener(event, () => {
    find("lost").replaceChildren(...(server.why ? [server.why] : usual));
    find("lost").hidden = !server.lost;
  });
}
document.body.classList.toggle("saved", Boolean(kept));
tell(start.said);
sides().forEach(ask);
choices = await reached(a.question, (why) => tell([why]));
fields = settings(find("settings"), sides, common, choices);
sides().forEach(open);
mount();
find("save").addEventListener("click", keep);
if (kept) {
  find("said").after(notice());
  seal(find("settings"), find("compare"), find("save"));
}
find("version").textContent = choices.version ?? "";
await more();
