// The page: one setting, and everything that is on the screen.
import "explorer/embed.js";
import {along} from "explorer/along.js";
import {answer} from "explorer/answer.js";
import {element} from "explorer/element.js";
import {laws} from "explorer/laws.js";
import {numbers} from "explorer/numbers.js";
import {fields} from "explorer/setting/settings.js";
import {kept, reached, server} from "explorer/state/ask.js";
import {fragment, state} from "explorer/state/link.js";
import {past} from "explorer/state/past.js";
import {Setting} from "explorer/state/setting.js";
import {Shared} from "explorer/state/shared.js";
import {notice, seal} from "explorer/take/saved.js";
import {framesOf} from "explorer/views/position.js";

const find = (id) => document.getElementById(id);
const link = kept?.link ?? location.hash, start = state(link);
let pageKeys; // those of the page in a link, as soon as the views are there
const page = new Shared(start.page), setting = new Setting(start.question);
const now = () => ({question: setting.question, page: page.all()});
const acts = past(now, show);

/** show brings a state back, with everything that it had. */
function show(to) {
  setting.become(to.question);
  page.replace(to.page);
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
async function keep(choices) {
  find("save").disabled = true;
  tell(["Collecting what all views show …"]);
  try {
    const {collect, save} = await import("explorer/take/save.js");
    await collect(setting, page);
    tell([await save(fragment(now()), setting, choices)]);
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
  tabs(find("views"), setting, page);
  take(find("take"), setting);
}

find("undo").addEventListener("click", acts.undo);
find("redo").addEventListener("click", acts.redo);
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
answer(find("answer"), find("numbers"), setting);
numbers(find("numbers"), setting);
setting.need("measure"); // J and B wait for nothing else
const choices = await reached(setting.question, (why) => tell([why]));
setting.addEventListener("question", acts.changed);
laws(find("laws"), setting, page, fields(find("settings"), setting, choices));
along(find("along"), setting, page);
setting.need("exact");
setting.need("levels", () => ({frames: framesOf(setting)}));
find("save").addEventListener("click", () => keep(choices));
if (kept) {
  find("said").after(notice());
  seal(find("settings"), find("save"));
}
find("version").textContent = choices.version ?? "";
await more();
