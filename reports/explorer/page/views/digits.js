// Numbers of answers, and numbers in words.
import {number} from "explorer/state/ask.js";

/** digits writes a number with so many digits that count: 0.00123, 12.3, 4.1e-7. */
export function digits(value, count = 3) {
  const of = number(value);
  if (Number.isNaN(of)) return "not known";
  if (!Number.isFinite(of)) return of > 0 ? "infinite" : "minus infinity";
  if (of === 0) return "0";
  const size = Math.abs(of);
  const text = size >= 1e6 || size < 1e-4 ? of.toExponential(count - 1) : of.toPrecision(count);
  const plain = text.includes("e") && size >= 1e-4 && size < 1e6 ? String(Number(text)) : text;
  return plain.replace("-", "\u2212").replace("e\u2212", "e-").replace("e+", "e");
}

/** whole writes a whole number with commas between thousands, as 200,000. */
export function whole(value) {
  return Math.round(value).toLocaleString("en-US");
}

/** counted writes a number of moves to three digits, as 715,000 or 2.4. */
export function counted(value) {
  return value < 100 ? digits(value, 2) : whole(Number(value.toPrecision(3)));
}

/** betaText writes a beta to four decimals at most, as 0.025 or 1. */
export const betaText = (beta) => String(Number(beta.toFixed(4)));

/** percent writes a share as a whole percentage; one that is below 1% but not nothing says so. */
export function percent(share) {
  const of = Math.round(100 * share) || 0;
  return of === 0 && share > 1e-9 ? "less than 1%" : `${of}%`;
}

/** sentence makes one of a note: it begins with a capital and ends with a full stop. */
export function sentence(note) {
  return note === "" ? "" : note[0].toUpperCase() + note.slice(1) + (/[.!?]$/.test(note) ? "" : ".");
}

/** finite are the numbers of an answer as a chart takes them: null stands for none. */
export function finite(values) {
  return values.map((value) => {
    const of = number(value);
    return Number.isFinite(of) ? of : null;
  });
}

/** differences are a - b, by cell; null if either is not known. */
export function differences(a, b) {
  return a.map((value, i) => {
    const of = number(value) - number(b[i]);
    return Number.isFinite(of) ? of : null;
  });
}

/** sameShape tells if two answers are about cells that lie alike. */
export function sameShape(a, b) {
  return a.rows === b.rows && a.columns === b.columns && String(a.axes) === String(b.axes);
}
