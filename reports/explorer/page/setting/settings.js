// The fields of the page: one row. Of two settings each field stands once for both, where they are the same, and twice
// where they differ. A button splits a field and joins it again.
import {whole} from "explorer/digits.js";
import {element, listen, put, soon} from "explorer/element.js";
import {panel} from "explorer/setting/panel.js";
import {headOf, nameOf} from "explorer/state/names.js";
import {say} from "explorer/views/controls.js";

/** titles are what the fields are called, in their order: those of the row, and those behind "More". */
const titles = {target: "Target", initial: "Start", kernel: "Kernel", bridge: "Bridge", schedule: "Schedule",
  T: "Levels T"};
const rarer = {target: "The target from elsewhere", program: "Program", axes: "Axes", skip_last: "The last kernel"};

/**
 * settings fills a room. sides() is [a] or [a, b], common what they share, choices the catalogue. open(side) adds the
 * fields of a side, and returns its brush; draw is to be called when the sides change.
 */
export function settings(room, sides, common, choices) {
  const row = element("section", {class: "setting", "aria-label": "The setting"});
  const more = folds(), problems = element("div", {class: "problems"});
  const draw = soon(() => show());
  const cells = Object.entries(titles).map(([group, title]) => cell(group, title, common));
  const rare = Object.entries(rarer).map(([group, title]) => cell(group, title, common));
  const unfold = element("button", {type: "button", class: "all", "aria-expanded": "false", onclick: () => {
    unfold.setAttribute("aria-expanded", String(row.classList.toggle("unfolded")));
  }});
  row.append(...cells.map(({node}) => node), more, unfold, problems);
  more.lastChild.append(...rare.map(({node}) => node));
  room.append(row);

  const show = () => {
    const all = sides(), two = all.length > 1;
    for (const one of [...cells, ...rare]) one.show(all);
    for (const {group, node, isApart} of rare) {
      const isOut = isApart() && group !== "target"; // what differs is to be seen
      move(node, isOut ? row : more.lastChild, more);
    }
    const joined = cells.filter(({isApart}) => !isApart()), isAll = joined.length === cells.length;
    row.classList.toggle("unfolded", isAll || unfold.ariaExpanded === "true");
    const both = joined.map(({group}) => valueOf(all[0].question, group)).filter(Boolean).join(", ");
    say(unfold, `On both sides: ${both}`);
    unfold.hidden = !two || isAll || joined.length === 0;
    once(problems);
  };
  listen([common], "change", draw);
  return {draw, open(side) {
    const made = panel(side, choices);
    for (const one of cells) one.put(side, made.usual[one.group]);
    for (const one of rare) one.put(side, made.rare[one.group]);
    for (const problem of made.problems) problem.dataset.side = side.name;
    problems.append(...made.problems);
    for (const event of ["question", "answer"]) side.addEventListener(event, draw);
    draw();
    return made.brush;
  }};
}

/** valueOf is what a question has of a group, in a word or two; nothing if it is the usual. */
function valueOf({toy, initial, T, ...question}, group) {
  const words = {target: toy ?? "a painted target", initial: initial && `from ${initial}`, T: `${whole(T)} levels`};
  return words[group] ?? question[group];
}

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

/** move puts a node at the end of a room, or before the last of it, and leaves the focus where it was. */
function move(node, room, before) {
  if (node.parentNode === room) return;
  const had = node.contains(document.activeElement) ? document.activeElement : null;
  room.insertBefore(node, before.parentNode === room ? before : null);
  had?.focus();
}

/** cell is the place of a group: its title, the button that splits it, and the field of each side. */
function cell(group, title, common) {
  const button = element("button", {type: "button", class: "splits", onclick: () => {
    if (common.isJoined(group)) common.split(group);
    else common.join(group);
  }});
  const label = element("span", {class: "label", "aria-hidden": "true"}, title);
  const head = element("div", {class: "cell-head"}, label, button);
  const node = element("div", {class: "cell", "data-group": group}, head);
  let two = [];
  const isApart = () => two.length > 1 && !common.isJoined(group);
  return {group, node, isApart, put(side, field) {
    const tag = element("span", {class: "tag", "aria-hidden": "true"}, nameOf(side));
    const keys = {class: "of-side", "data-side": side.name, role: "group", "aria-label": headOf(side)};
    node.append(element("div", keys, tag, field));
  }, show(sides) {
    two = sides;
    const apart = isApart();
    node.classList.toggle("apart", apart);
    button.hidden = sides.length < 2;
    say(label, sides.length > 1 && !apart ? `${title}, both` : title);
    say(button, apart ? "Join" : "Split");
    put(button, "aria-label", apart ? `Join ${title}: the right side gets what the left one has`
      : `Split ${title}: a field for each side`);
    put(button, "title", button.getAttribute("aria-label"));
    for (const one of node.querySelectorAll(".of-side")) {
      one.hidden = one.dataset.side === "b" && !apart;
      const side = sides.find(({name}) => name === one.dataset.side);
      put(one, "aria-label", apart ? headOf(side) : sides.length > 1 ? "Both" : title);
    }
  }};
}

/** once hides what one side says of a problem that the other has said already. */
function once(problems) {
  const said = new Set();
  for (const one of problems.children) {
    one.classList.toggle("again", said.has(one.textContent));
    said.add(one.textContent);
  }
}
