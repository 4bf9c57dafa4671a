// J and B, as bars on one axis and as a table with all digits behind it: J, both divergences, B, and what lies between.
// Of two settings, also the differences, and in words what sets the settings apart.
import {compact, digits, listed, number, order, whole} from "explorer/digits.js";
import {element, soon} from "explorer/element.js";
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
  const speak = speaker(said);
  let rows = [];
  const draw = soon(() => {
    const all = sides();
    if (rows.length !== (all.length > 1 ? 3 : 1)) rows = build(table, all.length > 1 ? [...called, less] : [""]);
    const values = all.map(({answers: {measure}}) => columns.map(({read}) => (measure ? number(read(measure)) : NaN)));
    if (all.length > 1) values.push(values[0].map((v, i) => difference(v, values[1][i])));
    values.forEach((row, i) => row.forEach((v, k) => put(rows[i].cells[k], v, all.length > 1 && i === 2)));
    const old = all.map((side) => side.stale("measure") || Boolean(side.problems.measure));
    rows.forEach(({row}, i) => row.classList.toggle("stale", old[i] ?? old.includes(true)));
    notes.textContent = all.flatMap(({answers: {measure}}) => measure?.notes ?? []).join(" ");
    if (all.every(({answers}) => answers.measure)) bars(chart, values.slice(0, all.length), old);
    else if (chart.children.length === 0) chart.textContent = soonToCome(all);
    behind.classList.toggle("hidden", all.length === 1); // the bars say it all
    speak(() => sentence(all, values));
  });
  return {draw, follow(side) {
    side.addEventListener("answer", ({detail}) => detail === "measure" && draw());
    side.addEventListener("question", draw);
  }};
}

/** difference is a − b, and 0 if that is rounding. */
const difference = (a, b) => order(a, b) === 0 && digits(a, sure) === digits(b, sure) ? 0 : a - b;

const sure = 9; // digits of a number that no sum of the page rounds away

/** above says how far B is above J. What is left of two equal numbers is rounding. */
const above = (J, B, slack) => difference(B, J) === 0 && order(slack, 0, sure * Number.EPSILON * B) === 0
  ? "as much as J" : `${digits(slack, 3)} above J`;

/** soonToCome says that numbers are on the way, unless what is wrong is said elsewhere. */
const soonToCome = (all) => all.some(({problems}) => problems.measure) ? "" : "J and B are on the way.";

/** bars draws J and B of each row on one axis of nats: J in its two halves, and B as J with what lies between. */
function bars(room, rows, old) {
  const most = Math.max(0, ...rows.flatMap(([J, , , B]) => [J, B]).filter(Number.isFinite));
  const ticks = most > 0 ? window.d3.ticks(0, most, 3) : [0], top = Math.max(most, ticks.at(-1)) || 1;
  const wide = (v) => `${Number.isFinite(v) ? Math.min(Math.max(100 * v / top, 0), 100) : v > 0 ? 100 : 0}%`;
  const bar = (name, says, parts, v, i) => {
    const made = element("div", {class: "bar-of"}, ...parts.map(([kind, text, of]) => {
      const part = element("span", {class: kind, title: text}, of > 0.25 * top ? text : "");
      part.style.width = wide(of);
      return part;
    }), element("b", {}, compact(v)));
    const of = rows.length > 1 ? `${name}, ${called[i]}` : name;
    return element("div", {class: old[i] ? "stale" : ""}, element("h3", {}, of, element("small", {}, says)), made);
  };
  const split = (J, B, slack) => Number.isFinite(J) && Number.isFinite(slack)
    ? [["b-j", "J", J], ["b-slack", "", slack]] : [["b-j", "", B]];
  room.replaceChildren(...rows.flatMap(([J, q, p, B, slack], i) => [
    bar("J", "the distance", [["j-q", "KL(q‖p)", q], ["j-p", "KL(p‖q)", p]], J, i),
    bar("B", `what runs can show: ${above(J, B, slack)}`, split(J, B, slack), B, i)]),
  element("div", {class: "axis"}, ...ticks.map((v) => {
    const at = element("span", {}, String(Number(v.toPrecision(2))));
    at.style.setProperty("--at", v / top);
    return at;
  })), element("small", {}, "nats; 0 is perfect"));
}

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
  const text = (signed && value > 0 ? "+" : "") + compact(value);
  if (cell.firstChild.data === text) return;
  cell.firstChild.data = text;
  cell.title = String(value);
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

/** The keys of a question but T, by the name that the page has for them. */
const names = {
  "the target": ["toy", "seed", "target"], "the axes": ["axes"], "the states (cells or orbits)": ["orbits"],
    "the kernel": ["kernel"], "the program": ["program"],
  "the bridge": ["bridge"], "the start": ["initial"], "the schedule": ["schedule"], "the last kernel": ["skip_last"],
  "the steps a level": ["repeat"],
};

/** What says in words what an open key means. */
const unset = {orbits: "none", repeat: 1};

/**
 * apart says in which of its parts question b is not a: whoever compares their numbers must know all of it. It is empty
 * if there is one question alone.
 */
export function apart(a, b) {
  if (!b) return "";
  const value = (question, key) => question[key] === unset[key] ? undefined : question[key] || undefined;
  const differs = (key) => value(a, key) !== value(b, key);
  const parts = listed(Object.entries(names).filter(([, keys]) => keys.some(differs)).map(([name]) => name));
  if (!differs("T")) return parts ? `The settings differ in ${parts}.` : "Left and right are the same setting.";
  const levels = `The left setting has T = ${whole(a.T)} and the right one has T = ${whole(b.T)}`;
  return parts ? `${levels}: their numbers do not differ by ${parts} alone.` : `${levels}; all else is the same.`;
}
