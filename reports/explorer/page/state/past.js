// What was on the screen: undo and redo, and the link in the address bar.
import {fragment} from "./link.js";

const pause = 500; // milliseconds; changes that follow each other faster are one act
const settle = 300; // milliseconds until the link is written
const most = 200; // acts that can be undone

/**
 * acts watches the pointer. goesOn() is called at a change, and tells if it belongs to the act of the change before it.
 * What happens while a pointer is down is one act, and so are changes that follow each other fast, as those of a key
 * that is held. A button that is pressed begins another one. released(hear) calls hear when a pointer is lifted.
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
 * past watches the state that now() returns. changed() says that it may have changed; restore(state) brings one back,
 * and told() hears when what can be undone changes.
 */
export function past(now, restore, told) {
  const act = acts();
  let at = copy(now()), done = [], undone = [], isQuiet = false, timer;
  const write = () => {
    const text = fragment(now());
    if (text !== location.hash) history.replaceState(null, "", text);
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
    /** come brings a state that came from the address bar, or from a link of the story. It can be undone. */
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
