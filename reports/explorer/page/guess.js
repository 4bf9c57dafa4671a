// A guess comes before the first play: where will the levels end? One of three small pictures is right: the end, the
// target, and the start. The page asks once in a browser, only where the three can be told apart, and never about a
// target that the link brings: who brings one wants its J and B.
import {element} from "./element.js";
import {paint} from "./picture/colours.js";
import {words} from "./picture/maps.js";
import {distance, finite, whole} from "./state/numbers.js";

const key = "breadboard has asked", apart = 0.1; // total variation between any two pictures
const look = 1600; // milliseconds, in which the right picture is marked before it plays

/** isFirst tells if this browser was never asked, and notes that it is now. */
function isFirst() {
  try {
    const isNew = localStorage.getItem(key) === null;
    localStorage.setItem(key, "yes");
    return isNew;
  } catch {
    return false; // the browser keeps nothing: it would be asked each time
  }
}

/**
 * guess asks in place of the sentence and over the plot, beside the target, and calls done after an answer: {close,
 * panel}, and null if there is nothing to ask. The story, which tells the end, waits.
 */
export function guess(answer, plot, {question: {T, target}, answers: {measure, levels}}, done) {
  if (!measure || target || levels.frames.length < 2 || measure.axes.length > 2) return null;
  const all = [measure.p, measure.q, levels.frames[0].p].map((one) => one.map(finite));
  const isClear = all.every((a, i) => all.every((b, j) => i >= j || distance(a, b) > apart));
  if (!isClear || !isFirst()) return null;
  const scale = {low: 0, high: Math.max(...all.flat())}, said = element("p", {class: "sentence", role: "status"},
    `Where will ${whole(T)} levels end? Choose a picture`);
  const panel = element("div", {class: "guess", role: "group", "aria-label": "Three guesses"}, ...all.map((one, i) => {
    const canvas = element("canvas", {});
    paint(canvas, measure, one, scale);
    return element("button", {type: "button", "aria-label": `Guess ${i + 1}: ${words("q", one, measure.columns)}`,
      onclick: () => choose(one === all[1])}, canvas);
  }));
  let timer;
  const close = () => {
    clearTimeout(timer);
    said.remove();
    panel.remove();
    document.body.classList.remove("asking");
  };
  const choose = (isRight) => {
    said.textContent = isRight ? "Right: this is where they end" : "No: they end in the marked one";
    panel.children[1].classList.add("right");
    for (const one of panel.children) one.disabled = true;
    timer = setTimeout(done, look);
  };
  document.body.classList.add("asking");
  answer.append(said);
  plot.append(panel);
  return {close, panel};
}
