// Numbers: as JSON has them, and as people read them.

/** value is a number of the data: null is none (NaN), and infinities are written as words. */
export function value(v) {
  return v === null || v === undefined ? NaN : v === "inf" ? Infinity : v === "-inf" ? -Infinity : Number(v);
}

/** grouped is made once: toLocaleString makes its like for each number, which takes longer than drawing a bar. */
const grouped = new Intl.NumberFormat("en-US", {maximumFractionDigits: 12});

/** number writes a tick: plain from 0.001 up to 999,999, and otherwise as 1e−4 and 2.5e6. */
export const number = (v, digits = 6) => ascii(v, digits).replaceAll("-", "−");

function ascii(v, digits) {
  if (Number.isNaN(v)) return "none";
  if (!Number.isFinite(v)) return v > 0 ? "infinite" : "minus infinite";
  const written = v.toExponential(digits - 1), rounded = Number(written), size = Math.abs(rounded);
  if (size !== 0 && (size < 0.001 || size >= 1e6)) return written.split("e").map(Number).join("e");
  return Number.isInteger(rounded) ? grouped.format(rounded) : String(rounded);
}

/** short is the first part of a label, before its unit or its explanation: "T" of "T, number of distributions". */
export const short = (label) => label.split(/[,(]/)[0].trim();
