// The page: two sides at the most, what both share, and everything that is on the screen.
import "explorer/embed.js";
import {along} from "explorer/along.js";
import {answer} from "explorer/answer.js";
import {element} from "explorer/element.js";
import {gallery} from "explorer/gallery/gallery.js";
import {laws} from "explorer/laws.js";
import {numbers} from "explorer/numbers.js";
import {panel} from "explorer/setting/panel.js";
import {catalogue, kept, server} from "explorer/state/ask.js";
import {fragment, state} from "explorer/state/link.js";
import {past} from "explorer/state/past.js";
import {Shared} from "explorer/state/shared.js";
import {Side} from "explorer/state/sides.js";
import {collect, notice, save, seal} from "explorer/take/save.js";
import {take} from "explorer/take/take.js";
import {tour} from "explorer/tour/tour.js";
import {framesOf} from "explorer/views/position.js";
import {betas} from "explorer/views/spectrum.js";
import {tabs} from "explorer/views/tabs.js";
import {views} from "explorer/views/views.js";

const find = (id) => document.getElementById(id);
const pageKeys = ["view", "tour", "chains-on", ...views.flatMap((view) => view.keys ?? [])];
const start = state(kept?.link ?? location.hash, pageKeys);
const page = new Shared(start.page);
const a = new Side("a", start.a);
let b = start.b ? new Side("b", start.b) : null;
let choices; // the catalogue

const sides = () => (b ? [a, b] : [a]);
const now = () => ({a: a.question, b: b?.question ?? null, page: page.all()});
const acts = past(now, show);
const screen = {
  numbers: numbers(find("numbers"), sides),
  answer: answer(find("answer"), find("numbers"), sides),
  laws: laws(find("laws"), sides, page),
  along: along(find("along"), sides, page),
  tabs: tabs(find("views"), sides, page),
  take: take(find("take"), sides, page),
};

/** open puts a side on the screen. */
function open(side) {
  side.addEventListener("question", acts.changed);
  const {row, brush} = panel(side, choices);
  find("settings").append(row);
  for (const part of [screen.answer, screen.numbers, screen.along]) part.follow(side);
  screen.laws.follow(side, brush);
  side.need("measure");
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
  } else if (question && b) b.set({...nothing(b.question), ...question});
  else if (question) open(b = new Side("b", question));
}

const nothing = (question) => Object.fromEntries(Object.keys(question).map((key) => [key, undefined]));

/** show brings a state back, with everything that it had. */
function show(to) {
  a.set({...nothing(a.question), ...to.a});
  const had = Boolean(b);
  second(to.b);
  page.replace(to.page);
  if (had !== Boolean(b)) mount();
}

/** mount puts everything on the screen that shows all sides. */
function mount() {
  document.body.classList.toggle("two", Boolean(b));
  find("compare").setAttribute("aria-pressed", String(Boolean(b)));
  screen.tabs.mount();
  screen.take.mount();
  screen.along.mount();
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
    await collect(sides(), page);
    tell([await save(fragment(now()), sides(), choices)]);
  } catch (problem) {
    tell([problem.message]);
  }
  find("save").disabled = false;
}

/** reached is the catalogue, as soon as somebody answers. */
async function reached() {
  for (;;) {
    try {
      return await catalogue(a.question);
    } catch (problem) {
      if (!server.lost) tell([problem.message]);
      await new Promise((resolve) => { server.addEventListener("back", resolve, {once: true}); });
    }
  }
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
choices = await reached();
sides().forEach(open);
mount();
const guide = tour({page, sides, state: now, restore: show, keys: pageKeys});
find("said").after(guide.offer, guide.panel);
find("tour").addEventListener("click", guide.start);
gallery(find("gallery"));
find("save").addEventListener("click", keep);
if (kept) {
  find("said").after(notice());
  seal(find("settings"), find("compare"), find("tour"), find("save"), find("gallery"));
}
find("version").textContent = choices.version ?? "";
