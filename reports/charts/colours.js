// Colours: of lines by their order, and of numbers on a scale. Lines have custom properties (charts.css), which differ
// in the light and in the dark. Numbers have the same colours in both, as in the figures for print.
import {value} from "charts/numbers.js";

const lineColours = 8;
const dashes = [null, "5 3", "1.5 2.5", "7 2 1.5 2"];
const shapes = ["circle", "square", "triangle", "diamond"];

/** lineStyle is the style of the i-th of many lines: its colour, its dashes, and the shape of its marks. */
export function lineStyle(i) {
  const turn = Math.floor(i / lineColours);
  return {
    colour: `var(--line-${i % lineColours})`,
    dashes: dashes[(i + turn) % dashes.length],
    shape: shapes[i % shapes.length],
    hollow: i % (2 * shapes.length) >= shapes.length,
  };
}

/** boundDashes are the dashes of a line that is a bound. */
export const boundDashes = dashes[1];

/**
 * scaleOf is the scale of values: from the least to the largest, or as far below 0 as above, and at least as far as
 * reach, if it is signed. Signed values that are no more than off are nothing.
 */
export function scaleOf(values, signed = false, reach = 0, off = 0) {
  let low = Infinity, high = -Infinity;
  for (const one of values) {
    const v = value(one);
    if (!Number.isFinite(v)) continue;
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  if (low > high) [low, high] = [0, 1];
  if (signed) {
    const most = Math.max(-low, high), nothing = most <= off;
    high = nothing ? 1 : Math.max(most, reach);
    return {low: -high, high, signed, nothing};
  }
  return {low: low > 0 ? 0 : low, high, signed};
}

/** colour is the colour of a value: dark violet to yellow, or blue below 0 and red above. Without one it is clear. */
export function colour(v, {low, high, signed, nothing}) {
  const at = nothing ? 0 * value(v) : value(v);
  if (Number.isNaN(at)) return "transparent";
  const span = high > low ? high - low : 1;
  const share = Math.min(Math.max((at - low) / span, 0), 1);
  return signed ? (shades.signed ??= ramp(diverging))[Math.round(share * last)]
    : (shades.plain ??= ramp(window.d3.interpolateViridis))[Math.round(share * last)];
}

const last = 254;
const shades = {signed: null, plain: null};

/** ramp makes the colours of a scale once, so that a map is painted by looking them up. */
function ramp(interpolate) {
  return Array.from({length: last + 1}, (_, i) => window.d3.color(interpolate(i / last)).formatHex());
}

const pale = [0xf7, 0xf7, 0xf7], blue = [0x00, 0x72, 0xb2], vermillion = [0xd5, 0x5e, 0x00];

function diverging(share) {
  const v = 2 * share - 1, end = v < 0 ? blue : vermillion;
  return `rgb(${pale.map((c, k) => Math.round(c + Math.abs(v) * (end[k] - c))).join(",")})`;
}
