// Heat maps of one grid, side by side, and a small box above the cell that the pointer is at.
import {scaleOf} from "charts/colours.js";
import {element, figure} from "charts/figure.js";
import {number, value} from "charts/numbers.js";
import {barTicks, dots, fine, headOf, least, left, openCells, panel, repaint, right, units} from "charts/panel.js";

/** maps draws the data of Maps; charts.js says what it returns. */
export const maps = (spec, options) => figure({draw, rows, change: recolour}, spec, options);

const widest = 210, narrowest = 110, between = 8; // of a map, in pixels
const largest = 40; // of a cell

function draw(chart) {
  const {spec, width, options} = chart, scales = scalesOf(spec);
  const room = left + right + between;
  const most = Math.max(1, Math.floor((width + between) / (narrowest + room)));
  const lines = Math.ceil(spec.maps.length / Math.min(options.columns ?? Infinity, most));
  const beside = Math.ceil(spec.maps.length / lines); // six maps are 3 and 3, not 5 and 1
  const across = Math.max((width + between) / beside - room, least);
  const fit = Math.min(across / spec.columns, widest / spec.rows, largest);
  const side = fine(spec) ? fit : Math.max(1, Math.floor(fit));
  chart.side = side;
  chart.top = headOf(spec.maps, Math.max(side * spec.columns, least) + right);
  chart.scales = scales;
  chart.panels = spec.maps.map((map, i) => panel(spec, map, scales[i], side, chart.top));
  chart.panels.forEach((svg, i) => watch(chart, svg, i));
  chart.shape = shape(spec);
  const line = element("div", "chart-maps");
  line.append(...chart.panels);
  chart.picture.replaceChildren(line);
  if (chart.pointed) chart.pointed.svg = chart.panels[chart.pointed.index];
  refresh(chart);
  return notes(spec);
}

/** recolour paints the cells of a picture anew. It cannot if the grid or the maps are others. */
function recolour(chart) {
  const {spec} = chart;
  if (chart.shape !== shape(spec)) return false;
  const open = openCells(spec);
  scalesOf(spec).forEach((scale, i) => {
    const map = spec.maps[i], old = chart.scales[i];
    repaint(chart.panels[i], spec, map, scale, open);
    if (old.low !== scale.low || old.high !== scale.high || old.nothing !== scale.nothing) {
      const ticks = chart.panels[i].querySelector("[data-width]");
      barTicks(ticks, scale, Number(ticks.dataset.width));
    }
    dots(chart.panels[i], spec, map, chart);
    chart.scales[i] = scale;
  });
  refresh(chart);
  chart.stale = true;
  return true;
}

/** shape is a text of all that must stay the same if a picture is to be recoloured and not drawn anew. */
function shape({rows, columns, walls, title, maps: all}) {
  return JSON.stringify([rows, columns, walls?.map(Number), title, all.map((m) => [m.name, m.unit, m.signed])]);
}

/** scalesOf are the scales of the maps. Those that have a name in common hold the values of all. */
export function scalesOf(spec) {
  const open = (map) => map.values.filter((_, cell) => !spec.walls?.[cell]);
  return spec.maps.map((map) => {
    const mates = map.scale ? spec.maps.filter((m) => m.scale === map.scale) : [map];
    const signed = mates.some((m) => m.signed), isGiven = map.low !== undefined && map.high !== undefined;
    if (isGiven && !signed) return {low: map.low, high: map.high, signed};
    const scale = scaleOf(mates.flatMap(open), signed, map.reach, map.off);
    return {...scale, low: map.low ?? scale.low, high: map.high ?? scale.high};
  });
}

function notes(spec) {
  const said = [];
  for (const map of spec.maps) {
    const at = {};
    map.values.forEach((one, cell) => {
      const v = value(one);
      if (spec.walls?.[cell] || Number.isFinite(v) || Number.isNaN(v)) return;
      (at[number(v)] ??= []).push(`(${Math.floor(cell / spec.columns)}, ${cell % spec.columns})`);
    });
    for (const [what, cells] of Object.entries(at)) {
      const more = cells.length > 6 ? ` and ${cells.length - 6} more` : "";
      said.push(`${map.name} is ${what} at row, column ${cells.slice(0, 6).join(", ")}${more}.`);
    }
  }
  return said;
}

function rows(spec) {
  const name = (m) => (m.unit && m.unit !== m.name ? `${m.name} (${m.unit})` : m.name);
  const head = ["cell", "row", "column", ...(spec.walls ? ["wall"] : []), ...spec.maps.map(name)];
  return [head, ...spec.maps[0].values.map((_, cell) => [cell, Math.floor(cell / spec.columns), cell % spec.columns,
    ...(spec.walls ? [String(Boolean(spec.walls[cell]))] : []), ...spec.maps.map((m) => value(m.values[cell]))])];
}

/** watch shows the tip of the map of an index. */
function watch(chart, svg, index) {
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

/**
 * refresh writes the tip anew: the data has changed, or the pointer has moved. The tip stays inside of the figure, and
 * its number is always that of the data on the screen.
 */
function refresh(chart) {
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
