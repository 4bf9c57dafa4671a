// J and B, as bars on one axis and as a table with all digits behind it: J, both divergences, B, and what lies between.
// Of two settings, also the differences, and in words what sets the settings apart. While one drags or paints, the axis
// stays and a hairline stands at the last value (numbers/bars.js). Out of sight, J and B are small at the top.
import {compact, difference, listed, number, whole} from "explorer/digits.js";
import {element, soon} from "explorer/element.js";
import {bars} from "explorer/numbers/bars.js";
import {glance} from "explorer/numbers/glance.js";
import {acts} from "explorer/state/acts.js";
import {groups, isSame} from "explorer/state/common.js";
import {headOf, less, names as called} from "explorer/state/names.js";

const columns = [
  {name: "J", about: "how far apart samples and target are, in nats: KL(q‖p) + KL(p‖q)", read: (m) => m.J.sum},
  {name: "KL(q‖p)", about: "how far the samples are from the target, in nats", read: (m) => m.J.q_p, small: true},
  {name: "KL(p‖q)", about: "how far the target is from the samples, in nats", read: (m) => m.J.p_q, small: true},
  {name: "B", about: "a number that runs can estimate, and that J is never above, in nats", read: (m) => m.B.sum},
  {name: "B − J", about: "how far B is above J, in nats", read: (m) => m.slack},
];

/** numbers fills a room with the numbers of all sides. sides() is [a] or [a, b]. It returns {draw, follow(side)}. */
export function numbers(room, sides) {
  const said = element("p", {class: "hidden", "aria-live": "polite"});
  const table = element("table", {class: "numbers"});
  const chart = element("div", {class: "bars", "aria-hidden": "true"}), notes = element("p", {class: "about"});
  const behind = element("div", {}, table);
  room.append(chart, behind, notes, said);
  const speak = speaker(said), show = bars(chart), small = glance(room, chart), act = acts();
  const before = new WeakMap(); // side -> its J and B before the act that is under way, or the last one
  const read = ({answers: {measure}}) => columns.map((column) => (measure ? number(column.read(measure)) : NaN));
  let rows = [];
  const draw = soon(() => {
    const all = sides();
    if (rows.length !== (all.length > 1 ? 3 : 1)) rows = build(table, all.length > 1 ? [...called, less] : [""]);
    const values = all.map(read);
    if (all.length > 1) values.push(values[0].map((v, i) => difference(v, values[1][i])));
    values.forEach((row, i) => row.forEach((v, k) => put(rows[i].cells[k], v, all.length > 1 && i === 2)));
    const old = all.map((side) => side.stale("measure") || Boolean(side.problems.measure));
    rows.forEach(({row}, i) => row.classList.toggle("stale", old[i] ?? old.includes(true)));
    notes.textContent = all.flatMap(({answers: {measure}}) => measure?.notes ?? []).join(" ");
    const shown = all.map((side, i) => ({J: values[i][0], q: values[i][1], p: values[i][2], B: values[i][3],
      slack: values[i][4], was: before.get(side), old: old[i]}));
    if (all.every(({answers}) => answers.measure)) {
      show(shown, act.pressed);
      small(shown);
    } else if (chart.children.length === 0) chart.textContent = soonToCome(all);
    behind.classList.toggle("hidden", all.length === 1); // the bars say it all
    speak(() => sentence(all, values));
  });
  act.released(draw);
  return {draw, follow(side) {
    side.addEventListener("answer", ({detail}) => detail === "measure" && draw());
    side.addEventListener("question", ({detail}) => {
      const [J, , , B] = read(side), goesOn = act.goesOn();
      if (detail === "another") before.delete(side); // its number is no change of the last one
      else if (!goesOn && side.answers.measure) before.set(side, {J, B});
      draw();
    });
  }};
}

/** soonToCome says that numbers are on the way, unless what is wrong is said elsewhere. */
const soonToCome = (all) => all.some(({problems}) => problems.measure) ? "" : "J and B are on the way.";

function build(table, names) {
  const heads = columns.map(({name, about, small}) =>
    element("th", {scope: "col", title: about, class: small ? "small" : ""}, name));
  const corner = names.length > 1 ? [element("td", {})] : [];
  const made = names.map((name) => {
    const cells = columns.map(({small}) => element("td", {class: small ? "small" : ""}, "–"));
    const head = names.length > 1 ? [element("th", {scope: "row"}, name)] : [];
    return {cells, row: element("tr", {}, ...head, ...cells)};
  });
  table.replaceChildren(element("caption", {class: "hidden"}, "J and B, in nats"),
    element("thead", {}, element("tr", {}, ...corner, ...heads)), element("tbody", {}, ...made.map(({row}) => row)));
  return made;
}

function put(cell, value, signed) {
  const text = (signed && value > 0 ? "+" : "") + compact(value), isSame = cell.firstChild.data === text;
  if (isSame && Number.isNaN(value)) return; // as long as nothing is known there are no digits
  cell.title = String(value); // the last digits change where those that are shown do not
  if (isSame) return;
  cell.firstChild.data = text;
  cell.classList.toggle("long", text.length > 8);
}

function sentence(sides, values) {
  const names = columns.map(({name}) => name.replace("‖", " from ").replace("−", "minus"));
  const say = (row) => names.map((name, i) => `${name} ${compact(row[i])}`).join(", ");
  return sides.map((side, i) => (sides.length > 1 ? `${headOf(side)}: ` : "") + say(values[i])).join(". ");
}

/** speaker writes what screen readers say, at most once a second. */
function speaker(said) {
  let timer = null, newest;
  return (sentence) => {
    newest = sentence;
    timer ??= setTimeout(() => {
      timer = null;
      const text = newest();
      if (said.textContent !== text) said.textContent = text;
    }, 1000);
  };
}

/**
 * apart says in which of its parts question b is not a, and what each has there: whoever compares their numbers must
 * know all of it. It is empty if there is one question alone.
 */
export function apart(a, b) {
  if (!b) return "";
  const differs = Object.keys(groups).filter((group) => group !== "T" && !isSame(a, b, group));
  const parts = listed(differs.map((group) => groups[group].name + valuesOf(a, b, group)));
  if (isSame(a, b, "T")) return parts ? `The settings differ in ${parts}.` : none;
  const levels = `The left setting has T = ${whole(a.T)} and the right one has T = ${whole(b.T)}`;
  return parts ? `${levels}: their numbers do not differ by ${parts} alone.` : `${levels}; all else is the same.`;
}

const none = "Left and right are the same setting. Split a part of it above, and change one side.";

const longest = 24; // letters of a value that a sentence takes

/** valuesOf are the values of a group in brackets, where a name says them: a painted target has none. */
function valuesOf(a, b, group) {
  const [key] = groups[group].keys, values = [a, b].map((question) => question[key]);
  const isNamed = values.every((value) => typeof value === "string" && value.length <= longest);
  return isNamed && values[0] !== values[1] ? ` (${values[0]} on the left, ${values[1]} on the right)` : "";
}
