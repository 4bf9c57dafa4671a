// A page that was saved: what looks works, and what needs a server is disabled. It says so once.
import {element} from "explorer/element.js";
import {kept} from "explorer/state/ask.js";

/** Where breadboard explore listens if nobody says otherwise. */
const home = "http://127.0.0.1:8080/";

/** What only looks, within settings. */
const looks = ".shows, .chart button, summary, a";

const acts = ["pointerdown", "click", "keydown", "beforeinput", "input", "change", "dragover", "drop", "paste"];

/** late says which answers a saved page lacks, or has in part, since they took too long. */
function late() {
  if (!kept.late?.length) return "";
  return ` Left out, or here in part, is what took too long when it was saved: ${kept.late.join(", ")}.`;
}

/** notice says what a saved page is, with the link that computes it anew. */
export function notice() {
  return element("p", {class: "banner saved", role: "note"},
    "This page was saved, and shows what was on the screen then. To go on, run ",
    element("code", {}, "breadboard explore"), " and open ", element("a", {href: home + kept.link}, "this link"), ".",
    late());
}

/** seal disables what changes a setting in a room, and buttons. Arrow keys still move on a grid, to read its cells. */
export function seal(room, ...buttons) {
  for (const control of [...room.querySelectorAll("input, select, button"), ...buttons]) {
    if (!control.matches(looks) && !control.closest(".shows")) control.disabled = true;
  }
  const reads = ({type, key}) => type === "keydown" && (key === "Tab" || key === "Escape" || key.startsWith("Arrow"));
  const stop = (event) => {
    if (event.target.closest?.(looks) || reads(event)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  for (const act of acts) room.addEventListener(act, stop, true);
}

/** has tells if a saved page has what a view needs. */
export function has(view) {
  return Object.keys(view.needs).every((kind) => kind in kept.answers);
}
