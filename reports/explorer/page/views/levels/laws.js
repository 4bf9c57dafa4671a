// Four maps at the level of the slider: what the chains should have, what they have, and how far that is off.
import {maps} from "charts/charts.js";
import {digits, number, percent} from "explorer/digits.js";
import {comparable, compared, differences, distance, finite, gridOf} from "explorer/views/chart.js";
import {choice, labelled} from "explorer/views/controls.js";
import {pictured} from "explorer/views/part.js";
import {nearest} from "explorer/views/position.js";

const pairs = {
  "forward-p": ["forward", "p", "forward − p_beta"],
  "reverse-p": ["reverse", "p", "reverse − p_beta"],
  "forward-reverse": ["forward", "reverse", "forward − reverse"],
};

const scales = [["level", "those of this level"], ["all", "the same at all levels"]];

/** laws adds the maps to a room. */
export function laws(room, side, page, sides) {
  const less = choice(Object.entries(pairs).map(([key, [, , name]]) => [key, name]), pairOf(page),
    (value) => page.set("less", value));
  const scale = choice(scales, scaleOf(page), (value) => page.set("colours", value));
  const title = "The laws at this level", options = {columns: 4, name: "laws"};
  const {place, draw} = pictured(room, title, ["levels"], [side], maps, options, () => {
    const {levels, exact} = side.answers;
    const others = compared(sides, side, "levels").map(({answers}) => atLevel(answers.levels, page));
    return {spec: comparable(atLevel(levels, page), others),
      words: words(levels.frames[nearest(levels.frames, page)], exact)};
  });
  place.controls.append(labelled("Difference", less), labelled("Colours", scale));
  return {draw() {
    less.value = pairOf(page);
    scale.value = scaleOf(page);
    draw();
  }};
}

const pairOf = (page) => Object.hasOwn(pairs, page.get("less")) ? page.get("less") : "forward-p";
const scaleOf = (page) => page.get("colours") === "all" ? "all" : "level";

function atLevel(levels, page) {
  const frame = levels.frames[nearest(levels.frames, page)], [a, b, name] = pairs[pairOf(page)];
  const high = scaleOf(page) === "all" ? {low: 0, high: highest(levels)} : {};
  const law = (called, key) => ({name: called, unit: "probability", scale: "law", values: finite(frame[key]), ...high});
  return {
    about: `By cell, at t = ${frame.t} and beta = ${frame.beta.toFixed(3)}: the law p_beta that the chains should ` +
      `have, those that the forward and the reverse chains have, and ${name}.`,
    ...gridOf(levels),
    maps: [law("p_beta, the aim", "p"), law("forward chains", "forward"), law("reverse chains", "reverse"),
      {name, unit: "probability", signed: true, values: differences(frame[a], frame[b]),
        off: 2 * number(frame.off)}],
  };
}

const seen = new WeakMap();

/** highest is the greatest probability at any level, found once for each answer. */
function highest(levels) {
  if (!seen.has(levels)) {
    const all = levels.frames.flatMap(({p, forward, reverse}) => [p, forward, reverse]);
    seen.set(levels, all.reduce((most, law) => law.reduce((m, v) => Math.max(m, number(v) || 0), most), 0));
  }
  return seen.get(levels);
}

function words(frame, exact) {
  const off = distance(frame.forward, frame.p), back = distance(frame.reverse, frame.p);
  const moved = `To become p_beta, the law of the forward chains would have to move ${percent(off)} of its ` +
    `probability, and that of the reverse chains ${percent(back)}.`;
  if (frame.t === 1) return `${moved} The forward chains start here.`;
  const whole = number(exact?.B?.sum);
  const share = whole > 0 && Number.isFinite(whole) ? `, which is ${percent(number(frame.step) / whole)} of it` : "";
  return `${moved} The step to this level adds ${digits(frame.step)} nats to B${share}.`;
}
