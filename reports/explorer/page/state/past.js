// The past holds earlier states of the screen, for undo and redo, and writes the link in the address bar.
import {fragment} from "./link.js";

const pause = 500; // milliseconds; changes that follow each other faster are one act
const settle = 300; // milliseconds until the link is written
const most = 200; // acts that can be undone

/**
 * acts watches the pointer. goesOn(), called at a change, tells if that change belongs to the act of the one before.
 * One act lasts while a pointer is down, or while changes follow each other fast, as when a key is held. A click begins
 * another act. released(hear) calls hear when a pointer is lifted.
 */
export function acts() {
  const heard = [];
  let last = -Infinity, isDown = false;
  addEventListener("pointerdown", () => {
    isDown = true;
    last = -Infinity;
  }, true);
  addEventListener("click", () => { last = -Infinity; }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      isDown = false;
      for (const hear of heard) hear();
    }, true);
  }
  return {
    get pressed() { return isDown; },
    released: (hear) => heard.push(hear),
    goesOn() {
      const before = last;
      last = performance.now();
      return before > 0 && (isDown || last - before < pause);
    },
  };
}

/**
 * past follows the state that now() returns. Its changed() looks at that state again; restore(state) brings a state
 * back, and told() is called when an act more, or an act less, can be undone.
 */
export function past(now, restore, told) {
  const act = acts();
  let at = copy(now()), done = [], undone = [], isQuiet = false, timer;
  let known = location.hash; // another one is that of a link that was clicked, and is on its way here
  addEventListener("hashchange", () => { known = location.hash; });
  const write = () => {
    if (location.hash !== known) return;
    known = fragment(now());
    history.replaceState(null, "", known);
  };
  const bring = (state) => { // which is no act of its own
    isQuiet = true;
    restore(copy(state));
    isQuiet = false;
  };
  const go = (from, to) => {
    if (from.length === 0) return;
    to.push(at);
    at = from.pop();
    bring(at);
    write();
    told();
  };
  return {
    changed() {
      if (isQuiet) return;
      const state = copy(now());
      clearTimeout(timer);
      timer = setTimeout(write, settle);
      if (JSON.stringify(state.question) === JSON.stringify(at.question)) return;
      if (!act.goesOn()) done = [...done, at].slice(-most);
      [at, undone] = [state, []];
      told();
    },
    /** come shows a state from the address bar or from a link of the story, as an act that can be undone. */
    come(state) {
      clearTimeout(timer);
      bring(state);
      done.push(at);
      [at, undone] = [copy(now()), []];
      told();
    },
    undo: () => go(done, undone),
    redo: () => go(undone, done),
    canUndo: () => done.length > 0,
  };
}

const copy = (state) => structuredClone(state);
