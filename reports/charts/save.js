// Saving: a picture as SVG or PNG, with its colours inside and on white ground, and numbers as CSV.
import {svgElement} from "charts/svg.js";

/** saveAs saves a blob as a file. */
export function saveAs(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** csv writes rows of values as RFC 4180 has it. A value without a number is empty. */
export function csv(rows) {
  const cell = (v) => {
    const text = v === null || v === undefined || Number.isNaN(v) ? "" : String(v);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(cell).join(",") + "\r\n").join("");
}

/** svgText is the picture of an element as one SVG: all the SVGs in it where they are, and the title above. */
export function svgText(picture, title) {
  const head = title ? 26 : 0, box = picture.getBoundingClientRect();
  const width = Math.ceil(box.width), height = Math.ceil(box.height) + head;
  const whole = svgElement("svg", {width, height, viewBox: `0 0 ${width} ${height}`,
    "font-family": "Liberation Sans, Arial, Helvetica, sans-serif"});
  whole.append(svgElement("rect", {width, height, fill: "#ffffff"}));
  if (title) whole.append(svgElement("text", {x: 4, y: 17, "font-size": 14, fill: "#202020"}, title));
  const paper = document.createElement("div"); // the colours of paper hold in it
  paper.className = "chart on-paper";
  Object.assign(paper.style, {position: "absolute", left: "-9999px", top: "0", width: `${width}px`});
  paper.append(whole);
  for (const svg of picture.querySelectorAll("svg")) {
    const at = svg.getBoundingClientRect(), copy = svg.cloneNode(true);
    copy.setAttribute("x", at.left - box.left);
    copy.setAttribute("y", at.top - box.top + head);
    whole.append(copy);
  }
  document.body.append(paper);
  settle(whole);
  paper.remove();
  return new XMLSerializer().serializeToString(whole);
}

const settled = ["fill", "stroke", "color", "font-size", "font-weight"];

/** settle writes the colours that style sheets and custom properties give into the elements themselves. */
function settle(svg) {
  for (const tip of svg.querySelectorAll('[aria-label="tip"]')) tip.remove();
  for (const element of [svg, ...svg.querySelectorAll("*")]) {
    const style = getComputedStyle(element);
    for (const key of settled) {
      if (element.hasAttribute(key) || (key === "fill" && element.tagName === "text")) {
        element.setAttribute(key, style.getPropertyValue(key));
      }
    }
    if (element.tagName === "text") element.setAttribute("xml:space", "preserve");
    element.removeAttribute("class");
  }
}

/** png draws an SVG text at twice its size, and resolves to a blob. */
export async function png(text) {
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
