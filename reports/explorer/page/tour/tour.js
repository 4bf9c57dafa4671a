// The tour: eight steps for who has never met J and B. The step is a value of the page, so that a link can open it:
// tour=3.
import {element, soon} from "explorer/element.js";
import {kept} from "explorer/state/ask.js";
import {state as read} from "explorer/state/link.js";
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

const key = "breadboard-toured";

/**
 * offer makes the quiet line that offers the tour to those who have not seen it, and the way back to what they had
 * before it. start opens the tour.
 */
function offer(start) {
  const node = element("aside", {class: "offer", "aria-label": "Offer of a tour", hidden: true});
  const gone = () => {
    node.hidden = true;
    remember();
  };
  const button = (text, act) => element("button", {type: "button", onclick: act}, text);
  const line = (words, text, act, no) => {
    node.replaceChildren(words, " ", button(text, () => {
      gone();
      act();
    }), " ", button(no, gone));
    node.hidden = false;
  };
  return {
    node,
    /** first offers the tour to whoever has never seen it or refused it. */
    first() {
      if (!remembered()) line("New here?", "A tour of eight steps", start, "No, thanks");
    },
    /** back offers what was on the page before the tour. */
    back(restore, state) {
      remember();
      line("The tour has changed the page.", "Back to what was here before", () => restore(state), "Stay here");
    },
    /** hide takes the line away, whatever it offers. */
    hide: gone,
  };
}

/** A browser may forbid to remember anything: then the offer comes again. */
function remembered() {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function remember() {
  try {
    localStorage.setItem(key, "yes");
  } catch {
    // see remembered
  }
}

const waiting = ["The numbers of this step are being computed."];

/**
 * panel makes the panel of the tour, closed: one step, and the way on. It lies along the lower edge, and the page makes
 * room for it, so that it covers nothing that cannot be scrolled to. act has next, back, close and reset, which its
 * buttons call.
 */
function panel(act) {
  const count = element("p", {class: "tour-count"});
  const title = element("h2", {id: "tour-title", tabindex: "-1"});
  const text = element("div", {id: "tour-text", class: "tour-text"});
  const changed = element("p", {class: "tour-changed", hidden: true}, "You have changed the page. ",
    element("button", {type: "button", onclick: act.reset}, "Set this step up again"));
  const back = element("button", {type: "button", onclick: act.back}, "Back");
  const next = element("button", {type: "button", class: "tour-next", onclick: act.next}, "Next");
  const close = element("button", {type: "button", "aria-label": "Close the tour", onclick: act.close}, "Close");
  const head = element("div", {class: "tour-head"}, title, count, back, next, close);
  const node = element("div", {class: "tour", role: "dialog", "aria-labelledby": "tour-title",
    "aria-describedby": "tour-text", hidden: true}, head, text, changed);
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--tour", `${node.offsetHeight}px`);
  }).observe(node);

  return {
    node,
    /** open shows a step, before its sentences are known. Whoever listens hears its title first. */
    open({name, at, of, fixed}) {
      node.hidden = false;
      count.textContent = `Step ${at} of ${of}`;
      title.textContent = name;
      fill(text, waiting);
      back.disabled = at === 1 || fixed;
      next.disabled = fixed;
      next.textContent = at === of ? "End the tour" : "Next";
      title.focus({preventScroll: true});
    },
    /** say shows the sentences of a step; null if their numbers are on the way. */
    say(sentences, isChanged) {
      fill(text, sentences ?? waiting);
      changed.hidden = !isChanged;
    },
    close() {
      node.hidden = true;
    },
  };
}

/** fill puts sentences into a node, unless they are there already. */
function fill(node, sentences) {
  if (sentences.join() === [...node.children].map((one) => one.textContent).join()) return;
  node.replaceChildren(...sentences.map((one) => element("p", {}, one)));
}

/** What readers do who move the page themselves. */
const moves = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * pointer points at the places of a step: each has a line around it, and they are scrolled to until the reader moves
 * the
 * page. Where not all of them fit, the last one does, as what is to be pressed stands there. They may come later than
 * the
 * step: at is called until all are there.
 */
function pointer() {
  let places = [], still = false; // still: the reader has moved the page
  const show = () => {
    if (still) return;
    const page = getComputedStyle(document.documentElement);
    const room = innerHeight - parseFloat(page.scrollPaddingTop) - parseFloat(page.scrollPaddingBottom);
    for (const place of places) place.scrollIntoView({block: place.offsetHeight < room ? "nearest" : "start"});
  };
  const grown = new ResizeObserver(show); // pictures come one by one, and move what is below them
  for (const move of moves) addEventListener(move, () => { still = true; }, {capture: true, passive: true});

  return {
    at(selector) {
      const found = [...document.querySelectorAll(selector)], wanted = firsts(selector, found);
      if (wanted.length === places.length && wanted.every((place, i) => place === places[i])) return;
      this.leave();
      places = wanted;
      if (places.length === 0) return;
      for (const place of places) place.classList.add("pointed");
      still = false;
      grown.observe(document.body, {box: "border-box"}); // its padding is the height of the panel
      show();
    },
    leave() {
      for (const place of places) place.classList.remove("pointed");
      places = [];
      grown.disconnect();
    },
  };
}

/** firsts are the first of some places that each part of a selector, between commas, finds. */
const firsts = (selector, found) => selector.split(", ").map((part) => found.find((one) => one.matches(part)))
  .filter(Boolean);
