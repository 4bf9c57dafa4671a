// Axes of curves: how far they reach, and where their ticks are.
import {number, value} from "charts/numbers.js";

/** The room above the plot, for the name of the upright axis, and below it. */
export const inset = {top: 26, bottom: 44};

/** shows reports whether an axis can show v. A logarithmic one cannot show 0. */
export const shows = (axis, v) => Number.isFinite(v) && (!axis.log || v > 0);

/** reach is the domain of an axis that holds these values, with room on either side if asked. */
export function reach(axis, values, room = 0) {
  let low = Infinity, high = -Infinity;
  for (const v of axis.zero && !axis.log ? [...values, 0] : values) {
    if (!shows(axis, v)) continue;
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  if (low > high) [low, high] = axis.log ? [0.1, 10] : [0, 1];
  if (axis.log) {
    const factor = Math.max((high / low) ** room, low === high ? 2 : 1);
    return [low / factor, high * factor];
  }
  const more = low === high ? Math.abs(low) / 2 || 1 : (high - low) * room;
  return [axis.zero && low === 0 ? 0 : low - more, axis.zero && high === 0 ? 0 : high + more];
}

/** ticks are about so many ticks of an axis: on a logarithmic one powers of ten, or 1, 2 and 5 times them. */
export function ticks(axis, [low, high], most) {
  if (!axis.log) return window.d3.ticks(low, high, most);
  const among = (mantissas, step = 1) => {
    const all = [];
    for (let e = Math.floor(Math.log10(low)) - 1; e <= Math.ceil(Math.log10(high)); e++) {
      if (e % step !== 0) continue;
      for (const m of mantissas) {
        const v = Number(`${m}e${e}`);
        if (v >= low * (1 - 1e-9) && v <= high * (1 + 1e-9)) all.push(v);
      }
    }
    return all;
  };
  const fine = among([1, 2, 5]), decades = among([1]);
  if (fine.length >= 3 && fine.length <= most) return fine;
  if (fine.length < 3) return window.d3.ticks(low, high, most);
  if (decades.length < 3) return decades.length === 2 ? decades : fine;
  for (let step = 1; ; step++) {
    const every = among([1], step);
    if (every.length <= most) return every;
  }
}

/** axis makes the options of Plot for an axis. */
export function scale(axis, domain, at) {
  return {type: axis.log ? "log" : "linear", domain, ticks: at, tickFormat: (v) => number(v)};
}

/** finite reads the values of a list. */
export const finite = (list) => list.map(value).filter(Number.isFinite);
