// Numbers of answers, as numbers and in words.
import {value} from "charts/charts.js";

/** number is a number of an answer: null is not known (NaN), and infinities are written as words. */
export const number = value;

/** digits writes a number with four digits that count, or so many: 0.001234, 12.34, 1,234, 4.1e-7. */
export function digits(value, count = 4) {
  const of = number(value);
  if (Number.isNaN(of)) return "not known";
  if (!Number.isFinite(of)) return of > 0 ? "infinite" : "minus infinity";
  if (of === 0) return "0";
  const size = Math.abs(of);
  const text = size >= 1e6 || size < 1e-3 ? of.toExponential(count - 1) : of.toPrecision(count);
  const commas = size >= 1e-3 && size < 1e6 && (text.includes("e") || size >= 999); // as charts write their ticks
  const plain = commas ? Number(text).toLocaleString("en-US") : text;
  return plain.replace("-", "\u2212").replace("e\u2212", "e-").replace("e+", "e");
}

/** ratio is B/J, and blank if J is 0: its own digits may all be rounding, and nothing is a multiple of 0. */
export const ratio = (B, J) => number(J) === 0 ? "" : digits(number(B) / number(J));

/** compact is digits in signs alone, where there is little room: ∞; – is not known. */
export function compact(value) {
  const of = number(value);
  if (Number.isFinite(of)) return digits(of);
  return Number.isNaN(of) ? "–" : of > 0 ? "∞" : "−∞";
}

/** whole writes a whole number with commas between thousands, as 200,000. */
export const whole = (value) => Math.round(value).toLocaleString("en-US");

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

/** What is off by less than this share of a number is rounding, of the longest sums that a page asks for. */
const rounding = 1e-9;

/**
 * order compares two numbers as a reader does: -1 if the first is less, 1 if it is more, and 0 if both are written with
 * the same digits or differ by rounding alone. off is a bound on the errors of both. It is NaN if one is not known.
 */
export function order(a, b, off = 0) {
  const [x, y] = [number(a), number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const apart = Math.abs(x - y), close = apart <= Math.max(off, rounding * Math.max(Math.abs(x), Math.abs(y)));
  return x === y || (Number.isFinite(apart) && close) || digits(x) === digits(y) ? 0 : Math.sign(x - y);
}

/** sure is how many digits of a number no sum of the page rounds away. */
export const sure = 9;

/** difference is a − b, and 0 if that is rounding. */
export const difference = (a, b) => order(a, b) === 0 && digits(a, sure) === digits(b, sure) ? 0 : a - b;

const most = 9; // digits that numbers get to be told apart

/** told writes numbers with as many digits as tell those apart that differ: an end and what lies just beyond it. */
export function told(values) {
  const unlike = (texts) => values.every((a, i) => values.every((b, k) => number(a) === number(b) ||
    texts[i] !== texts[k]));
  for (let count = 4; count < most; count++) {
    const texts = values.map((v) => digits(v, count));
    if (unlike(texts)) return texts;
  }
  return values.map((v) => digits(v, most));
}

/** listed writes "x, y and z". */
export const listed = (all) => all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : all.join("");
