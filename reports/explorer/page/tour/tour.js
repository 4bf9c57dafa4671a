// The tour: eight steps for who has never met J and B. The step is a value of the page, so that a link can open it:
// tour=3.
import {soon} from "explorer/element.js";
import {kept} from "explorer/state/ask.js";
import {state as read} from "explorer/state/link.js";
import {offer} from "explorer/tour/offer.js";
import {panel} from "explorer/tour/panel.js";
import {pointer} from "explorer/tour/pointer.js";
import {steps} from "explorer/tour/steps.js";

/**
 * tour adds the tour to a page, and returns the line that offers it, its panel, and start, which a button calls.
 *
 *   page            what both sides share
 *   sides()         [a] or [a, b]
 *   state()         what is on the screen: {a, b, page}
 *   restore(state)  brings it back
 *   keys            those of the page in a link
 */
export function tour(on) {
  const {page, restore, keys} = on;
  const quiet = offer(() => act.start()), act = acts(on, quiet);
  const show = panel(act), point = pointer(), draw = drawing(on, show, point);
  let shown = 0;
  const follow = () => {
    const to = stepOf(page);
    if (to !== shown) point.leave();
    if (to !== shown && to === 0) show.close();
    if (to !== shown && to > 0) {
      quiet.hide();
      show.open({name: steps[to - 1].title, at: to, of: steps.length, fixed: Boolean(kept)});
    }
    shown = to;
    draw();
  };
  page.addEventListener("change", follow);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown > 0 && !event.defaultPrevented) act.close();
  });
  if (isBare(page)) restore(stateOf(stepOf(page), keys));
  else if (!kept && stepOf(page) === 0) quiet.first();
  follow();
  return {offer: quiet.node, panel: show.node, start: act.start};
}

/** acts are what the reader can do. The last step leads out of the tour; what was on the page before it is offered. */
function acts({page, state, restore, keys}, quiet) {
  let before = null, opener = null;
  const go = (to) => {
    if (to > steps.length) close();
    else restore(stateOf(to, keys));
  };
  const close = () => {
    page.set("tour", undefined);
    opener?.focus();
    if (before && !kept) quiet.back(restore, before);
    before = null;
  };
  const start = () => {
    before ??= state();
    opener = document.activeElement;
    go(1);
  };
  const by = (more) => () => go(stepOf(page) + more);
  return {start, close, next: by(1), back: by(-1), reset: by(0)};
}

/** drawing returns a function that says the sentences of the step, and says them anew with every answer. */
function drawing({page, sides, state, keys}, show, point) {
  const watched = new WeakSet();
  const watch = (side) => {
    if (watched.has(side)) return;
    watched.add(side);
    for (const event of ["answer", "question"]) side.addEventListener(event, draw);
  };
  const draw = soon(() => {
    const step = stepOf(page);
    if (step === 0) return;
    const {at, needs, says} = steps[step - 1], [a, b] = sides();
    for (const side of sides()) watch(side);
    point.at(at);
    const ready = fresh(a, needs.a) && fresh(b, needs.b);
    const isChanged = !kept && !sameQuestions(stateOf(step, keys), state());
    show.say(ready ? says({a: a.answers, b: b?.answers}) : null, isChanged);
  });
  return draw;
}

/** stateOf returns the state that a step shows: {a, b, page}. */
function stateOf(step, keys) {
  const {a, b, page} = read(`#${steps[step - 1].link}`, keys);
  return {a, b, page: {...page, tour: String(step)}};
}

/** stepOf is the step that the page is at; 0 if it is at none. */
function stepOf(page) {
  const step = Number(page.get("tour"));
  return Number.isInteger(step) && step >= 1 && step <= steps.length ? step : 0;
}

/** isBare tells if the link says nothing but the step. Whatever else a link says holds. */
function isBare(page) {
  return !kept && stepOf(page) > 0 && [...new URLSearchParams(location.hash.slice(1)).keys()].join() === "tour";
}

/** fresh tells if a side has answers of these kinds to the question that it has now. */
function fresh(side, kinds = []) {
  return kinds.every((kind) => side?.answers[kind] && !side.stale(kind));
}

function sameQuestions(x, y) {
  const text = (question) => JSON.stringify(Object.entries(question ?? {}).sort());
  return text(x.a) === text(y.a) && text(x.b) === text(y.b);
}
