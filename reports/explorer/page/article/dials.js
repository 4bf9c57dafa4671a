// Dials: numbers in a sentence that one drags from side to side, or moves by the arrow keys. Each is a slider, whose
// value is one of a list.
import {whole} from "explorer/digits.js";
import {at, moved, read, resampled, write} from "explorer/setting/betas.js";
import {atBeta, here, move, nearest} from "explorer/views/position.js";

const step = 7; // pixels that a pointer moves from one value to the next
const page = 10; // values, of Page Up and Page Down

/** decade are the numbers of levels that people choose, from 10 to 100; others are multiples of them. */
const decade = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80];
const most = 10_000;
const levels = [2, 3, 4, 5, 6, 8, ...[1, 10, 100].flatMap((by) => decade.map((T) => T * by)), most];

const steps = [1, 2, 3, 4, 5, 6, 8, ...decade, 100]; // at a level
const mostSteps = 3000; // in all, if there are several at a level: more of them keep a strip waiting for seconds

const hundredths = Array.from({length: 101}, (_, i) => i / 100);
const inside = hundredths.slice(2, -2); // a schedule has to leave 0 and to reach 1
const points = 9; // of a schedule that is dragged
const middle = (points - 1) / 2;

const betaText = (beta) => `beta = ${beta}`;

/** kinds say of each dial its label and its values, how a value is written, and how it is read and set on a stage. */
const kinds = {
  T: {label: "Levels", values: levels, text: (T) => `${whole(T)} levels`,
    get: ({sides}) => sides()[0].question.T,
    set: ({sides}, T) => sides().forEach((side) => {
      const repeat = repeated(side);
      side.set({T: repeat === 1 ? T : Math.min(T, Math.floor(mostSteps / repeat))});
    })},
  steps: {label: "Steps at each level", values: steps, text: (k) => k === 1 ? "1 step" : `${whole(k)} steps`,
    get: ({sides}) => repeated(sides()[0]),
    set: ({sides}, k) => sides().forEach((side) => {
      const repeat = Math.min(k, Math.floor(mostSteps / side.question.T));
      side.set({repeat: repeat > 1 ? repeat : undefined}); // as a link has it
    })},
  beta: {label: "Beta of the level", values: hundredths, text: betaText,
    get: ({page}) => here(page).beta,
    set: ({page, sides}, beta) => {
      const frames = sides()[0].answers.levels?.frames;
      if (frames) move(page, frames[nearest(frames, atBeta(beta))]);
    }},
  half: {label: "Beta after half of the steps", values: inside, text: betaText,
    get: ({sides}) => at(drawn(sides()[0]), 1 / 2),
    set: ({sides}, beta) => {
      const betas = resampled(drawn(sides()[0]), points);
      sides()[0].set({schedule: write(moved(betas, middle, beta))});
    }},
};

const repeated = ({question}) => question.repeat ?? 1;

/** drawn are the betas of a schedule that is drawn by hand, and equal steps of any other. */
const drawn = ({question}) => read(question.schedule) ?? [0, 1];

/** dials makes the places of a section that have data-dial to dials of a stage. */
export function dials(section, stage) {
  for (const place of section.querySelectorAll("[data-dial]")) dial(place, kinds[place.dataset.dial], stage);
}

/** dial makes one. It shows the value of the stage, which need not be one of its list. */
export function dial(place, {label, values, text, get, set}, stage) {
  const index = () => {
    const value = get(stage);
    return values.reduce((best, one, i) => Math.abs(one - value) < Math.abs(values[best] - value) ? i : best, 0);
  };
  const go = (i) => set(stage, values[Math.min(Math.max(i, 0), values.length - 1)]);
  const show = () => {
    const value = Number(get(stage).toFixed(3));
    if (place.textContent !== text(value)) place.textContent = text(value);
    place.setAttribute("aria-valuenow", value);
    place.setAttribute("aria-valuetext", text(value));
  };
  const keys = {role: "slider", tabindex: 0, "aria-label": label, "aria-valuemin": values[0],
    "aria-valuemax": values.at(-1), title: "Drag it, or press the arrow keys"};
  for (const [name, value] of Object.entries(keys)) place.setAttribute(name, value);
  place.classList.add("dial");
  place.addEventListener("keydown", (event) => {
    const i = index(), to = {ArrowRight: i + 1, ArrowUp: i + 1, ArrowLeft: i - 1, ArrowDown: i - 1, PageUp: i + page,
      PageDown: i - page, Home: 0, End: values.length - 1}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
  drags(place, index, go);
  stage.addEventListener("change", show);
  show();
}

/** drags moves a dial by so many values as a pointer that is pressed on it moves steps. */
function drags(place, index, go) {
  let from = null;
  place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = {x: event.clientX, i: index(), at: 0};
    place.setPointerCapture(event.pointerId);
    place.focus({focusVisible: false});
    event.preventDefault(); // else the text is selected
  });
  place.addEventListener("pointermove", ({clientX}) => {
    if (!from) return;
    const at = Math.round((clientX - from.x) / step);
    if (at === from.at) return;
    from.at = at;
    go(from.i + at);
  });
  for (const end of ["pointerup", "pointercancel"]) place.addEventListener(end, () => { from = null; });
}
