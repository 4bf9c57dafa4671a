// The smallest box of cells that holds so much of something says where it lies.

/**
 * region returns the smallest box that holds four fifths of the whole, or half of it if that box had more than half of
 * the cells; null if the whole is not a positive number.
 */
export function region(values, shape) {
  const most = smallest(values, shape, 0.8);
  return most && most.cells > freeOf(shape) / 2 ? smallest(values, shape, 0.5) : most;
}

/** freeOf counts the cells that are no walls. */
export const freeOf = ({rows, columns, walls}) => rows * columns - (walls ?? []).filter(Boolean).length;

/**
 * smallest returns the box of the fewest cells whose values add up to a share of the whole, and among equals the one
 * that holds most: {top, bottom, left, right, part, whole, cells}, ends included. Without a positive whole it is null.
 *
 * If no value is below 0, a box that begins farther right ends no farther left. The search for its end then begins
 * where the box before had nearly enough: a strip of rows takes two walks along its columns, not one from each.
 */
export function smallest(values, {rows, columns}, share) {
  const sums = prefix(values, rows, columns);
  const whole = sums.at(-1), positive = values.every((v) => !(v < 0));
  const enough = share * whole, nearly = enough - rounding * whole;
  if (!(whole > 0 && Number.isFinite(whole))) return null;
  let best = null;
  for (let top = 0; top < rows; top++) {
    const above = top * (columns + 1);
    for (let bottom = top; bottom < rows; bottom++) {
      const below = (bottom + 1) * (columns + 1);
      const most = best ? Math.floor(best.cells / (bottom - top + 1)) : columns;
      const held = (left, right) =>
        sums[below + right + 1] - sums[above + right + 1] - sums[below + left] + sums[above + left];
      let from = 0;
      for (let left = 0; left < columns; left++) {
        const end = Math.min(columns, left + most);
        from = positive ? Math.max(left, from) : left;
        while (from < end && held(left, from) < nearly) from++;
        for (let right = from; right < end; right++) {
          const part = held(left, right);
          if (part < enough) continue;
          const cells = (bottom - top + 1) * (right - left + 1);
          if (!best || cells < best.cells || (cells === best.cells && part > best.part)) {
            best = {top, bottom, left, right, part, whole, cells};
          }
          break; // a wider box holds it too, but is larger
        }
      }
    }
  }
  return best;
}

const rounding = 1e-12; // of the whole: more than what sums of 4096 cells are off

function prefix(values, rows, columns) {
  const sums = new Float64Array((rows + 1) * (columns + 1));
  for (let r = 0; r < rows; r++) {
    let along = 0;
    for (let c = 0; c < columns; c++) {
      along += values[r * columns + c] ?? 0;
      sums[(r + 1) * (columns + 1) + c + 1] = sums[r * (columns + 1) + c + 1] + along;
    }
  }
  return sums;
}

const span = (name, from, to) => from === to ? `${name} ${from}` : `${name}s ${from} to ${to}`;

/** box writes a box in words: rows 0 to 2, columns 4 to 6. In a grid of one row or column, cells 2 to 5. */
export function box(of, shape) {
  if (shape.rows === 1) return span("cell", of.left, of.right);
  if (shape.columns === 1) return span("cell", of.top, of.bottom);
  return `${span("row", of.top, of.bottom)}, ${span("column", of.left, of.right)}`;
}

/** cellName writes a cell with its coordinates: cell (3, 3). */
export function cellName(cell, axes) {
  if (axes.length < 2) return `cell ${cell}`;
  const at = [];
  for (let rest = cell, i = axes.length - 1; i >= 0; rest = Math.floor(rest / axes[i--])) at.unshift(rest % axes[i]);
  return `cell (${at.join(", ")})`;
}
