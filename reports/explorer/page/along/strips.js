// What stands along the annealing: two strips on one axis of beta, each with a scale of its own.
import {compact, digits, number, percent} from "explorer/digits.js";
import {distance} from "explorer/views/chart.js";
import {binned, read} from "explorer/views/cells/steps.js";

const pieces = 50; // of beta

/**
 * strips are the two, each of one kind of answer. read(answer) are the points [beta, value], unit is what they are in,
 * text(value) is a number of the scale, and end(answer) is what is said on the right.
 */
export const strips = [
  {name: "Each step adds to B", key: "adds", kind: "exact", unit: `nats per ${1 / pieces} of β`, read: outline,
    text: (v) => digits(v, 2), end: ({B}) => `B = ${compact(B.sum)} in all`},
  {name: "In the wrong place", key: "wrong", kind: "levels", unit: "share of the runs",
    read: ({frames}) => frames.map((frame) => [number(frame.beta), misplaced(frame)]),
    text: (v) => `${digits(100 * v, 2)}%`, end: ({frames}) => `${percent(misplaced(frames.at(-1)))} at the end`},
];

const misplaced = ({forward, p}) => distance(forward, p);

/** outline are the points of what the steps add, as a staircase over pieces of beta. */
function outline(exact) {
  if (!exact.steps?.length) return [];
  return binned(read(exact), pieces).flatMap((v, i) => [[i / pieces, v], [(i + 1) / pieces, v]]);
}
