// J and B are bars on one axis of nats: J in its two halves, and B as J and the rest. The axis stays while the reader
// drags or paints, which shows by how much a bar moves; a line marks the value before, and "was" writes it. A hidden
// table has all digits, for screen readers.
import {element, say, soon} from "../element.js";
import {compact, digits, finite, isSame, number, ticks} from "../state/numbers.js";

const labels = 4; // on the axis, or about so many
const tooLong = 3; // times the largest bar: a longer axis is made anew
const growth = 1.5; // of the largest bar, where an axis grows: the next stroke fits too

const columns = [
  {name: "J", about: "how far apart samples and target are, in nats: KL(q‖p) + KL(p‖q)", read: (m) => m.J.sum},
  {name: "KL(q‖p)", about: "how far the samples are from the target, in nats", read: (m) => m.J.q_p},
  {name: "KL(p‖q)", about: "how far the target is from the samples, in nats", read: (m) => m.J.p_q},
  {name: "B", about: "a number that runs can estimate, and that J is never above, in nats", read: (m) => m.B.sum},
  {name: "B − J", about: "how far B is above J, in nats", read: (m) => m.slack},
];

/** axisOf returns an axis of nats that holds so much: {top, ticks}. */
function axisOf(most) {
  const all = ticks(most, labels);
  return {ticks: all, top: Math.max(most, all.at(-1)) || 1};
}

/** axisAfter returns the next axis: the same if it holds all and, unless isHeld, is not far too long. */
export function axisAfter(before, most, isHeld) {
  if (!before) return axisOf(most);
  if (most > before.top) return axisOf(growth * most);
  return isHeld || tooLong * most >= before.top ? before : axisOf(most);
}

/** bars fills a room with the bars of a setting. act is from past.js. */
export function bars(room, setting, act) {
  const rows = {J: bar("J", "the distance"), B: bar("B", "what runs estimate")};
  const axis = element("div", {class: "axis"}), unit = element("small", {class: "unit"}, "nats; 0 is perfect");
  const times = element("small", {class: "end"});
  const notes = element("p", {class: "notes"}), said = element("p", {class: "hidden", "aria-live": "polite"});
  const cells = columns.map(() => element("td", {}, "–"));
  const picture = element("div", {class: "bars rows", "aria-hidden": "true"}, ...rows.J.nodes, ...rows.B.nodes, unit,
    axis, times);
  room.append(picture, element("div", {class: "hidden"}, table(cells)), notes, said);
  let was, held = null;
  const read = () => {
    const {measure} = setting.answers;
    return columns.map((column) => (measure ? number(column.read(measure)) : NaN));
  };
  const speak = speaker(said, () => columns.map(({name}, i) => `${spoken(name)} ${compact(read()[i])}`).join(", "));
  const draw = soon(() => {
    const {measure} = setting.answers, values = read(), [J, q, p, B, slack] = values;
    const isOld = setting.stale("measure") || Boolean(setting.problems.measure);
    room.classList.toggle("stale", isOld);
    if (!measure) return;
    values.forEach((value, i) => fill(cells[i], value));
    held = axisAfter(held, Math.max(finite(J), finite(B)), act.pressed);
    rows.J.show(held.top, [["j-q", "KL(q‖p)", q], ["j-p", "KL(p‖q)", p]], J, was?.J);
    const isSplit = Number.isFinite(J) && Number.isFinite(slack);
    rows.B.show(held.top, isSplit ? [["b-j", "J", J], ["b-slack", "", slack]] : [["b-j", "", B]], B, was?.B);
    say(times, above(J, B, slack));
    axis.replaceChildren(...held.ticks.map((tick) => mark(tick, held.top)));
    say(notes, (measure.notes ?? []).join(" "));
    speak();
  });
  setting.addEventListener("answer", ({detail}) => detail === "measure" && draw());
  setting.addEventListener("question", () => {
    const [J, , , B] = read();
    if (!act.goesOn() && setting.answers.measure) was = {J, B};
    draw();
  });
  act.released(draw);
}

/** spoken returns a name as a screen reader should say it. */
const spoken = (name) => name.replace("‖", " from ").replace("−", "minus");

/** above says how many times J B is, or how far above a J of 0. */
function above(J, B, slack) {
  if (isSame(B, J)) return "B is as much as J";
  if (!Number.isFinite(B)) return "";
  return J > 0 ? `B is ${digits(B / J, 3)} times J` : `B is ${digits(slack, 3)} above J`;
}

/** bar makes one row: a name, a bar with a line where it ended before, and a number with the one before. */
function bar(name, what) {
  const value = element("b", {}), before = element("small", {class: "was"});
  const then = element("i", {class: "then", hidden: true});
  const pieces = element("span", {class: "pieces"}), plot = element("div", {class: "bar"}, pieces, then);
  const nodes = [element("span", {class: "name"}, element("b", {}, name), element("small", {}, what)), plot,
    element("span", {class: "end"}, value, before)];
  return {nodes, show(top, parts, of, was) {
    pieces.replaceChildren(...parts.map(([kind, text, part]) => piece(kind, text, part, top)));
    const isOther = was !== undefined && !Number.isNaN(was) && !isSame(of, was);
    say(value, compact(of));
    say(before, isOther ? `was ${compact(was)}` : "");
    then.hidden = !isOther || was > top;
    then.style.setProperty("--at", Math.max(was, 0) / top);
  }};
}

/** piece makes a part of a bar. Its name stands in it, if there is room. */
function piece(kind, text, of, top) {
  const made = element("span", {class: kind, title: text}, of > top / 5 ? text : "");
  const full = of > 0 ? 100 : 0; // a part that is infinite fills the bar
  made.style.width = `${Number.isFinite(of) ? Math.min(Math.max((100 * of) / top, 0), 100) : full}%`;
  return made;
}

/** mark makes a number of an axis, at its place. */
export function mark(value, top) {
  const made = element("span", {}, String(Number(value.toPrecision(2))));
  made.style.setProperty("--at", value / top);
  return made;
}

function table(cells) {
  const heads = columns.map(({name, about}) => element("th", {scope: "col", title: about}, name));
  return element("table", {id: "digits"}, element("caption", {}, "J and B, in nats"),
    element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, element("tr", {}, ...cells)));
}

/** fill gives a cell of the table a number, and all its digits as a title. */
function fill(cell, value) {
  cell.title = String(value);
  say(cell, compact(value));
}

/** speaker returns a function that writes a text for screen readers, at most once a second. */
function speaker(said, text) {
  let timer = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      say(said, text());
    }, 1000);
  };
}
