// What is saved as files, as rows of values.
import {read} from "explorer/setting/cells.js";

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
