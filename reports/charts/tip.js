// What the pointer is at in a heat map, in a small box above the cell. The box stays inside of the figure, and its
// number is always that of the data on the screen.
import {element} from "charts/figure.js";
import {number, value} from "charts/numbers.js";
import {left, units} from "charts/panel.js";

/** watch shows the tip of the map of an index. */
export function watch(chart, svg, index) {
  const show = (event) => {
    const cell = cellAt(chart, svg, event);
    if (cell === null) return hide(chart);
    chart.pointed = {index, cell, svg};
    refresh(chart);
  };
  svg.addEventListener("pointermove", show);
  svg.addEventListener("pointerdown", show);
  svg.addEventListener("pointerleave", () => hide(chart));
}

/** refresh writes the tip anew: the data has changed, or the pointer has moved. */
export function refresh(chart) {
  if (!chart.pointed) return;
  const {index, cell, svg} = chart.pointed, map = chart.spec.maps[index];
  const {columns} = chart.spec, row = Math.floor(cell / columns), column = cell % columns, v = value(map.values[cell]);
  chart.tip ??= element("div", "chart-tip");
  chart.tip.textContent = `${map.name}\nrow ${row}, column ${column}: ${number(v, 7)}${units(map)}`;
  chart.picture.append(chart.tip);
  const box = svg.getBoundingClientRect(), room = chart.picture.getBoundingClientRect();
  const x = box.left - room.left + left + (column + 0.5) * chart.side - chart.tip.offsetWidth / 2;
  const y = box.top - room.top + chart.top + row * chart.side - chart.tip.offsetHeight - 6;
  chart.tip.style.left = `${Math.max(0, Math.min(x, room.width - chart.tip.offsetWidth))}px`;
  chart.tip.style.top = `${y}px`;
}

function hide(chart) {
  if (!chart.pointed) return;
  chart.pointed = null;
  chart.tip.remove();
}

function cellAt(chart, svg, event) {
  const {rows, columns, walls} = chart.spec, [x, y] = window.d3.pointer(event, svg);
  const column = Math.floor((x - left) / chart.side), row = Math.floor((y - chart.top) / chart.side);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return null;
  const cell = row * columns + column;
  return walls?.[cell] ? null : cell;
}
