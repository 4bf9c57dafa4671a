// The stage beside the words of a screen: the maps, J and B as bars, and Play with the level, of one setting or two.
// All are the parts of the page itself. A stage asks for the laws along the annealing when it is seen first.
import {along} from "explorer/along.js";
import {element} from "explorer/element.js";
import {laws} from "explorer/laws.js";
import {numbers} from "explorer/numbers.js";
import {Shared} from "explorer/state/shared.js";
import {Side} from "explorer/state/sides.js";
import {framesOf} from "explorer/views/position.js";
import {betas} from "explorer/views/cells/slowest.js";

const plot = "charts/vendor/plot.umd.min.js"; // draws the curve of the schedule alone

/**
 * stage fills a room with what start, {a, b, page}, has. parts are "strips" and "curve"; paints is {side, brush} if the
 * target can be painted. It returns {page, sides, room, see(), whole(), isDrawn(), show(start), play()}, and tells "change" when a
 * number on it may have changed. see asks for all that it shows, as when it is on the screen.
 */
export function stage(room, start, parts, paints) {
  const told = new EventTarget(), page = new Shared({"chains-on": "yes", ...start.page});
  const a = paints?.side ?? new Side("a", start.a);
  let b = null;
  const sides = () => (b ? [a, b] : [a]);
  const [maps, bars, levels] = ["maps", "both-numbers", "along"].map((name) => element("div", {class: name}));
  room.replaceChildren(maps, bars, levels);
  room.classList.add(...parts.map((part) => `with-${part}`));
  const screen = {laws: laws(maps, sides, page), numbers: numbers(bars, sides), along: along(levels, sides, page)};
  const tell = () => told.dispatchEvent(new Event("change"));
  let isSeen = false;

  function open(side, brush) {
    for (const event of ["answer", "question"]) side.addEventListener(event, tell);
    screen.laws.follow(side, brush);
    screen.numbers.follow(side);
    screen.along.follow(side);
    side.need("measure");
    if (isSeen) needMore(side);
  }

  function needMore(side) {
    side.need("levels", () => ({frames: framesOf(side)}));
    if (!parts.includes("strips")) return;
    side.need("exact");
    side.need("spectrum", () => ({betas}));
  }

  function second(question) {
    if (question && b) b.become(question);
    else if (question) open(b = new Side("b", question));
    else if (b) {
      b.close();
      b = null;
      for (const one of room.querySelectorAll('[data-side="b"]')) one.remove();
    }
  }

  function mount() {
    room.classList.toggle("two", Boolean(b));
    if (isSeen) screen.along.mount();
    for (const part of [screen.numbers, screen.laws]) part.draw();
    tell();
  }

  function see() {
    seen.disconnect();
    if (isSeen) return;
    isSeen = true;
    sides().forEach(needMore);
    if (parts.includes("curve")) drawn(room, a, told);
    mount();
  }

  // A busy browser tells several things at once, the oldest first: that it was out of the window, and that it is in.
  const seen = new IntersectionObserver((all) => {
    if (all.some(({isIntersecting}) => isIntersecting)) see();
  });
  open(a, paints?.brush);
  second(start.b);
  page.addEventListener("change", tell);
  mount();
  seen.observe(room);
  const pictures = ["measure", ...(parts.includes("strips") ? ["levels", "exact", "spectrum"] : []),
    ...(parts.includes("curve") ? ["schedules"] : [])];
  const has = (kinds) => sides().every((side) => kinds.every((kind) => side.answers[kind] && !side.stale(kind)));
  return Object.assign(told, {page, sides, room, see,
    /** whole reports whether everything on it is there, of the question that is asked. */
    whole: () => has(["levels", ...pictures]),
    /** isDrawn reports whether its pictures are there: the words may still wait for the levels. */
    isDrawn: () => has(pictures),
    show(to) {
      page.replace({"chains-on": page.get("chains-on"), ...to.page});
      a.become(to.a);
      second(to.b);
      mount();
    },
    /** play goes through the levels from the first, as soon as they are known, unless they are played already. */
    play() {
      const button = () => levels.querySelector(".player button");
      const ready = () => {
        if (!a.answers.levels || a.stale("levels")) return;
        a.removeEventListener("answer", ready);
        requestAnimationFrame(() => requestAnimationFrame(() => { // the player has drawn them by then
          if (button()?.textContent === "Play") button().click();
        }));
      };
      a.addEventListener("answer", ready);
      ready();
    }});
}

/** drawn adds the curve of the schedule, to drag. */
async function drawn(room, side, told) {
  if (!window.Plot) await loaded(plot);
  const {curve} = await import("explorer/setting/curve.js");
  const made = curve(side);
  room.append(made.element);
  side.need("why");
  side.need("schedules", () => ({schedules: [side.question.schedule, "fisher", "best-b", "best-j"]}));
  told.addEventListener("change", made.draw);
  made.draw();
}

/** loaded loads a plain script of the page. */
const loaded = (src) => new Promise((resolve, reject) => {
  document.head.append(element("script", {src, onload: resolve, onerror: reject}));
});
