// The quiet line that offers the tour to those who have not seen it, and the way back to what they had before it.
import {element} from "explorer/element.js";

const key = "breadboard-toured";

/** offer makes the line. start opens the tour. */
export function offer(start) {
  const node = element("p", {class: "offer", hidden: true});
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
