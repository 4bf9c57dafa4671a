// Fields of a setting: each has a label, a control, and the sentence that says what is wrong with it. One line of a
// catalogue is chosen, with its parameters beside it: "sigmoid" and "4" are the schedule sigmoid:4.
import {sentence} from "explorer/digits.js";
import {element, put} from "explorer/element.js";
import {server} from "explorer/state/ask.js";
import {say} from "explorer/views/controls.js";

let made = 0;

const targets = ["toy", "seed", "target"]; // together they say what the target is

/**
 * field labels a control of a key of the question, and shows the server's problem with that key below it, where apart
 * (below) does not put it elsewhere. Escape then brings the last value back that the server took.
 */
export function field(setting, key, label, control, ...more) {
  let taken = setting.question;
  const back = ({key: pressed}) => {
    if (pressed !== "Escape" || problem.hidden) return;
    setting.set(Object.fromEntries((targets.includes(key) ? targets : [key]).map((one) => [one, taken[one]])));
  };
  const problem = problemOf(setting, {id: `problem-${++made}`, "data-field": key}, (one) => one.field === key);
  setting.addEventListener("answer", () => {
    if (!setting.problems.measure && !setting.problems.draw && !setting.stale("measure")) taken = setting.question;
    for (const input of control.matches("input, select") ? [control] : control.querySelectorAll("input, select")) {
      for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", problem.id]]) {
        if (problem.hidden) input.removeAttribute(name);
        else input.setAttribute(name, value);
      }
    }
  });
  const name = element("span", {class: "label", "aria-hidden": "true"}, label);
  return element("div", {class: `field field-${key}`, onkeydown: back}, name, control, ...more, problem);
}

/**
 * apart takes the problems of fields out of them, to stand elsewhere: a column of a row is too narrow for a sentence
 * that
 * lists thirty kernels.
 */
export const apart = (fields) => fields.flatMap((one) => [...one.querySelectorAll(".problem")]);

/** fields are the keys whose problems stand at their field. Others may be out of sight, and are told below the row. */
const fields = new Set(["toy", "kernel", "bridge", "initial", "schedule", "T"]);

/** homeless returns a paragraph for the setting's problems that belong to no field. */
export const homeless = (setting) => problemOf(setting, {role: "status"}, (one) => !fields.has(one.field) && !server.lost);

/**
 * problemOf is a paragraph of a setting's first problem that is its own. That nobody answers, the page says once, at its top.
 */
function problemOf(setting, keys, isOwn) {
  const said = element("p", {class: "problem", hidden: true, ...keys});
  setting.addEventListener("answer", () => {
    const own = [setting.problems.measure, setting.problems.draw].find((one) => one && one.status !== 0 && isOwn(one));
    say(said, own ? sentence(own.message) : "");
    said.hidden = !own;
  });
  return said;
}

/**
 * choice is a field for a key of the question. choices are those of the catalogue; none is the text of an empty
 * question, left out if there is none; other(question) returns the text of a value that no catalogue has, such as a
 * painted target; changes(value) are the changes of the question, of its key alone if left out. If says is set, the
 * catalogue's words about the choice stand below it; they are always its tooltip.
 */
export function choice(setting, {key, label, choices, none, other = () => null,
  changes = (value) => ({[key]: value}), says = false}) {
  const hint = ({spec}) => (spec.includes(":") ? " …" : ""); // there are parameters
  const options = choices.map((one) => element("option", {value: one.spec}, one.spec.split(":")[0] + hint(one)));
  const empty = element("option", {value: ""}, none ?? "");
  const select = element("select", {"aria-label": label}, ...(none === undefined ? [] : [empty]), ...options);
  const parameters = element("input", {type: "text", class: "parameters", spellcheck: "false", autocomplete: "off"});
  const about = element("p", {class: "about"});
  const find = (spec) => choices.find((one) => one.spec === spec);

  select.addEventListener("change", () => setting.set(changes(find(select.value)?.example)));
  parameters.addEventListener("change", () => {
    const name = select.value.split(":")[0];
    setting.set(changes(parameters.value.trim() === "" ? name : `${name}:${parameters.value.trim()}`));
  });

  const show = () => {
    const value = setting.question[key] ?? "", text = other(setting.question);
    const one = text === null ? lineOf(choices, value) : null;
    strange(select, text ?? (value !== "" && !one ? value : null));
    if (one) select.value = one.spec;
    else if (text === null && value === "") select.value = "";
    parameters.hidden = !one || !(one.spec.includes(":") || value.includes(":"));
    parameters.value = value.split(":").slice(1).join(":");
    put(parameters, "title", one?.spec ?? "");
    put(parameters, "aria-label", `Parameters of ${one?.spec}`);
    put(select, "title", one?.about ?? "");
    say(about, says ? select.title : "");
  };
  setting.addEventListener("question", show);
  show();
  return field(setting, key, label, element("span", {class: "chosen"}, select, parameters), about);
}

/** lineOf is the line of a catalogue that a value was made of. */
function lineOf(choices, value) {
  const [name] = value.split(":");
  return choices.find((one) => one.spec.split(":")[0] === name);
}

/** strange shows a value that is no line of the catalogue as an option of its own. */
function strange(select, text) {
  const there = select.querySelector("[data-strange]");
  if (there?.textContent !== text) there?.remove(); // a stroke changes nothing here
  if (text === null) return;
  if (!there?.isConnected) select.prepend(element("option", {value: "strange", "data-strange": true}, text));
  select.value = "strange";
}

const least = 2;

/**
 * levels makes the field of T, the number of levels: a number, and a slider on a logarithmic scale. most is the largest
 * T that the server takes.
 */
export function levels(setting, most) {
  const box = element("input", {type: "number", min: least, max: most, class: "short", "aria-label": "T, levels"});
  const slider = element("input", {type: "range", min: 0, max: 1, step: 0.001, "aria-label": "T, on a log scale"});
  const at = (share) => round(least * (most / least) ** share);
  const share = (T) => Math.log(T / least) / Math.log(most / least);
  box.addEventListener("change", () => {
    const T = Math.round(box.valueAsNumber);
    if (Number.isFinite(T)) setting.set({T: Math.min(Math.max(T, least), most)});
    else box.value = setting.question.T; // what was typed is no number
  });
  slider.addEventListener("input", () => setting.set({T: at(slider.valueAsNumber)}));
  const show = () => {
    const {T} = setting.question;
    if (document.activeElement !== slider) slider.value = share(T);
    if (document.activeElement !== box || Number(box.value) !== T) box.value = T;
    put(slider, "aria-valuetext", `T ${T}`);
  };
  setting.addEventListener("question", show);
  show();
  return field(setting, "T", "Levels T", element("span", {class: "chosen levels"}, box, slider));
}

/** round leaves two digits, as 1, 1.5 and 10 do: people choose 200, not 203. */
function round(T) {
  const unit = 10 ** Math.max(Math.floor(Math.log10(T)) - 1, 0);
  return Math.round(T / unit) * unit;
}
