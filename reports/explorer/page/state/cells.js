// A painted target has {rows, columns, cells}: log f of each cell, row by row, and null for a wall, which has no mass.
//
// Its text separates rows by ; and cells by commas: "0,1.5;w,2" has 2x2 cells and a wall. Cells on one axis, onOneAxis,
// have a row each: "state,logf;0,1.5;1,w" has two.

const digits = 4; // of a painted value
const names = "state,logf"; // of columns, on one axis

/** read returns the target of a text that the program wrote or has read. */
export function read(text) {
  const lines = text.split(";"), onOneAxis = lines[0] === names;
  const all = onOneAxis ? [lines.slice(1).map((line) => line.split(",").at(-1))] : lines.map((line) => line.split(","));
  return {rows: all.length, columns: all[0].length, onOneAxis, cells: all.flat().map(cell)};
}

function cell(text) {
  const told = text.trim();
  return told === "w" || told === "-inf" ? null : Number(told);
}

/** write returns the text of a target, as read reads it. */
export function write({rows, columns, onOneAxis, cells}) {
  if (onOneAxis) return [names, ...cells.map((value, x) => `${x},${value ?? "w"}`)].join(";");
  const row = (r) => cells.slice(r * columns, (r + 1) * columns).map((value) => value ?? "w").join(",");
  return Array.from({length: rows}, (_, r) => row(r)).join(";");
}

/** sum adds a step of the brush to a value. */
export const sum = (value, by) => Number((value + by).toFixed(digits));

/** masses normalises f to p; walls get 0. */
export function masses({cells}) {
  const high = cells.reduce((most, value) => Math.max(most, value ?? -Infinity), -Infinity);
  const f = cells.map((value) => (value === null ? 0 : Math.exp(value - high)));
  const whole = f.reduce((x, y) => x + y, 0);
  return f.map((value) => value / whole);
}

/** between returns the cells on the way from one cell to another, so that a fast stroke leaves no gap. */
export function between({columns}, from, to) {
  const [r0, c0, r1, c1] = [Math.floor(from / columns), from % columns, Math.floor(to / columns), to % columns];
  const steps = Math.max(Math.abs(r1 - r0), Math.abs(c1 - c0));
  return Array.from({length: steps}, (_, i) => {
    const s = (i + 1) / steps;
    return Math.round(r0 + s * (r1 - r0)) * columns + Math.round(c0 + s * (c1 - c0));
  });
}

const fine = 16; // cells across a grid for each cell across the brush, above one

/** boxOf returns the box of a brush at a cell: one cell wide, and wider on a fine grid. */
export function boxOf({rows, columns}, i) {
  const size = Math.max(1, Math.round(Math.min(rows, columns) / fine)), before = Math.floor((size - 1) / 2);
  const top = Math.max(Math.floor(i / columns) - before, 0), left = Math.max(i % columns - before, 0);
  return {top, left, bottom: Math.min(top + size, rows), right: Math.min(left + size, columns)};
}

/** covered returns the cells under a brush at a cell. */
export function covered(grid, i) {
  const {top, left, bottom, right} = boxOf(grid, i), wide = right - left;
  return Array.from({length: (bottom - top) * wide},
    (_, k) => (top + Math.floor(k / wide)) * grid.columns + left + (k % wide));
}
