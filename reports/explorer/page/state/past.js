// What was on the screen: undo and redo, and the link in the address bar.
import {acts} from "explorer/state/acts.js";
import {fragment} from "explorer/state/link.js";

const settle = 300; // milliseconds until the link is written
const most = 200; // acts that can be undone

/**
 * past watches the state that now() returns. changed() says that it may have changed; restore(state) brings one back.
 * It tells "change" when what can be undone changes.
 */
export function past(now, restore) {
  const told = new EventTarget(), address = link(now()), act = acts();
  let at = copy(now()), done = [], undone = [], quiet = false;
  const bring = (state) => { // which is no act of its own
    quiet = true;
    restore(copy(state));
    quiet = false;
  };
  const tell = () => told.dispatchEvent(new Event("change"));
  const go = (from, to) => {
    if (from.length === 0) return;
    to.push(at);
    at = from.pop();
    bring(at);
    address.changed(at);
    tell();
  };
  return Object.assign(told, {
    changed() {
      if (quiet) return;
      const state = copy(now());
      address.changed(state);
      if (same(state.question, at.question)) return;
      if (!act.goesOn()) done = [...done, at].slice(-most);
      [at, undone] = [state, []];
      tell();
    },
    /** come brings a state that came from the address bar. It can be undone. */
    come(state) {
      bring(state);
      done.push(at);
      [at, undone] = [copy(now()), []];
      address.shown(at);
      tell();
    },
    undo: () => go(done, undone), canUndo: () => done.length > 0,
    redo: () => go(undone, done), canRedo: () => undone.length > 0,
  });
}

/** link writes states into the address bar. A larger act has an entry of its own in the history of the browser. */
function link(state) {
  let written = copy(state), newest = written, timer;
  const write = (how) => {
    clearTimeout(timer);
    if (fragment(newest) !== location.hash) history[how](null, "", fragment(newest));
    written = newest;
    dispatchEvent(new Event("explorer-link"));
  };
  return {
    changed(to) {
      const large = isLarge(written, to);
      if (large) write("replaceState"); // what came before it
      newest = copy(to);
      clearTimeout(timer);
      if (large) write("pushState");
      else timer = setTimeout(() => write("replaceState"), settle);
    },
    shown(to) {
      clearTimeout(timer);
      written = newest = copy(to);
    },
  };
}

const isLarge = (x, y) => x.question.toy !== y.question.toy || x.page.view !== y.page.view;
const copy = (state) => structuredClone(state);
const same = (x, y) => JSON.stringify(x) === JSON.stringify(y);
