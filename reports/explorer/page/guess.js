// A guess comes before the first play: where will the runs end? One of three small pictures is right: the end, the
// target, and the start. The page asks once in a browser, and only about the board that the story begins with, whose
// first paragraph stands beside the pictures.
import {element} from "./element.js";
import {paint} from "./picture/colours.js";
import {words} from "./picture/maps.js";
import {finite} from "./state/numbers.js";

const key = "breadboard has asked";
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
 * panel}, and null if the browser was asked before. The rest of the story, which tells the end, waits. The right picture
 * stands in any of the three places.
 */
export function guess(answer, plot, {measure, levels}, done) {
  if (!isFirst()) return null;
  const all = [measure.p, levels.frames[0].p].map((one) => one.map(finite)), end = measure.q.map(finite);
  all.splice(Math.floor(3 * Math.random()), 0, end);
  const scale = {low: 0, high: Math.max(...all.flat())};
  const said = element("p", {class: "sentence", role: "status"}, "Where will the runs end? Choose a picture");
  const panel = element("div", {class: "guess", role: "group", "aria-label": "Three guesses"}, ...all.map((one, i) => {
    const canvas = element("canvas", {});
    paint(canvas, measure, one, scale);
    return element("button", {type: "button", "aria-label": `Guess ${i + 1}: ${words("q", one, measure.columns)}`,
      onclick: () => choose(one)}, canvas);
  }));
  let timer;
  const close = () => {
    clearTimeout(timer);
    const isThere = panel.contains(document.activeElement);
    said.remove();
    panel.remove();
    document.body.classList.remove("asking");
    if (isThere) plot.querySelector(".play").focus(); // what was chosen is gone, and this comes next
  };
  const choose = (one) => {
    if (timer) return;
    said.textContent = one === end ? "Right: this is where they end" : "No: they end in the marked one";
    panel.children[all.indexOf(end)].classList.add("right");
    for (const button of panel.children) button.setAttribute("aria-disabled", "true");
    timer = setTimeout(done, look);
  };
  document.body.classList.add("asking");
  answer.append(said);
  plot.append(panel);
  return {close, panel};
}
