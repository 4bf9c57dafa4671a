// Names of lines: beside their ends where there is room, or in a legend above.
import {lineStyle} from "charts/colours.js";

const size = 12;
const gap = 14; // from one name to the next
const lead = 14; // from the plot to its names, for the thin lines

let canvas;

/** textWidth is the width of words in pixels. */
export function textWidth(words, pixels = size) {
  canvas ??= document.createElement("canvas").getContext("2d");
  canvas.font = `${pixels}px system-ui, "Liberation Sans", Arial, sans-serif`;
  return canvas.measureText(words).width;
}

/** endRoom is the room that the names need at the right of a plot; 0 if they do not fit, and belong in a legend. */
export function endRoom(names, width) {
  if (names.length < 2 || names.length > 8 || width < 480) return 0;
  const room = lead + 4 + Math.max(...names.map((name) => textWidth(name)));
  return room > width * 0.34 ? 0 : room;
}

/** nameEnds writes the name of each line at its last point; names move apart where lines end close together. */
export function nameEnds(svg, ends, {left, top, bottom}) {
  const at = spread(ends.map((end) => end.y), gap, top + 4, bottom - 4);
  const group = window.d3.select(svg).append("g").attr("aria-label", "names of lines").attr("font-size", size);
  ends.forEach((end, i) => {
    group.append("line").attr("x1", end.x + 3).attr("y1", end.y).attr("x2", left + lead - 3).attr("y2", at[i])
      .attr("stroke", end.colour).attr("stroke-width", 0.75);
    group.append("text").attr("x", left + lead).attr("y", at[i]).attr("dy", "0.35em").attr("text-anchor", "start")
      .attr("fill", "var(--ink)").text(end.name);
  });
}

/**
 * spread moves numbers as little as possible so that they are a gap apart and stay between low and high. With
 * x[0] <= x[1] <= ... the numbers x[i] - i gap must not fall, so neighbours that do are pooled to their mean.
 */
function spread(at, apart, low, high) {
  const order = at.map((_, i) => i).sort((i, k) => at[i] - at[k]);
  const pools = [];
  order.forEach((k, i) => {
    pools.push({sum: at[k] - i * apart, n: 1});
    while (pools.length > 1) {
      const [a, b] = pools.slice(-2);
      if (a.sum * b.n <= b.sum * a.n) break;
      pools.splice(-2, 2, {sum: a.sum + b.sum, n: a.n + b.n});
    }
  });
  const over = Math.max((at.length - 1) * apart - (high - low), 0) / 2;
  const most = high + over - (at.length - 1) * apart;
  const moved = [];
  let i = 0;
  for (const pool of pools) {
    const mean = Math.max(Math.min(pool.sum / pool.n, most), low - over);
    for (let n = 0; n < pool.n; n++, i++) moved[order[i]] = mean + i * apart;
  }
  return moved;
}

/** legend makes an SVG that lists entries {name, style, dashes, dots, glyph}, in as many lines as it takes. */
export function legend(entries, width) {
  const line = 20, sample = 26;
  let x = 4, y = line / 2;
  const places = entries.map(({name}) => {
    const wide = sample + 6 + textWidth(name) + 18;
    if (x > 4 && x + wide > width) [x, y] = [4, y + line];
    const place = {x, y};
    x += wide;
    return place;
  });
  const svg = window.d3.create("svg").attr("width", width).attr("height", y + line / 2).attr("font-size", size)
    .attr("class", "plot chart-legend").attr("font-family", "system-ui, sans-serif").attr("aria-hidden", "true");
  entries.forEach((entry, i) => {
    const g = svg.append("g").attr("transform", `translate(${places[i].x},${places[i].y})`);
    drawSample(g, entry, sample);
    g.append("text").attr("x", sample + 6).attr("dy", "0.35em").attr("fill", "var(--ink)").text(entry.name);
  });
  return svg.node();
}

function drawSample(g, {style, dashes, dots, glyph}, wide) {
  const {colour, shape, hollow} = style === undefined ? {colour: "var(--ink)"} : lineStyle(style);
  if (!glyph) {
    g.append("line").attr("x2", wide).attr("stroke", colour).attr("stroke-width", 2).attr("stroke-dasharray", dashes);
    if (!dots) return;
  }
  const {symbol, filled} = glyphOf(glyph, shape, hollow);
  g.append("path").attr("transform", `translate(${wide / 2},0)`).attr("stroke", colour).attr("stroke-width", 1.5)
    .attr("fill", filled ? colour : glyph ? "none" : "var(--card)").attr("d", window.d3.symbol(symbol, 42)());
}

const symbols = {circle: "symbolCircle", square: "symbolSquare", triangle: "symbolTriangle", diamond: "symbolDiamond"};

/** glyphOf is the symbol of a mark, and whether it is filled. */
export function glyphOf(glyph, shape, hollow) {
  if (glyph === "ring") return {symbol: window.d3.symbolCircle, filled: false};
  if (glyph === "cross") return {symbol: window.d3.symbolTimes, filled: false};
  return {symbol: window.d3[symbols[shape]], filled: !hollow};
}
