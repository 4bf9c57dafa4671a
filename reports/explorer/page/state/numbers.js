// Numbers of answers, as numbers and in words.

/** number is a number of an answer: null is not known (NaN), and infinities are written as words. */
export function number(of) {
  if (of === null || of === undefined) return NaN;
  if (of === "inf") return Infinity;
  return of === "-inf" ? -Infinity : Number(of);
}

/** finite is a number of an answer, and 0 if that is not finite. */
export function finite(of) {
  const value = number(of);
  return Number.isFinite(value) ? value : 0;
}

/** digits writes a number with four digits that count, or as many as it is told: 0.001234, 12.34, 1,234, 4.1e-7. */
export function digits(value, count = 4) {
  const of = number(value);
  if (Number.isNaN(of)) return "not known";
  if (!Number.isFinite(of)) return of > 0 ? "infinite" : "minus infinity";
  if (of === 0) return "0";
  const size = Math.abs(of), isPlain = size >= 1e-4 && size < 1e6;
  const text = isPlain ? of.toPrecision(count) : of.toExponential(count - 1);
  const isLong = isPlain && (text.includes("e") || size >= 999);
  const written = isLong ? Number(text).toLocaleString("en-US") : text;
  return written.replace("-", "\u2212").replace("e\u2212", "e-").replace("e+", "e");
}

/** compact is digits in signs alone, where there is little room: ∞; – is not known. */
export function compact(value) {
  const of = number(value);
  if (Number.isFinite(of)) return digits(of);
  if (Number.isNaN(of)) return "–";
  return of > 0 ? "∞" : "−∞";
}

/** whole writes a whole number with commas between thousands, as 200,000. */
export const whole = (value) => Math.round(value).toLocaleString("en-US");

/** percent writes a share as a whole percentage; one that is below 1% but not nothing says so. */
export function percent(share) {
  const of = Math.round(100 * share) || 0;
  return of === 0 && share > 1e-9 ? "less than 1%" : `${of}%`;
}

/** sentence makes one of a note: it begins with a capital and ends with a full stop. */
export function sentence(note) {
  if (note === "") return "";
  return note[0].toUpperCase() + note.slice(1) + (/[.!?]$/.test(note) ? "" : ".");
}

/** close is the share of a number below which a difference is rounding, of the longest sums that a page asks for. */
const close = 1e-9;

/** isSame tells if two numbers are written with the same digits, or differ by rounding alone. */
export function isSame(a, b) {
  const [x, y] = [number(a), number(b)];
  return Math.abs(x - y) <= close * Math.max(Math.abs(x), Math.abs(y)) || digits(x) === digits(y);
}

/** distance is the total variation of two laws: the probability that one would have to move to be the other. */
export const distance = (a, b) => a.reduce((sum, value, i) => sum + Math.abs(finite(value) - finite(b[i])), 0) / 2;

/** ticks are round numbers from 0 on: so many, or about so many, and the last is at most the top. */
export function ticks(top, count) {
  if (!(top > 0)) return [0];
  const rough = top / count, power = 10 ** Math.floor(Math.log10(rough)), left = rough / power;
  const step = power * [1, 2, 5, 10].findLast((by) => by === 1 || left >= Math.sqrt(by * by / 2));
  return Array.from({length: Math.floor(top / step + close) + 1}, (_, i) => Number((i * step).toPrecision(3)));
}
