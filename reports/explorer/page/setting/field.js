// A field of a setting: its label, its control, and the sentence that says what is wrong with it.
import {sentence} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {server} from "explorer/state/ask.js";

let made = 0;

/** field labels a control of a key of the question, and shows the server's problem with that key below it. */
export function field(side, key, label, control, ...more) {
  const problem = element("p", {class: "problem", id: `problem-${++made}`, hidden: true});
  side.addEventListener("answer", () => {
    const {measure, draw} = side.problems;
    const own = [measure, draw].find((one) => one?.field === key);
    problem.textContent = own ? sentence(own.message) : "";
    problem.hidden = !own;
    mark(control, problem);
  });
  const name = element("span", {class: "label", "aria-hidden": "true"}, label);
  return element("div", {class: `field field-${key}`}, name, control, ...more, problem);
}

function mark(control, problem) {
  for (const input of control.matches("input, select") ? [control] : control.querySelectorAll("input, select")) {
    input.toggleAttribute("aria-invalid", false);
    if (!problem.hidden) input.setAttribute("aria-invalid", "true");
    if (!problem.hidden) input.setAttribute("aria-describedby", problem.id);
    else input.removeAttribute("aria-describedby");
  }
}

/** fields are the keys whose problems are shown at their field. */
const fields = new Set(["toy", "seed", "target", "kernel", "bridge", "initial", "schedule", "program", "T"]);

/** homeless returns a paragraph for the side's problems that belong to no field. */
export function homeless(side) {
  const problem = element("p", {class: "problem", role: "status", hidden: true});
  side.addEventListener("answer", () => {
    const {measure, draw} = side.problems;
    const own = [measure, draw].find((one) => one && !fields.has(one.field) && !server.lost);
    problem.textContent = own ? sentence(own.message) : "";
    problem.hidden = !own;
  });
  return problem;
}
