// One line of a catalogue is chosen, with its parameters beside it: "sigmoid" and "4" are the schedule sigmoid:4.
import {element} from "explorer/element.js";
import {field} from "explorer/setting/field.js";

/**
 * choice is a field for a key of the question. choices are those of the catalogue; none is the text of an empty
 * question, left out if there is none; other(question) returns the text of a value that no catalogue has, such as a
 * painted target; changes(value) are the changes of the question, of its key alone if left out. If says is set, the
 * catalogue's words about the choice stand below it; they are always its tooltip.
 */
export function choice(side, {key, label, choices, none, other = () => null,
  changes = (value) => ({[key]: value}), says = false}) {
  const options = choices.map((one) => element("option", {value: one.spec}, one.spec.split(":")[0] + hint(one)));
  const empty = element("option", {value: ""}, none ?? "");
  const select = element("select", {"aria-label": label}, ...(none === undefined ? [] : [empty]), ...options);
  const parameters = element("input", {type: "text", class: "parameters", spellcheck: "false", autocomplete: "off"});
  const about = element("p", {class: "about"});
  const find = (spec) => choices.find((one) => one.spec === spec);

  select.addEventListener("change", () => side.set(changes(find(select.value)?.example)));
  parameters.addEventListener("change", () => {
    const name = select.value.split(":")[0];
    side.set(changes(parameters.value.trim() === "" ? name : `${name}:${parameters.value.trim()}`));
  });

  const show = () => {
    const value = side.question[key] ?? "", text = other(side.question);
    const one = text === null ? lineOf(choices, value) : null;
    strange(select, text ?? (value !== "" && !one ? value : null));
    if (one) select.value = one.spec;
    else if (text === null && value === "") select.value = "";
    parameters.hidden = !one || !(one.spec.includes(":") || value.includes(":"));
    parameters.value = value.split(":").slice(1).join(":");
    parameters.title = one?.spec ?? "";
    parameters.setAttribute("aria-label", `Parameters of ${one?.spec}`);
    select.title = one?.about ?? "";
    about.textContent = says ? select.title : "";
  };
  side.addEventListener("question", show);
  show();
  return field(side, key, label, element("span", {class: "chosen"}, select, parameters), about);
}

const hint = (one) => (one.spec.includes(":") ? " …" : "");

/** lineOf is the line of a catalogue that a value was made of. heat-bath and heat-bath:2 are of two lines. */
function lineOf(choices, value) {
  const [name, ...rest] = value.split(":");
  const named = choices.filter((one) => one.spec.split(":")[0] === name);
  return named.find((one) => one.spec.includes(":") === rest.length > 0) ?? named[0];
}

/** strange shows a value that is no line of the catalogue as an option of its own. */
function strange(select, text) {
  select.querySelector("[data-strange]")?.remove();
  if (text === null) return;
  select.prepend(element("option", {value: "strange", "data-strange": true}, text));
  select.value = "strange";
}
