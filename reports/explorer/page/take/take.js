// What one takes with one: the link, the command and the Go program that give the same numbers, and files of them.
import {csv, saveAs} from "charts/charts.js";
import {sentence} from "explorer/digits.js";
import {element, listen, soon} from "explorer/element.js";
import {read} from "explorer/setting/cells.js";
import {ask, kept} from "explorer/state/ask.js";
import {headOf} from "explorer/state/names.js";
import {needing, tells} from "explorer/state/sides.js";
import {say} from "explorer/views/controls.js";
import {viewOf} from "explorer/views/views.js";

/** take fills a room. sides() is [a] or [a, b]. It returns {mount}, to call when the sides change. */
export function take(room, sides, page) {
  const settings = element("div", {class: "taken"});
  room.append(element("div", {class: "taken"}, link(), settings));
  const beside = (side) => () => {
    const {id, needs} = viewOf(page);
    return {view: id, ...Object.assign({}, ...Object.values(needs).map((of) => of(page, side, sides())))};
  };
  let drop = () => {}, shown = [];
  return {mount() {
    drop();
    for (const {close} of shown) close();
    shown = sides().map((side, _, all) => one(side, all.length > 1));
    settings.replaceChildren(...shown.map(({node}) => node));
    drop = needing(sides().map((side) => ({side, kind: "code", beside: beside(side)})), page);
  }};
}

/** link is the page's address. */
function link() {
  const text = element("input", {type: "text", readonly: true, "aria-label": "Link", value: location.href});
  const fresh = () => { text.value = location.href; };
  text.addEventListener("focus", fresh);
  addEventListener("explorer-link", fresh);
  return line("Link", text, copy(() => location.href));
}

/** one is what there is to take of a side: {node, close}. */
function one(side, named) {
  const [command, go] = ["Command", "Go"].map((name) =>
    element("pre", {tabindex: "0", role: "group", "aria-label": name}));
  const program = element("details", {}, element("summary", {}, "The program in Go"), go);
  const problem = element("p", {class: "problem"});
  const draw = soon(() => {
    const {code} = side.answers, wrong = side.problems.code;
    say(command, code?.command ?? ""); // a large painted target is a long text, and slow to break into lines
    say(go, code?.go ?? "");
    problem.textContent = wrong && wrong.status !== 0 && !tells(side, wrong) ? sentence(wrong.message) : "";
    for (const text of [command, go]) text.classList.toggle("stale", side.stale("code"));
  });
  const stops = [listen([side], "answer", ({detail}) => detail === "code" && draw()), listen([side], "question", draw)];
  draw();
  const node = element("div", {class: "take-side", "data-side": side.name},
    ...(named ? [element("h3", {}, headOf(side))] : []), problem,
    line("Command", command, copy(() => command.textContent)), line("Go", program, copy(() => go.textContent)),
    downloads(side));
  return {node, close: () => stops.forEach((stop) => stop())};
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
function downloads(side) {
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
  const exact = async () => kept?.[side.name]?.exact ?? ask("exact", side.question);
  return line("Files", element("span", {class: "buttons"},
    button("Target.csv", "target.csv", async () => targetOf(side)),
    button("Betas.csv", "betas.csv", async () => (await exact()).betas.map((beta) => [beta])),
    button("Numbers.csv", "numbers.csv", async () => listOf(side.question, await exact()))), said);
}

/** targetOf are the cells of a side's target, as breadboard exact --target reads them. A wall is -inf. */
export function targetOf(side) {
  const text = side.question.target ?? side.answers.draw?.target;
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
