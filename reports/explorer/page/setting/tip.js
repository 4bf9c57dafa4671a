// Which cells a brush covers. A square or a disc goes where the pointer goes; a line and a rectangle go from where it
// was pressed to where it is let go.
import {between} from "explorer/setting/cells.js";

/** sizes are those of a brush, in cells across. */
export const sizes = [1, 2, 3, 5, 9];

/** Each shape says how it is told, and whether it is drawn from one cell to another, in place of along the way. */
export const shapes = {
  square: {label: "■", about: "A square that you move"},
  disc: {label: "●", about: "A disc that you move"},
  line: {label: "╱", about: "A line, from where you press to where you let go", isDrawn: true},
  rectangle: {label: "▭", about: "A rectangle, from one corner to the other", isDrawn: true},
};

const edge = 1 / 4; // of a cell, which a disc lacks: three across are a cross, five have no corners

/**
 * covered are the cells of a brush, {shape, size}, that goes from a cell to another one, without doubles. A brush of
 * two cells across has its cell in the upper left of them.
 */
export function covered(grid, {shape, size}, from, to) {
  if (shape === "rectangle") return box(grid, from, to);
  const all = [from, ...between(grid, from, to)].flatMap((i) => tip(grid, i, size, shape === "disc"));
  return [...new Set(all)];
}

/** tip are the cells of the brush at a cell; what is outside of the grid is left out. */
function tip({rows, columns}, i, size, isRound) {
  const r = Math.floor(i / columns), c = i % columns;
  const first = -Math.floor((size - 1) / 2), middle = first + (size - 1) / 2;
  const steps = Array.from({length: size}, (_, k) => first + k);
  const isIn = (down, right) => !isRound || Math.hypot(down - middle, right - middle) <= size / 2 - edge;
  return steps.flatMap((down) => steps.filter((right) => isIn(down, right)).map((right) => [r + down, c + right]))
    .filter(([row, column]) => row >= 0 && row < rows && column >= 0 && column < columns)
    .map(([row, column]) => row * columns + column);
}

function box({columns}, from, to) {
  const [top, bottom] = inOrder(Math.floor(from / columns), Math.floor(to / columns));
  const [left, right] = inOrder(from % columns, to % columns);
  const count = right - left + 1;
  return Array.from({length: (bottom - top + 1) * count},
    (_, k) => (top + Math.floor(k / count)) * columns + left + k % count);
}

const inOrder = (a, b) => (a < b ? [a, b] : [b, a]);

/** outline is the border of some cells as a path of SVG, in cells: every side of a cell that has no neighbour there. */
export function outline({columns}, cells) {
  const all = new Set(cells.map((i) => `${Math.floor(i / columns)},${i % columns}`));
  return cells.flatMap((i) => {
    const r = Math.floor(i / columns), c = i % columns, free = (down, right) => !all.has(`${r + down},${c + right}`);
    return [free(-1, 0) && `M${c} ${r}h1`, free(1, 0) && `M${c} ${r + 1}h1`, free(0, -1) && `M${c} ${r}v1`,
      free(0, 1) && `M${c + 1} ${r}v1`].filter(Boolean);
  }).join("");
}
