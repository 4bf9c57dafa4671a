// Single forward chains as dots on the grid, whose colours are p_beta at the level of the slider.
import {maps} from "charts/charts.js";
import {comparable, compared, finite, gridOf} from "explorer/views/chart.js";
import {pictured} from "explorer/views/part.js";
import {nearest} from "explorer/views/position.js";

/** walkers adds the map to a room. */
export function walkers(room, side, page, sides) {
  return pictured(room, "Walkers", ["levels", "walk"], [side], maps, {columns: 1, name: "walkers"}, () => {
    const {levels, walk} = side.answers;
    const steps = walk.levels.map((t, i) => ({t, beta: walk.betas[i]}));
    const cells = walk.cells.map((at) => at[nearest(steps, page)]);
    if (cells.some((cell) => cell >= levels.frames[0].p.length)) return null; // the walk of this grid is on the way
    const others = compared(sides, side, "levels").map(({answers}) => specOf(answers.levels, page));
    return {spec: comparable(specOf(levels, page, cells), others), words: words(cells)};
  });
}

function specOf(levels, page, dots) {
  const {p} = levels.frames[nearest(levels.frames, page)];
  const map = {name: "p_beta and walkers", unit: "probability", values: finite(p), dots};
  return {about: "The law p_beta by cell, with a dot in each cell where a walker is.", ...gridOf(levels), maps: [map]};
}

function words(cells) {
  const counts = new Map();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const all = [...counts].sort(([a], [b]) => a - b).map(([cell, n]) => n > 1 ? `${cell} (${n} of them)` : String(cell));
  const where = `${all.length > 1 ? "cells" : "cell"} ${all.join(", ")}`;
  return `Each dot is a forward chain. The ${cells.length} chains are in ${where}.`;
}
