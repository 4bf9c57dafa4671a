// Controls set what the annealing is made of: target, kernel, bridge, schedule and T. A phone folds them into one line.
// Other keys of a link stand beside them, to be taken out.
import {element, put, say} from "./element.js";
import {named} from "./state/link.js";

/** controls fills a room with the fields of a setting. choices is the catalogue, as explore.Choices. */
export function controls(room, setting, choices) {
  const fields = element("div", {class: "fields", id: "fields"}), line = element("span", {class: "line"});
  const fold = element("button", {type: "button", class: "fold", "aria-expanded": "false", "aria-controls": "fields",
    onclick: () => {
      const isOpen = room.classList.toggle("open");
      fold.setAttribute("aria-expanded", String(isOpen));
    }}, line);
  const byHand = ({schedule}) => (schedule.startsWith("curve:") ? "drawn by hand" : null);
  fields.append(
    choice(setting, {key: "toy", label: "Target", choices: choices.toys,
      other: ({target}) => (target ? "painted by hand" : null),
      changes: (toy) => ({toy, target: undefined, seed: undefined})}),
    choice(setting, {key: "kernel", label: "Kernel", choices: choices.kernels}),
    choice(setting, {key: "bridge", label: "Bridge", choices: choices.bridges}),
    choice(setting, {key: "schedule", label: "Schedule", choices: choices.schedules, other: byHand}),
    levels(setting, choices.most_levels), others(setting));
  room.replaceChildren(fold, fields);
  const draw = () => say(line, named(setting.question));
  setting.addEventListener("question", draw);
  draw();
}

/** field labels a control of a key of the question, and marks it while the server refuses its value. */
function field(setting, key, label, ...parts) {
  const made = element("div", {class: `field field-${key}`}, element("span", {class: "label", "aria-hidden": "true"},
    label), element("span", {class: "chosen"}, ...parts));
  setting.addEventListener("answer", ({detail}) => {
    if (detail !== "measure") return;
    const isWrong = setting.problems.measure?.field === key;
    for (const part of parts) put(part, "aria-invalid", isWrong);
  });
  return made;
}

/**
 * choice makes a field for a key of the question: a line of a catalogue, and its parameters beside it, as "sigmoid" and
 * "4" for sigmoid:4. other(question) returns the text of a value that no catalogue has, such as a painted target;
 * changes(value) returns what to set, the key alone if left out.
 */
function choice(setting, {key, label, choices, other = () => null, changes = (value) => ({[key]: value})}) {
  const hint = ({spec}) => (spec.includes(":") ? " …" : ""); // there are parameters
  const options = choices.map((one) => element("option", {value: one.spec}, one.spec.split(":")[0] + hint(one)));
  const select = element("select", {"aria-label": label}, ...options);
  const parameters = element("input", {type: "text", class: "parameters", spellcheck: "false", autocomplete: "off"});
  select.addEventListener("change", () => {
    setting.set(changes(choices.find(({spec}) => spec === select.value)?.example));
  });
  parameters.addEventListener("change", () => {
    const name = select.value.split(":")[0], text = parameters.value.trim();
    setting.set(changes(text === "" ? name : `${name}:${text}`));
  });
  const show = () => {
    const value = setting.question[key] ?? "", [name, ...more] = value.split(":"), text = other(setting.question);
    const one = text === null ? choices.find(({spec}) => spec.split(":")[0] === name) : undefined;
    strange(select, one ? null : text ?? value);
    if (one) select.value = one.spec;
    parameters.hidden = !one || !(one.spec.includes(":") || more.length > 0);
    parameters.value = more.join(":");
    put(parameters, "aria-label", `Parameters of ${one?.spec}`);
    put(select, "title", one?.about ?? "");
  };
  setting.addEventListener("question", show);
  show();
  return field(setting, key, label, select, parameters);
}

/** strange shows a value that is no line of the catalogue as an option of its own; null takes it away. */
function strange(select, text) {
  const there = select.querySelector("[data-strange]");
  if (there?.textContent !== text) there?.remove(); // a stroke changes nothing here
  if (text === null) return;
  if (!there?.isConnected) select.prepend(element("option", {value: "strange", "data-strange": true}, text));
  select.value = "strange";
}

const least = 2;

/** levels makes the field of T, the number of levels: a number, and a slider on a logarithmic scale. */
function levels(setting, most) {
  const box = element("input", {type: "number", min: least, max: most, class: "short", "aria-label": "T, levels"});
  const slide = slideOfT(least, most, (T) => setting.set({T}));
  box.addEventListener("change", () => {
    const T = Math.round(box.valueAsNumber);
    if (Number.isFinite(T)) setting.set({T: Math.min(Math.max(T, least), most)});
    else box.value = setting.question.T; // what was typed is no number
  });
  const show = () => {
    const {T} = setting.question;
    slide.show(T);
    if (document.activeElement !== box || Number(box.value) !== T) box.value = T;
  };
  setting.addEventListener("question", show);
  show();
  return field(setting, "T", "Levels T", box, slide.node);
}

/** slideOfT makes a slider of T on a logarithmic scale: {node, show}. hear(T) hears of a T that is chosen. */
export function slideOfT(least, most, hear) {
  const node = element("input", {type: "range", min: 0, max: 1, step: 0.001, "aria-label": "T, on a log scale",
    oninput: () => hear(rounded(least * (most / least) ** node.valueAsNumber))});
  return {node, show(T) {
    if (document.activeElement !== node) node.value = Math.log(T / least) / Math.log(most / least);
    put(node, "aria-valuetext", `T ${T}`);
  }};
}

/** rounded leaves two digits, as 1, 1.5 and 10 do: people choose 200, not 203. */
function rounded(T) {
  const unit = 10 ** Math.max(Math.floor(Math.log10(T)) - 1, 0);
  return Math.round(T / unit) * unit;
}

/** rarer lists the keys that a link may have and no field sets. */
const rarer = ["initial", "axes", "program", "seed", "skip_last", "repeat"];

/** others makes buttons that take the rarer keys out of the setting. */
function others(setting) {
  const room = element("div", {class: "others"});
  const show = () => {
    const set = rarer.filter((key) => setting.question[key] !== undefined && setting.question[key] !== false);
    room.replaceChildren(...set.map((key) => element("button", {type: "button", title: `Leave out ${key}`,
      onclick: () => setting.set({[key]: undefined})}, `${key} = ${setting.question[key]} ×`)));
  };
  setting.addEventListener("question", show);
  show();
  return room;
}
