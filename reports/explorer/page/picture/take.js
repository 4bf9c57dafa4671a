// A reader takes home the command that prints the same numbers, and the picture as a file.
import {element, rested, say} from "../element.js";
import {ask} from "../state/ask.js";
import {compact, finite, number, ticks, whole} from "../state/numbers.js";
import {curvesOf} from "../state/setting.js";
import {css, shade} from "./colours.js";
import {valuesAt} from "./plot.js";

/**
 * command shows the command of a setting, and lets a button copy it. The button asks for it anew: a field that the same
 * click commits has changed the question only now.
 */
export function command(button, code, setting) {
  const draw = () => {
    say(code, setting.answers.command?.command ?? ""); // a painted target is a long text, slow to break into lines
    code.classList.toggle("stale", setting.stale("command"));
  };
  const later = rested(draw, 80);
  setting.addEventListener("answer", ({detail}) => detail === "command" && draw());
  setting.addEventListener("question", later);
  const usual = button.textContent;
  button.addEventListener("click", async () => {
    const isCopied = await ask("command", setting.question).then((answer) =>
      navigator.clipboard.writeText(answer.command)).then(() => true, () => false);
    button.textContent = isCopied ? "Copied" : "Copy it by hand";
    setTimeout(() => { button.textContent = usual; }, 1500);
  });
  setting.need("command");
}

const scale = 2; // dots for each of these pixels
const width = 960, edge = 24, gap = 30, side = (width - 2 * edge - 2 * gap) / 3;
const font = '"Liberation Sans", Arial, sans-serif', dark = "#202020", soft = "#5c5c5c";
const high = 190, height = side + high + 230; // of the plot, and of all
const parts = [ // of it, from the back, with the ink of words and lines
  {key: "gap", row: 1, name: "B − J", about: "counted in B, not seen in J", ink: "#b65c05", fill: "#e2ba90"},
  {key: "J", row: 2, name: "J", about: "distance of q from p", ink: "#0b6fb3", fill: "#cae0ee"},
  {key: "B", row: 0, name: "B", about: "what runs can estimate", ink: "#63330a"},
];

/** picture draws the sentence, the setting, the maps of a level, and J and B on white, and downloads them as a PNG. */
export function picture(words, maps, setting, place) {
  const canvas = element("canvas", {width: scale * width, height: scale * height}), pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
  const top = broken(pen, settingWords(setting.question), 14, edge, broken(pen, words, 19, edge, 40) + 24) + 34;
  const ends = maps.map((map, i) => drawMap(pen, map, edge + i * (side + gap), top));
  drawPlot(pen, curvesOf(setting) ?? {J: [], B: []}, valuesAt(setting, place), Math.max(...ends) + 34);
  canvas.toBlob((blob) => save("breadboard.png", blob), "image/png");
}

/** settingWords writes what is set. */
function settingWords({toy, seed, target, kernel, bridge, schedule, T, ...others}) {
  return [target ? "a painted target" : toy, seed && `seed ${seed}`, kernel, `${bridge} bridge`,
    schedule.startsWith("curve:") ? "schedule by hand" : `${schedule} schedule`, `T = ${T}`,
    ...Object.entries(others).map((pair) => pair.join(" "))].filter(Boolean).join(", ");
}

/** drawPlot draws J and B over the levels, filled up to the one that is shown, and names them and their difference. */
function drawPlot(pen, curves, {t, ...values}, top) {
  const left = edge + 44, wide = 2 * side + gap - 44, last = curves.J.length, shown = t ?? last, foot = top + high;
  const most = 1.04 * curves.B.reduce((far, of) => Math.max(far, finite(of)), finite(values.B)) || 1;
  const at = (level, of) => [left + (wide * (level - 1)) / (last - 1 || 1), foot - (high * of) / most];
  const points = (key, end) => curves[key].slice(0, end).map((of, i) => at(i + 1, number(of)))
    .filter(([, y]) => Number.isFinite(y));
  const path = (all) => new Path2D(all.length > 0 ? `M${all.map((point) => point.join()).join("L")}` : "");
  for (const tick of ticks(most, 4)) {
    const y = at(1, tick)[1];
    write(pen, String(tick), 12, edge, y + 4, false, soft);
    pen.fillRect(left, y, wide, 0.3);
  }
  if (last > 0) write(pen, `nats, of the annealing that stops at level 1 to ${whole(last)}`, 12, left, foot + 18);
  const J = points("J", shown), under = [at(shown, 0), at(1, 0)];
  const areas = {gap: points("B", shown).concat(J.toReversed()), J: J.concat(under)};
  pen.lineWidth = 2;
  for (const {key, row, name, about, ink, fill} of parts) {
    Object.assign(pen, {fillStyle: fill, strokeStyle: ink});
    if (fill) pen.fill(path(areas[key]));
    if (curves[key]) pen.stroke(path(points(key)));
    write(pen, `${name} = ${compact(values[key])}`, 19, left + wide + gap, top + 20 + 56 * row, true, ink);
    write(pen, about, 13, left + wide + gap, top + 39 + 56 * row, false, ink);
  }
}

function write(pen, text, size, x, y, isBold = false, colour = dark) {
  Object.assign(pen, {fillStyle: colour, font: `${isBold ? "bold " : ""}${size}px ${font}`});
  pen.fillText(text, x, y);
}

/** broken writes a text in lines, and returns where the last one stands. */
function broken(pen, text, size, x, y) {
  pen.font = `${size}px ${font}`;
  let line = "", at = y;
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (pen.measureText(longer).width <= width - 2 * edge) {
      line = longer;
      continue;
    }
    write(pen, line, size, x, at);
    at += 1.35 * size;
    line = word;
  }
  write(pen, line, size, x, at);
  return at;
}

/** drawMap draws a map with its caption and its scale, and returns where it ends. */
function drawMap(pen, map, x, y) {
  const {rows, columns} = map.shape, cell = side / Math.max(rows, columns), height = cell * rows, bar = y + height + 18;
  write(pen, map.name, 15, x, y, true);
  write(pen, map.title.textContent, 13, x + 50, y, false, soft);
  pen.fillStyle = "#e4e4e4"; // of walls, which are clear
  pen.fillRect(x, y + 10, cell * columns, height);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(map.canvas, x, y + 10, cell * columns, height);
  const {low, high} = map.scale, steps = 64;
  for (let i = 0; i < steps; i++) {
    pen.fillStyle = css(shade(low + ((i + 0.5) / steps) * (high - low), map.scale));
    pen.fillRect(x + (i * side) / steps, bar, side / steps + 0.5, 8);
  }
  write(pen, map.low.textContent, 12, x, bar + 22, false, soft);
  const end = map.high.textContent;
  write(pen, end, 12, x + side - pen.measureText(end).width, bar + 22, false, soft);
  return bar + 22;
}

/** save saves a blob as a file. */
function save(name, blob) {
  const link = element("a", {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
