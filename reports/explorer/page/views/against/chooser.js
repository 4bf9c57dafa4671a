// Check boxes of the schedules that are compared. "own" is the one of the setting.
import {element} from "explorer/element.js";
import {kept} from "explorer/state/ask.js";

const offered = ["own", "linear", "sigmoid:4", "fisher", "best-b", "best-j"];

/** ownOf is the schedule of a setting. */
export const ownOf = (side) => side.question.schedule || "linear";

const picked = (page) => (page.get("curves") ?? offered.join(",")).split(",").filter((name) => offered.includes(name));

/** styleOf is the style of a schedule's lines: the same in every chart, whichever schedules are chosen. */
export const styleOf = (name) => Math.max(0, offered.indexOf(name));

/** chosen are the schedules that are asked for, each once. */
export function chosen(page, side) {
  return [...new Set(picked(page).map((name) => name === "own" ? ownOf(side) : name))];
}

/** chooser adds the check boxes to a room. */
export function chooser(room, side, page) {
  const boxes = offered.map((name) => element("input", {type: "checkbox", onchange: () => {
    const on = offered.filter((_, i) => boxes[i].checked);
    if (on.length === 0) boxes[offered.indexOf(name)].checked = true;
    else page.set("curves", on.join(","));
  }}));
  const text = (name) => name === "own" ? "the setting's own" : name;
  room.append(element("fieldset", {class: "choices", disabled: Boolean(kept)}, element("legend", {}, "Schedules"),
    ...offered.map((name, i) => element("label", {}, boxes[i], ` ${text(name)}`))));
  return {draw() {
    const on = picked(page);
    boxes.forEach((box, i) => { box.checked = on.includes(offered[i]); });
  }};
}
