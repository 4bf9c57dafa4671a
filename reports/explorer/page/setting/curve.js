// The schedule's curve: the side's own, to drag, and what fisher, best-b and best-j would choose, in pale colours.
import {lines, update} from "charts/charts.js";
import {compact, number} from "explorer/digits.js";
import {element, soon} from "explorer/element.js";
import {read, resampled, write} from "explorer/setting/betas.js";
import {handles} from "explorer/setting/handles.js";
import {styleOf} from "explorer/views/against/chooser.js";

const others = ["fisher", "best-b", "best-j"];
const drawn = 101; // points of a curve on the chart, at the most
const counts = [5, 9, 17, 33]; // of points to drag
const usual = 9;

/** curve makes the chart of a side's schedule, with its buttons. */
export function curve(side) {
  const room = element("div", {class: "curve"});
  const figure = lines(specOf(side), {height: 210, name: "schedules"});
  const hand = handles(figure, (betas) => side.set({schedule: write(betas)}));
  room.append(figure, hand.element);
  const buttons = row(side);
  const place = soon(() => {
    const betas = betasOf(side, side.question.schedule);
    if (betas) hand.show(betas, resampled(betas, points(side)));
    buttons.draw();
  });
  const draw = soon(() => {
    update(figure, specOf(side));
    hand.moved();
    place();
  });
  new ResizeObserver(() => setTimeout(() => { // the chart follows the width first
    hand.moved();
    place();
  })).observe(room);
  side.addEventListener("question", place);
  side.addEventListener("answer", ({detail}) => detail === "schedules" && draw());
  side.need("schedules", () => ({schedules: [...new Set([side.question.schedule, ...others])]}));
  place();
  return element("div", {class: "drawing"}, room, buttons.element);
}

/** points counts the points to drag: 9, or as many as a curve has that is drawn by hand. */
function points(side) {
  const betas = read(side.question.schedule);
  return betas && betas.length >= 3 && betas.length <= counts.at(-1) ? betas.length : usual;
}

/** betasOf are the betas of a schedule by name, at equal steps; null until the server has told them. */
function betasOf(side, name) {
  if (name === "linear") return [0, 1];
  const told = side.answers.schedules?.all.find((one) => one.name === name)?.betas.map(number);
  return read(name) ?? (told?.length > 1 ? told : null);
}

function specOf(side) {
  const series = ["linear", ...others].map((name) => {
    const betas = betasOf(side, name) ?? [];
    const few = betas.length > drawn ? resampled(betas, drawn) : betas;
    return {name, style: styleOf(name), points: few.map((beta, i) => [i / (few.length - 1), beta])};
  });
  return {about: "The betas of named schedules along the annealing", series,
    x: {label: "share of the steps", zero: true}, y: {label: "beta", zero: true}};
}

/** row makes the buttons below the chart. Each is also the legend of its curve. */
function row(side) {
  const back = chip("linear", "Back to equal steps", () => side.set({schedule: "linear"}));
  const over = others.map((name) => chip(name, `Start from the betas of ${name}`, () => {
    const betas = betasOf(side, name);
    if (betas) side.set({schedule: write(resampled(betas, Math.max(points(side), usual)))});
  }));
  const count = element("select", {"aria-label": "Points to drag"},
    ...counts.map((n) => element("option", {value: n}, `${n} points`)));
  count.addEventListener("change", () => {
    const betas = betasOf(side, side.question.schedule);
    if (betas) side.set({schedule: write(resampled(betas, Number(count.value)))});
  });
  const draw = () => {
    const n = String(points(side));
    if (![...count.options].some((one) => one.value === n)) count.append(element("option", {value: n}, `${n} points`));
    count.value = n;
    others.forEach((name, i) => tell(over[i], name, side.answers.schedules?.all.find((one) => one.name === name)));
  };
  return {draw, element: element("div", {class: "chips"}, back, ...over, count)};
}

function chip(name, label, act) {
  const dot = element("span", {class: "dot", "aria-hidden": "true"});
  dot.style.backgroundColor = `var(--line-${styleOf(name)})`;
  return element("button", {type: "button", class: "chip", title: label, "aria-label": label, onclick: act}, dot, name);
}

/** tell gives a button the J and B of its schedule, or why there is none. */
function tell(button, name, one) {
  button.disabled = !one || one.betas.length === 0;
  const gives = one ? `J ${compact(one.J)}, B ${compact(one.B)}` : "it is being computed";
  button.title = `Start from the betas of ${name}: ${one?.note || gives}`;
}
