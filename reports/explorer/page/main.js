// The page has one setting, its picture, and the story beside it.
import {controls} from "./controls.js";
import {element, soon} from "./element.js";
import {curve} from "./picture/curve.js";
import {maps} from "./picture/maps.js";
import {Brush} from "./picture/paint.js";
import {player} from "./picture/play.js";
import {plot} from "./picture/plot.js";
import {runs} from "./picture/runs.js";
import {sentence} from "./picture/sentence.js";
import {figures} from "./figures/figures.js";
import {guess} from "./guess.js";
import {command, picture} from "./picture/take.js";
import {walk} from "./picture/walk.js";
import {catalogue, server} from "./state/ask.js";
import {fragment, state} from "./state/link.js";
import {sentence as whole} from "./state/numbers.js";
import {acts, past} from "./state/past.js";
import {framesOf, Place} from "./state/place.js";
import {Setting} from "./state/setting.js";
import {shows} from "./shows.js";
import {slow} from "./slow.js";
import {story} from "./story.js";

const find = (id) => document.getElementById(id);
const start = state(location.hash), setting = new Setting(start.question), place = new Place(start.place);
const play = player(setting, place);
const now = () => ({question: setting.question, place: isShowing() ? {} : place.all()});
const mark = story(find("story"));
const steps = past(now, show, () => { find("undo").disabled = !steps.canUndo(); });
let said = start.said; // what is wrong with the link

/** show replaces the state of the page. */
function show(to) {
  setting.become(to.question);
  place.replace(to.place);
}

/** follow shows another link: of the story, of the address bar, or of the history of the browser. */
function follow() {
  if (location.hash === fragment(now())) return;
  const to = state(location.hash);
  steps.come(to);
  said = to.said;
  tell();
}

/** fallBack shows the board of a link that names none, where the first link has no answer, as one of an unknown toy. */
function fallBack({detail}) {
  if (detail !== "measure") return;
  setting.removeEventListener("answer", fallBack);
  const problem = setting.problems.measure;
  if (!problem || problem.status === 0) return;
  setting.become(state("").question);
  said = [problem.message, "The page shows BARRIER."]; // until another question
}

/** lost says that no answer comes, where the cause is not known. */
const lost = ["The server does not answer. The page shows its last answers, and goes on by itself when it does. ",
  element("code", {}, "breadboard explore"), " starts it."];

/** tell says what is wrong at the top of the page, in one place: the server, the link, or the question. */
const tell = soon(() => {
  const problem = [setting.problems.measure, setting.problems.exact].find((one) => one && one.status !== 0);
  const parts = server.lost ? (server.why ? [server.why] : lost) : [...said, ...(problem ? [problem.message] : [])]
    .map((one) => `${whole(one)} `);
  find("said").replaceChildren(...parts);
  find("said").hidden = parts.length === 0;
});

function changed() {
  steps.changed();
  told();
  tell();
}

/** isShowing tells if the page moves by itself, which no link has. */
function isShowing() {
  return play.isOn() || document.body.classList.contains("asking");
}

/** told shows in the story what is on the screen, with its numbers, if they have come. */
function told() {
  mark(now(), setting.stale("measure") || setting.problems.measure ? null : setting.answers.measure);
}

/** begin shows what no number waits for. */
async function begin() {
  const choices = await catalogue(setting.question, (why) => {
    said = [why];
    tell();
  });
  controls(find("controls"), setting, choices);
  find("version").textContent = choices.version ?? "";
}

/**
 * opens plays once when the page opens, after a guess, unless the reader wants a level or no motion. Any touch that is
 * no guess goes to the end.
 */
function opens() {
  if (place.all().beta !== undefined || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const touches = ["pointerdown", "keydown", "wheel"];
  let asked = null;
  const end = ({target, key}) => {
    if (asked && (key === "Tab" || asked.panel.contains(target))) return;
    for (const touch of touches) removeEventListener(touch, end, true);
    setting.removeEventListener("answer", begin);
    const isOwn = target.closest?.(".play, .curves"); // which do what they are for
    if (!asked && (!play.isOn() || isOwn)) return;
    asked?.close();
    play.stop();
    place.replace({});
  };
  const begin = () => {
    const {measure, levels} = setting.answers; // which come in any order
    if (!measure || !levels) return;
    setting.removeEventListener("answer", begin);
    const isOfStory = fragment({question: setting.question, place: {}}) === fragment(state(""));
    asked = isOfStory ? guess(find("answer"), find("plot"), setting.answers, () => {
      asked.close();
      asked = null;
      play.start();
    }) : null;
    if (asked) place.move(levels.frames[0], false);
    else play.start();
  };
  for (const touch of touches) addEventListener(touch, end, true);
  setting.addEventListener("answer", begin);
}

const act = acts(), brush = new Brush(setting, find("paint"), find("tools"));
sentence(find("answer"), setting, place);
plot(find("plot"), setting, place, act, play, brush, find("pin"));
slow(find("slow"), setting, () => (steps.canUndo() ? steps.undo() : show(state(""))));
setting.need("measure"); // J and B wait for nothing else
const drawn = maps(find("maps"), setting, place, act, brush);
shows(find("story"), drawn, setting);
brush.mount(drawn.p);
curve(find("schedule"), setting);
setting.need("exact");
setting.need("levels", () => ({frames: framesOf(setting)}));
walk(find("maps"), drawn.q, setting, place, play);
runs(find("runs"), setting, place);
setting.addEventListener("answer", () => figures(find("story")), {once: true});
command(find("copy"), find("command"), setting);
find("undo").addEventListener("click", steps.undo);
find("picture").addEventListener("click", () => {
  if (!setting.answers.measure) return;
  picture(find("answer").textContent, [drawn.p, drawn.q, drawn["q − p"]], setting, place);
});
find("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the fragment is the page's state
  find("story").focus();
});
setting.addEventListener("question", () => {
  said = [];
  changed();
});
for (const event of ["wait", "rest"]) {
  setting.addEventListener(event, () => {
    document.querySelector("main").setAttribute("aria-busy", setting.waiting.size > 0);
  });
}
setting.addEventListener("answer", fallBack);
setting.addEventListener("answer", ({detail}) => {
  if (detail === "measure") told();
  tell();
});
place.addEventListener("change", () => {
  if (place.all().beta !== undefined) brush.end(); // the brush paints the target, at the end
  if (!isShowing()) changed();
});
place.addEventListener("glide", () => !isShowing() && changed()); // the link has the level where it stops
brush.addEventListener("change", () => brush.target() && place.replace({}));
for (const event of ["lost", "back"]) server.addEventListener(event, tell);
addEventListener("hashchange", follow);
addEventListener("keydown", (event) => {
  if (event.key === "Escape") brush.end();
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input[type=text], input[type=number]")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) steps.redo();
  else steps.undo();
});
opens();
told();
tell();
await begin();
