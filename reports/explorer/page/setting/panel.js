// The row of one setting: its target, its chain and its schedule. What is rarer is behind "More".
import {element} from "explorer/element.js";
import {apart, choice, field, homeless, levels} from "explorer/setting/fields.js";
import {headOf} from "explorer/state/names.js";
import {paint} from "explorer/setting/paint.js";
import {Target} from "explorer/setting/target.js";
import {brush, files, shown, tools} from "explorer/setting/tools.js";

/**
 * panel makes the row of a side: {row, brush}. brush is what paints its target, with its tools, for the map of p.
 * choices is the catalogue.
 */
export function panel(side, choices) {
  const name = `${headOf(side)} setting`, of = new Target(side), aim = target(side, of, choices);
  const more = element("details", {class: "more"}, element("summary", {}, "More"),
    element("div", {class: "pair"}, ...rare(side, choices), aim.opener, aim.said));
  const fold = ({target}) => {
    if (!more.contains(target)) more.open = false;
  };
  addEventListener("pointerdown", fold, {signal: side.closed});
  more.addEventListener("keydown", ({key}) => {
    if (key === "Escape") more.open = false;
  });
  const fields = [aim.names, ...usual(side, choices)];
  const row = element("section", {class: "setting", "data-side": side.name, "aria-label": name},
    element("h2", {}, headOf(side)), ...fields, more, ...apart(fields), homeless(side));
  return {row, brush: aim.brush};
}

const folded = "It has more than two axes. The picture folds them into rows and columns, and cannot be painted.";

function target(side, of, choices) {
  const tool = brush(side);
  let grid;
  const colours = shown(side, () => grid.draw());
  grid = paint(of, tool, colours.value, side.closed);
  const said = element("p", {class: "problem", role: "status"});
  const canvas = element("div", {class: "canvas"}, grid.element);
  const about = element("p", {class: "about"});
  const tell = () => {
    const toy = choices.toys.find(({name}) => name === side.question.toy?.split(":")[0]);
    about.textContent = [toy?.about, of.shown?.paintable === false ? folded : ""].filter(Boolean).join(". ");
  };
  of.addEventListener("change", tell);
  side.addEventListener("question", tell);
  tell();
  const opener = files(of, side, (text) => { said.textContent = text; });
  const names = choice(side, {key: "toy", label: "Target", choices: choices.toys,
    other: (question) => (question.target ? "painted by hand" : null),
    changes: (toy) => ({toy, target: undefined, seed: undefined})});
  const kinds = element("div", {class: "line tight"}, tool.element, colours.element);
  const all = element("div", {class: "part target"}, canvas, kinds, field(side, "target", "", tools(of, tool)), about);
  return {names, opener, said, brush: all};
}

/** seed is the field of a random toy's seed. */
function seed(side, choices) {
  const input = element("input", {type: "text", inputmode: "numeric", class: "short", "aria-label": "Seed",
    placeholder: "its own", onchange: () => side.set({seed: input.value.trim() || undefined})});
  const another = element("button", {type: "button", title: "Another draw", "aria-label": "Another seed",
    onclick: () => side.set({seed: String(Math.floor(Math.random() * 100_000))})}, "⚄");
  const of = field(side, "seed", "Seed", element("span", {class: "chosen"}, input, another));
  const show = () => {
    const name = side.question.toy?.split(":")[0];
    of.hidden = side.question.target || !choices.toys.find((toy) => toy.name === name)?.seeded;
    input.value = side.question.seed ?? "";
  };
  side.addEventListener("question", show);
  show();
  return of;
}

/** usual are the fields of the row. */
function usual(side, choices) {
  const hand = (question) => (question.schedule?.startsWith("curve:") ? "drawn by hand" : null);
  return [choice(side, {key: "initial", label: "Start", choices: choices.initials, none: "its default"}),
    choice(side, {key: "kernel", label: "Kernel", choices: choices.kernels}),
    choice(side, {key: "bridge", label: "Bridge", choices: choices.bridges}),
    choice(side, {key: "schedule", label: "Schedule", choices: choices.schedules, other: hand}),
    levels(side, choices.most_levels)];
}

/** rare are the fields behind "More". */
function rare(side, choices) {
  const skip = element("input", {type: "checkbox", onchange: () => side.set({skip_last: skip.checked || undefined})});
  const show = () => { skip.checked = Boolean(side.question.skip_last); };
  side.addEventListener("question", show);
  show();
  const program = choices.programs.filter((one) => one.name !== "ais");
  return [seed(side, choices),
    choice(side, {key: "program", label: "Program", choices: program, none: "annealing"}),
    choice(side, {key: "axes", label: "Axes", choices: choices.axes, none: "the target's"}),
    element("label", {class: "check"}, skip, "Leave out the last kernel")];
}
