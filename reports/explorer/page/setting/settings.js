// The fields of the page: one row, and what is rarer behind "More".
import {element} from "explorer/element.js";
import {panel} from "explorer/setting/panel.js";

/** titles are what the fields are called, in their order: those of the row, and those behind "More". */
const titles = {target: "Target", initial: "Start", kernel: "Kernel", bridge: "Bridge", schedule: "Schedule",
  T: "Levels T"};
const rarer = {target: "The target from elsewhere", program: "Program", axes: "Axes", skip_last: "The last kernel"};

/** fields fills a room with the fields of a setting, and returns its brush. choices is the catalogue. */
export function fields(room, setting, choices) {
  const {usual, rare, problems, brush} = panel(setting, choices), more = folds();
  more.lastChild.append(...cells(rarer, rare));
  room.append(element("section", {class: "setting", "aria-label": "The setting"}, ...cells(titles, usual), more,
    element("div", {class: "problems"}, ...problems)));
  return brush;
}

/** cells are the fields with their titles. */
const cells = (titles, of) => Object.entries(titles).map(([key, title]) =>
  element("div", {class: "cell", "data-group": key, role: "group", "aria-label": title},
    element("span", {class: "label", "aria-hidden": "true"}, title), of[key]));

/** folds is what is behind "More". It folds when one presses elsewhere, or Escape. */
function folds() {
  const more = element("details", {class: "more"}, element("summary", {}, "More"), element("div", {class: "pair"}));
  addEventListener("pointerdown", ({target}) => {
    if (!more.contains(target)) more.open = false;
  });
  more.addEventListener("keydown", ({key}) => {
    if (key !== "Escape" || !more.open) return;
    more.open = false;
    more.firstChild.focus();
  });
  return more;
}
