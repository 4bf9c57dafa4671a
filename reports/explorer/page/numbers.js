// J and B, as bars on one axis, and as a table with all digits behind it for screen readers: J, both divergences, B, and
// what lies between. While one drags or paints, the axis stays and a hairline stands at the last value
// (numbers/bars.js). Out of sight, J and B are small at the top.
import {compact, number} from "explorer/digits.js";
import {element, soon} from "explorer/element.js";
import {bars} from "explorer/numbers/bars.js";
import {glance} from "explorer/numbers/glance.js";
import {acts} from "explorer/state/acts.js";

const columns = [
  {name: "J", about: "how far apart samples and target are, in nats: KL(q‖p) + KL(p‖q)", read: (m) => m.J.sum},
  {name: "KL(q‖p)", about: "how far the samples are from the target, in nats", read: (m) => m.J.q_p},
  {name: "KL(p‖q)", about: "how far the target is from the samples, in nats", read: (m) => m.J.p_q},
  {name: "B", about: "a number that runs can estimate, and that J is never above, in nats", read: (m) => m.B.sum},
  {name: "B − J", about: "how far B is above J, in nats", read: (m) => m.slack},
];

/** numbers fills a room with the numbers of a setting. */
export function numbers(room, setting) {
  const said = element("p", {class: "hidden", "aria-live": "polite"});
  const chart = element("div", {class: "bars", "aria-hidden": "true"}), notes = element("p", {class: "about"});
  const cells = columns.map(() => element("td", {}, "–")), row = element("tr", {}, ...cells);
  room.append(chart, element("div", {class: "hidden"}, table(row)), notes, said);
  const speak = speaker(said), show = bars(chart), small = glance(room, chart), act = acts();
  let before; // J and B before the act that is under way, or the last one
  const read = () => {
    const {measure} = setting.answers;
    return columns.map((column) => (measure ? number(column.read(measure)) : NaN));
  };
  const draw = soon(() => {
    const {measure} = setting.answers, values = read(), [J, q, p, B, slack] = values;
    const old = setting.stale("measure") || Boolean(setting.problems.measure);
    values.forEach((value, i) => put(cells[i], value));
    row.classList.toggle("stale", old);
    notes.textContent = (measure?.notes ?? []).join(" ");
    if (measure) {
      show({J, q, p, B, slack, was: before, old}, act.pressed);
      small({J, B, was: before});
    } else if (chart.children.length === 0) chart.textContent = soonToCome(setting);
    speak(() => sentence(values));
  });
  setting.addEventListener("answer", ({detail}) => detail === "measure" && draw());
  setting.addEventListener("question", ({detail}) => {
    const [J, , , B] = read(), goesOn = act.goesOn();
    if (detail === "another") before = undefined; // its number is no change of the last one
    else if (!goesOn && setting.answers.measure) before = {J, B};
    draw();
  });
  act.released(draw);
  draw();
}

/** soonToCome says that numbers are on the way, unless what is wrong is said elsewhere. */
const soonToCome = ({problems}) => problems.measure ? "" : "J and B are on the way.";

function table(row) {
  const heads = columns.map(({name, about}) => element("th", {scope: "col", title: about}, name));
  return element("table", {class: "numbers"}, element("caption", {}, "J and B, in nats"),
    element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, row));
}

function put(cell, value) {
  const text = compact(value), isSame = cell.firstChild.data === text;
  if (isSame && Number.isNaN(value)) return; // as long as nothing is known there are no digits
  cell.title = String(value); // the last digits change where those that are shown do not
  if (!isSame) cell.firstChild.data = text;
}

function sentence(values) {
  const names = columns.map(({name}) => name.replace("‖", " from ").replace("−", "minus"));
  return names.map((name, i) => `${name} ${compact(values[i])}`).join(", ");
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
