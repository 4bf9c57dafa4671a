// A reader takes home the command that prints the same numbers, and the picture as a file.
import {element, rested, say} from "../element.js";
import {ask} from "../state/ask.js";
import {compact} from "../state/numbers.js";
import {css, shade} from "./colours.js";

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

/** picture draws the sentence, the maps, J and B of a level on white, and downloads them as a PNG. */
export function picture(words, maps, {J, B}) {
  const canvas = element("canvas", {width: scale * width, height: scale * 520}), pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, 520);
  const top = broken(pen, words, 19, edge, 40) + 34;
  const ends = maps.map((map, i) => drawMap(pen, map, edge + i * (side + gap), top));
  write(pen, `J = ${compact(J)}`, 19, edge, Math.max(...ends) + 34, true);
  write(pen, `B = ${compact(B)}`, 19, edge + side + gap, Math.max(...ends) + 34, true);
  canvas.toBlob((blob) => save("breadboard.png", blob), "image/png");
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
