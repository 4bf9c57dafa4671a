// Painted targets as data: {rows, columns, cells}, one log f a cell, row by row. null is a wall: a cell without mass.
// Nothing here changes what it is given.
//
// As a text, rows are separated by ; and cells by commas: "0,1.5;w,2" is 2x2 cells with a wall.

const digits = 4; // of a painted value

/** read returns the target of a text, or throws a sentence that says what is wrong with it. */
export function read(text) {
  const all = text.split(";").map((row) => row.split(",").map(cell));
  const columns = all[0].length;
  const odd = all.findIndex((row) => row.length !== columns);
  if (odd >= 0) {
    throw new Error(`The target has ${columns} cells in row 0 and ${all[odd].length} in row ${odd}; `
      + "rows of one length would do.");
  }
  return {rows: all.length, columns, cells: all.flat()};
}

function cell(text) {
  const told = text.trim();
  if (told === "w" || told === "-inf") return null;
  const value = told === "" ? NaN : Number(told);
  if (Number.isFinite(value)) return value;
  throw new Error(`A cell of the target is ${told || "empty"}: a number as 1.5, or w for a wall, would do.`);
}

/** write is the text that read reads. */
export function write({rows, columns, cells}) {
  const row = (r) => cells.slice(r * columns, (r + 1) * columns).map((value) => value ?? "w").join(",");
  return Array.from({length: rows}, (_, r) => row(r)).join(";");
}

/** rounded is a value that a brush may leave. */
export const rounded = (value) => Number(value.toFixed(digits)) + 0;

/** range is the least and the largest log f; 0 and 0 if all cells are walls. */
export function range({cells}) {
  let low = Infinity, high = -Infinity;
  for (const value of cells) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : [0, 0];
}

/** masses are f normalised to p; walls have null. */
export function masses(target) {
  const [, high] = range(target);
  const f = target.cells.map((value) => (value === null ? 0 : Math.exp(value - high)));
  const sum = f.reduce((x, y) => x + y, 0);
  return target.cells.map((value, i) => (value === null ? null : f[i] / sum));
}

/** put changes one cell. */
export const put = (target, i, value) => ({...target, cells: target.cells.with(i, value)});

/** filled has one value in all cells; walls stay. */
export function filled(target, value) {
  return {...target, cells: target.cells.map((old) => (old === null && value !== null ? null : value))};
}

/** resized has so many rows and columns. What is there stays in the upper left corner, and new cells have log f 0. */
export function resized(target, rows, columns) {
  const inside = (r, c) => r < target.rows && c < target.columns;
  return made(rows, columns, (r, c) => (inside(r, c) ? target.cells[r * target.columns + c] : 0));
}

/** mirrored has left and right exchanged. */
export function mirrored({rows, columns, cells}) {
  return made(rows, columns, (r, c) => cells[r * columns + columns - 1 - c]);
}

/** turned is turned by a quarter, with the clock. */
export function turned({rows, columns, cells}) {
  return made(columns, rows, (r, c) => cells[(rows - 1 - c) * columns + r]);
}

function made(rows, columns, value) {
  const cells = Array.from({length: rows * columns}, (_, i) => value(Math.floor(i / columns), i % columns));
  return {rows, columns, cells};
}

/** between are the cells on the way from one cell to another, so that a fast stroke leaves no gap. */
export function between({columns}, from, to) {
  const [r0, c0, r1, c1] = [Math.floor(from / columns), from % columns, Math.floor(to / columns), to % columns];
  const steps = Math.max(Math.abs(r1 - r0), Math.abs(c1 - c0));
  return Array.from({length: steps}, (_, i) => {
    const s = (i + 1) / steps;
    return Math.round(r0 + s * (r1 - r0)) * columns + Math.round(c0 + s * (c1 - c0));
  });
}
