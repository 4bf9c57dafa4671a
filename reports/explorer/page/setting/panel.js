// The fields of one setting: its target, its chain and its schedule, and those that are rarer. settings.js puts them on
// the page.
import {element} from "explorer/element.js";
import {apart, choice, field, homeless, levels} from "explorer/setting/fields.js";
import {paint} from "explorer/setting/paint.js";
import {Target} from "explorer/setting/target.js";
import {brush, files, shown, tools} from "explorer/setting/tools.js";
import {say} from "explorer/views/controls.js";

/**
 * panel makes the fields of a setting: {usual, rare, problems, brush}. usual and rare are fields by their names in
 * settings.js. brush is what paints its target, with its tools, for the map of p: {element, scaled(high)}. choices
 * is the catalogue.
 */
export function panel(setting, choices) {
  const of = new Target(setting), aim = target(setting, of, choices);
  const usual = {target: aim.names, ...fieldsOf(setting, choices)}, rare = rareOf(setting, choices, aim);
  return {usual, rare, problems: [...apart(Object.values(usual)), homeless(setting)], brush: aim.brush};
}

const folded = "It has more than two axes. The picture folds them into rows and columns, and cannot be painted.";

/**
 * target makes the controls of a setting's target: a choice of names, what opens files, what is wrong with
 * those, and the brush with its tools.
 */
export function target(setting, of, choices) {
  const tool = brush();
  let grid;
  const colours = shown(() => grid.draw());
  grid = paint(of, tool, colours.value);
  const said = element("p", {class: "problem", role: "status"});
  const canvas = element("div", {class: "canvas"}, grid.element, grid.legend);
  const about = element("p", {class: "about"});
  const tell = () => {
    const toy = choices.toys.find(({name}) => name === setting.question.toy?.split(":")[0]);
    say(about, [toy?.about, of.shown?.paintable === false ? folded : ""].filter(Boolean).join(". "));
  };
  of.addEventListener("change", tell);
  setting.addEventListener("question", tell);
  tell();
  const opener = files(of, (text) => { said.textContent = text; });
  const names = choice(setting, {key: "toy", label: "Target", choices: choices.toys,
    other: (question) => (question.target ? "painted by hand" : null),
    changes: (toy) => ({toy, target: undefined, seed: undefined})});
  const kit = element("div", {class: "kit"}, tool.element, tool.shape,
    field(setting, "target", "", tools(of, tool, colours.element)), about);
  const all = element("div", {class: "part target"}, canvas, kit);
  return {names, opener, said, brush: {element: all, scaled: grid.scaled}};
}

/** seed is the field of a random toy's seed. */
function seed(setting, choices) {
  const input = element("input", {type: "text", inputmode: "numeric", class: "short", "aria-label": "Seed",
    placeholder: "its own", onchange: () => setting.set({seed: input.value.trim() || undefined})});
  const another = element("button", {type: "button", title: "Another draw", "aria-label": "Another seed",
    onclick: () => setting.set({seed: String(Math.floor(Math.random() * 100_000))})}, "⚄");
  const of = field(setting, "seed", "Seed", element("span", {class: "chosen"}, input, another));
  const show = () => {
    const name = setting.question.toy?.split(":")[0];
    of.hidden = setting.question.target || !choices.toys.find((toy) => toy.name === name)?.seeded;
    input.value = setting.question.seed ?? "";
  };
  setting.addEventListener("question", show);
  show();
  return of;
}

/** fieldsOf are the fields of the chain and the schedule. */
function fieldsOf(setting, choices) {
  const hand = (question) => (question.schedule?.startsWith("curve:") ? "drawn by hand" : null);
  return {
    initial: choice(setting, {key: "initial", label: "Start", choices: choices.initials, none: "its default"}),
    kernel: choice(setting, {key: "kernel", label: "Kernel", choices: choices.kernels}),
    bridge: choice(setting, {key: "bridge", label: "Bridge", choices: choices.bridges}),
    schedule: choice(setting, {key: "schedule", label: "Schedule", choices: choices.schedules, other: hand}),
    T: levels(setting, choices.most_levels),
  };
}

/** rareOf are the fields behind "More". The target has two of them: its seed, and files. */
function rareOf(setting, choices, aim) {
  const skip = element("input", {type: "checkbox", onchange: () => setting.set({skip_last: skip.checked || undefined})});
  const show = () => { skip.checked = Boolean(setting.question.skip_last); };
  setting.addEventListener("question", show);
  show();
  const program = choices.programs.filter((one) => one.name !== "ais");
  return {
    target: element("div", {class: "sources"}, seed(setting, choices), aim.opener, aim.said),
    program: choice(setting, {key: "program", label: "Program", choices: program, none: "annealing"}),
    axes: choice(setting, {key: "axes", label: "Axes", choices: choices.axes, none: "the target's"}),
    skip_last: element("label", {class: "check"}, skip, "Leave out the last kernel"),
  };
}
