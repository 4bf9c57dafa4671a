// What the pointer is at in a heat map, in a small box above the cell. The box stays inside of the
// figure, and its number is always that of the data on the screen.
import {element} from "charts/figure.js";
import {number, value} from "charts/numbers.js";
import {left, units} from "charts/panel.js";

/** watch shows the tip of a map and tells the options of the chart. index is that of the map. */
export function watch(chart, svg, index) {
  const at = (event) => cellAt(chart, svg, event);
  const show = (event) => {
    const cell = at(event);
    if (cell === null) return hide(chart);
    chart.pointed = {index, cell, svg};
    refresh(chart);
    chart.options.hover?.(point(chart, index, cell));
  };
  svg.addEventListener("pointermove", show);
  svg.addEventListener("pointerdown", show);
  svg.addEventListener("pointerleave", () => hide(chart));
  svg.addEventListener("click", (event) => {
    const cell = at(event);
    if (cell !== null) chart.options.click?.(point(chart, index, cell));
  });
}

/** refresh writes the tip anew: the data has changed, or the pointer has moved. */
export function refresh(chart) {
  if (!chart.pointed) return;
  const {index, cell, svg} = chart.pointed, map = chart.spec.maps[index];
  const {row, column, value: v} = point(chart, index, cell);
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
  chart.options.hover?.(null);
}

function cellAt(chart, svg, event) {
  const {rows, columns, walls} = chart.spec, [x, y] = window.d3.pointer(event, svg);
  const column = Math.floor((x - left) / chart.side), row = Math.floor((y - chart.top) / chart.side);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return null;
  const cell = row * columns + column;
  return walls?.[cell] ? null : cell;
}

function point({spec}, index, cell) {
  const map = spec.maps[index];
  return {map: map.name, cell, row: Math.floor(cell / spec.columns), column: cell % spec.columns,
    value: value(map.values[cell])};
}
