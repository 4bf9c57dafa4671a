// What a stroke leaves in a cell, and the tools that choose it.
import {element} from "explorer/element.js";
import {rounded} from "explorer/setting/cells.js";

/** Each brush says what it leaves in a cell of a value (null is a wall), and whether the stroke began at a wall. */
const brushes = {
  add: {label: "+", about: "Add the value", stroke: (old, by) => (old === null ? null : sum(old, by))},
  subtract: {label: "−", about: "Subtract the value", stroke: (old, by) => (old === null ? null : sum(old, -by))},
  set: {label: "Set", about: "Set to the value", stroke: (_, to) => to},
  erase: {label: "Erase", about: "Erase: log f becomes 0", stroke: () => 0},
  wall: {label: "Wall", about: "Build walls, or take them away", stroke: (_, __, onWall) => (onWall ? 0 : null)},
};

const sum = (old, by) => rounded(old + by);

/**
 * brush makes the tools: {element, stroke(old, onWall), value()}. There is one brush a side. Right from the start it
 * adds 1.
 */
export function brush(side) {
  const radios = Object.entries(brushes).map(([name, one]) => tool(side, name, one));
  const input = element("input", {type: "number", value: 1, step: "any", "aria-label": "Brush value"});
  const chosen = () => radios.find((radio) => radio.firstChild.checked).firstChild.value;
  const value = () => (Number.isFinite(input.valueAsNumber) ? rounded(input.valueAsNumber) : 1);
  const group = element("fieldset", {class: "brush"}, element("legend", {class: "hidden"}, "Brush"), ...radios, input);
  return {element: group, value, stroke: (old, onWall) => brushes[chosen()].stroke(old, value(), onWall)};
}

function tool(side, name, {label, about}) {
  const radio = element("input", {type: "radio", name: `brush-${side.name}`, value: name, checked: name === "add",
    "aria-label": about});
  return element("label", {class: "tool", title: about}, radio, element("span", {}, label));
}

const step = 1; // of + and -

/** keyed returns the new value of a cell after a key, or undefined if the key does not paint. */
export function keyed(key, old) {
  if (/^\d$/.test(key)) return Number(key);
  if (key === "w" || key === "W") return old === null ? 0 : null;
  if (key === "+" || key === "=") return old === null ? undefined : sum(old, step);
  if (key === "-" || key === "_") return old === null ? undefined : sum(old, -step);
  if (key === "Delete" || key === "Backspace") return 0;
  return undefined;
}
