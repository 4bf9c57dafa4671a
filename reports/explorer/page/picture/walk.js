// Dots walk on the map of q: two hundred runs, chains of the kernel as the Monte Carlo path makes them. While the
// slider plays they glide from the cell of one level to that of the next one. So one sees where they are shut in.
import {element, soon} from "../element.js";

const largest = 4.2, smallest = 1.7, part = 0.13; // of a dot's radius: in pixels, and as a part of a cell

/** spread returns the place of a dot within its cells, from 0.2 to 0.8: dots in one cell lie apart. */
const spread = (i, by) => 0.2 + 0.6 * ((i * by) % 1);
const golden = 0.618033988749895, plastic = 0.754877666246693; // whose multiples fill a square evenly

/** walk puts the dots of a setting onto the map of q. */
export function walk({cells, canvas: below}, setting, place) {
  const canvas = element("canvas", {class: "walk", "aria-hidden": "true"}), pen = canvas.getContext("2d");
  below.after(canvas);
  const draw = soon(() => {
    const {walk: known, levels} = setting.answers, scale = devicePixelRatio, {columns, rows} = levels ?? {};
    const [width, height] = [cells.clientWidth, cells.clientHeight].map((size) => Math.round(size * scale));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
    pen.clearRect(0, 0, width, height);
    const isOld = ["walk", "levels"].some((kind) => setting.stale(kind) || setting.problems[kind]);
    if (!known || !levels || isOld || known.levels.at(-1) !== levels.frames.at(-1).t) return;
    const level = 1 + place.share(levels.frames) * (known.levels.at(-1) - 1);
    const k = known.levels.findLastIndex((t) => t <= level + 1e-9), next = Math.min(k + 1, known.levels.length - 1);
    const passed = place.glides ? (level - known.levels[k]) / (known.levels[next] - known.levels[k] || 1) : 0;
    const glide = passed * passed * (3 - 2 * passed); // a dot leaves and comes slowly
    const radius = Math.min(Math.max((part * width) / columns / scale, smallest), largest) * scale;
    Object.assign(pen, {fillStyle: "rgb(255 255 255 / 94%)", strokeStyle: "rgb(0 0 0 / 65%)", lineWidth: scale});
    known.cells[k].forEach((from, i) => {
      const to = known.cells[next][i], between = (a, b) => a + glide * (b - a);
      const x = (between(from % columns, to % columns) + spread(i, golden)) * (width / columns);
      const y = (between(Math.floor(from / columns), Math.floor(to / columns)) + spread(i, plastic)) * (height / rows);
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fill();
      pen.stroke();
    });
  });
  for (const event of ["change", "glide"]) place.addEventListener(event, draw);
  for (const event of ["question", "answer"]) setting.addEventListener(event, draw);
  new ResizeObserver(draw).observe(cells);
  setting.need("walk");
}
