// A scale of colours, with its ends in numbers and words between them.
import {colour} from "charts/charts.js";
import {digits} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {say} from "explorer/views/controls.js";

const stops = 8; // pieces of the bar, between which a browser mixes colours

/** ramp makes a bar: {element, told, show(scale)}. told is the place of the words; scale is as colour takes it. */
export function ramp() {
  const bar = element("i", {}), told = element("span", {class: "told"});
  const [low, high] = [element("span", {}), element("span", {})];
  let shown = "";
  return {told, element: element("div", {class: "scale"}, bar, low, told, high), show(scale) {
    const end = (v) => (scale.nothing ? "0" : (scale.signed && v > 0 ? "+" : "") + digits(v, 2));
    for (const [node, v] of [[low, scale.low], [high, scale.high]]) say(node, end(v));
    const at = (i) => colour(scale.low + (i / stops) * (scale.high - scale.low), scale);
    const colours = `linear-gradient(90deg, ${Array.from({length: stops + 1}, (_, i) => at(i)).join(", ")})`;
    if (colours !== shown) bar.style.background = shown = colours;
  }};
}
