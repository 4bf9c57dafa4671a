// What one takes with one: the link, the command that gives the same numbers, and files of them.
import {csv, saveAs} from "charts/charts.js";
import {sentence} from "explorer/digits.js";
import {element, soon} from "explorer/element.js";
import {read} from "explorer/setting/cells.js";
import {ask, kept} from "explorer/state/ask.js";
import {tells} from "explorer/state/setting.js";
import {say} from "explorer/views/controls.js";

/** take fills a room with what there is to take of a setting. */
export function take(room, setting) {
  const command = element("pre", {tabindex: "0", role: "group", "aria-label": "Command"});
  const problem = element("p", {class: "problem"});
  const draw = soon(() => {
    const wrong = setting.problems.command;
    say(command, setting.answers.command?.command ?? ""); // a painted target is a long text, slow to break into lines
    problem.textContent = wrong && wrong.status !== 0 && !tells(setting, wrong) ? sentence(wrong.message) : "";
    command.classList.toggle("stale", setting.stale("command"));
  });
  setting.addEventListener("answer", ({detail}) => detail === "command" && draw());
  setting.addEventListener("question", draw);
  room.append(element("div", {class: "taken"}, link(), problem,
    line("Command", command, copy(() => command.textContent)), downloads(setting)));
  setting.need("command");
  draw();
}

/** link is the page's address. */
function link() {
  const text = element("input", {type: "text", readonly: true, "aria-label": "Link", value: location.href});
  const fresh = () => { text.value = location.href; };
  text.addEventListener("focus", fresh);
  addEventListener("explorer-link", fresh);
  return line("Link", text, copy(() => location.href));
}

function line(name, ...parts) {
  return element("div", {class: "take-line"}, element("span", {class: "label"}, name), ...parts);
}

/** copy makes a button that copies a text, and says so. A browser lets only pages of this machine copy. */
function copy(text) {
  const button = element("button", {type: "button", onclick: async () => {
    const copied = await navigator.clipboard?.writeText(text()).then(() => true, () => false);
    button.textContent = copied ? "Copied" : "Not allowed here: copy it by hand";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  }}, "Copy");
  return button;
}

/** downloads are the target, the betas and all numbers, as files that the commands read. */
function downloads(setting) {
  const said = element("p", {role: "status"});
  const button = (label, name, make) => element("button", {type: "button", onclick: async () => {
    try {
      saveAs(name, new Blob([csv(await make())], {type: "text/csv"}));
      said.textContent = `Saved: ${name}, among your downloads.`;
      said.className = "";
    } catch (wrong) {
      said.textContent = wrong.message;
      said.className = "problem";
    }
  }}, label);
  const exact = async () => kept?.answers.exact ?? ask("exact", setting.question);
  return line("Files", element("span", {class: "buttons"},
    button("Target.csv", "target.csv", async () => targetOf(setting)),
    button("Betas.csv", "betas.csv", async () => (await exact()).betas.map((beta) => [beta])),
    button("Numbers.csv", "numbers.csv", async () => listOf(setting.question, await exact()))), said);
}

/** targetOf are the cells of a setting's target, as breadboard exact --target reads them. A wall is -inf. */
export function targetOf(setting) {
  const text = setting.question.target ?? setting.answers.draw?.target;
  if (!text) throw new Error("A target of more than two axes is no table: its command names the toy.");
  const {rows, columns, cells} = read(text);
  const row = (r) => cells.slice(r * columns, (r + 1) * columns).map((value) => value ?? "-inf");
  return Array.from({length: rows}, (_, r) => row(r));
}

/** listOf makes rows of all exact numbers, one a row: its name, its step or its cell, and its value. */
export function listOf(question, exact) {
  const {columns, walls, J, B} = exact;
  const all = [["J", J.sum], ["J KL(q||p)", J.q_p], ["J KL(p||q)", J.p_q], ["B", B.sum], ["B KL(q||p)", B.q_p],
    ["B KL(p||q)", B.p_q], ["B-J", exact.slack], ["log R", exact.log_r], ["ESS", exact.ess],
    ["E_fwd[log w]", exact.fwd_log_w], ["E_rev[log w]", exact.rev_log_w], ["defect", exact.defect]];
  const cells = (name, values) => (values ?? []).map((value, i) =>
    [name, "", Math.floor(i / columns), i % columns, walls?.[i] ? "" : value]);
  const steps = (name, values) => (values ?? []).map((value, i) => [name, i, "", "", value]);
  return [["quantity", "t", "row", "column", "value"],
    ...Object.entries(question).map(([key, value]) => [key, "", "", "", value]),
    ...all.map(([name, value]) => [name, "", "", "", value]),
    ...steps("beta", exact.betas), ...steps("step of B", exact.steps),
    ...cells("p", exact.p), ...cells("q", exact.q),
    ...cells("part of J", exact.j_parts), ...cells("part of B", exact.b_parts)];
}
