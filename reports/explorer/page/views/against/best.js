// Which schedule is best by J and which by B, at each T, and what the choice by B costs in J.
import {digits, listed, number, order, whole} from "explorer/digits.js";

/** least is the item with the least known value of a key; undefined if none is known. */
function least(items, key) {
  return items.filter((one) => !Number.isNaN(number(one[key]))).reduce((best, one) =>
    best === undefined || number(one[key]) < number(best[key]) ? one : best, undefined);
}

/** ties are all items whose value of a key is the least one, as a reader sees it: see order. */
function ties(items, key) {
  const best = least(items, key);
  return best ? items.filter((one) => order(one[key], best[key]) === 0) : [];
}

/**
 * atEach groups points by T: [{T, points, J, B, leasts, cost}]. J and B are the best by each, one point if both tie in
 * it; leasts.J and leasts.B are all that tie, and cost is the J of B over that of J.
 */
export function atEach(points) {
  const ts = [...new Set(points.map(({T}) => T))].sort((a, b) => a - b);
  return ts.map((T) => {
    const of = points.filter((point) => point.T === T);
    const leasts = {J: ties(of, "J"), B: ties(of, "B")};
    const both = leasts.B.find((one) => leasts.J.includes(one));
    const [J, B] = [both ?? least(of, "J"), both ?? least(of, "B")];
    return {T, points: of, J, B, leasts, cost: J && B ? number(B.J) / number(J.J) : NaN};
  });
}

/** sentences say which schedule is best by J and which by B, and where they differ what the choice by B costs. */
export function sentences(points) {
  const all = atEach(points), most = Math.max(2, ...all.map((one) => one.points.length));
  const known = all.filter((one) => one.J && one.B && one.points.length === most); // others are not whole yet
  if (known.length === 0) return "";
  const same = known.filter(({J, B}) => J.schedule === B.schedule);
  const apart = known.filter((one) => !same.includes(one));
  if (apart.length === 0) return `J and B choose the same schedule at ${list(same)}: ${winners(same)}.`;
  const dear = apart.reduce((most, one) => one.cost > most.cost ? one : most);
  const {T, J, B} = dear;
  const cost = `At T = ${whole(T)} ${J.schedule} is best by J (${digits(J.J)} nats) and ${B.schedule} by B ` +
    `(${digits(B.B)} nats). Whoever chooses by B takes ${B.schedule} there, and gets ${times(dear)}.`;
  if (same.length > 0) return `${cost} J and B choose the same schedule at ${list(same)}.`;
  return known.length > 1 ? `${cost} J and B disagree at every T.` : cost;
}

const list = (all) => `T = ${listed(all.map(({T}) => whole(T)))}`;
const winners = (all) => [...new Set(all.map(({J}) => J.schedule))].join(", then ");

/** times compares the J of both. Nothing is a multiple of 0. */
function times({J, B, cost}) {
  if (number(J.J) === 0) return `a J of ${digits(B.J)} nats instead of 0`;
  const few = Number.isFinite(cost) ? cost.toFixed(cost < 10 ? 2 : 0) : "infinitely many";
  return `${Number(few) === 1 ? digits(cost, 5) : few} times the J`; // a cost is above 1, and is to be seen as such
}
