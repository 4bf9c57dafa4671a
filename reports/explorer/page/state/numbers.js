// Answers hold numbers as JSON can; the page needs them as numbers, and in words.

/** number returns a number of an answer: NaN of null, which is not known, and infinities of their words. */
export function number(of) {
  if (of === null || of === undefined) return NaN;
  if (of === "inf") return Infinity;
  return of === "-inf" ? -Infinity : Number(of);
}

/** finite returns a number of an answer, and 0 if that is not finite. */
export function finite(of) {
  const value = number(of);
  return Number.isFinite(value) ? value : 0;
}

/** digits writes a number with four digits that count, or with another number of them: 0.001234, 1,234, 4.100e-7. */
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

/** compact writes as digits does, but with signs where there is little room: ∞, and – for not known. */
export function compact(value) {
  const of = number(value);
  if (Number.isFinite(of)) return digits(of);
  if (Number.isNaN(of)) return "–";
  return of > 0 ? "∞" : "−∞";
}

/** whole writes a whole number with commas between thousands, as 200,000. */
export const whole = (value) => Math.round(value).toLocaleString("en-US");

/** percent writes a share as a whole percentage, and between 0 and 1% as "less than 1%". */
export function percent(share) {
  const of = Math.round(100 * share) || 0;
  return of === 0 && share > 1e-9 ? "less than 1%" : `${of}%`;
}

/** share writes a probability as a percentage, with one digit behind its point below 10%: 58%, 9.7%, 0.01%. */
export function share(value, isSigned = false) {
  const of = 100 * number(value), size = Math.abs(of);
  const text = size >= 0.095 ? of.toFixed(size < 9.95 ? 1 : 0) : String(Number(of.toPrecision(1)));
  return `${isSigned && of > 0 ? "+" : ""}${text.replace(/^-/, "\u2212")}%`;
}

/** sentence gives a note a capital and a full stop. */
export function sentence(note) {
  if (note === "") return "";
  return note[0].toUpperCase() + note.slice(1) + (/[.!?]$/.test(note) ? "" : ".");
}

/** close bounds the rounding of the longest sums that a page asks for, as a share of a number. */
const close = 1e-9;

/** isSame tells if two numbers are written with the same digits, or differ by rounding alone. */
export function isSame(a, b) {
  const [x, y] = [number(a), number(b)];
  return Math.abs(x - y) <= close * Math.max(Math.abs(x), Math.abs(y)) || digits(x) === digits(y);
}

/** distance returns the total variation of two distributions: the probability to move from one to get the other. */
export const distance = (a, b) => a.reduce((sum, value, i) => sum + Math.abs(finite(value) - finite(b[i])), 0) / 2;

/** ticks returns about so many round numbers, from 0 to the top or below it. */
export function ticks(top, count) {
  if (!(top > 0)) return [0];
  const rough = top / count, power = 10 ** Math.floor(Math.log10(rough)), left = rough / power;
  const step = power * [1, 2, 5, 10].findLast((by) => by === 1 || left >= Math.sqrt(by * by / 2));
  return Array.from({length: Math.floor(top / step + close) + 1}, (_, i) => Number((i * step).toPrecision(3)));
}
