// The frame of every chart: its title, the picture, what it cannot show, its numbers, and the buttons that save it.
import {number} from "charts/numbers.js";
import {csv, png, saveAs, svgText} from "charts/save.js";

const charts = new WeakMap(); // figure -> chart

/** A chart is drawn at this width before it is on a page. */
const unplaced = 640;

/**
 * figure makes the <figure> of a chart. kind has
 *   draw(chart)     fills chart.picture at chart.width, and returns the sentences of what it cannot show
 *   rows(spec)      the numbers, with the names of the columns first
 *   change(chart)   brings the picture to chart.spec in place, or returns false. It sets chart.stale if texts in the
 *                   picture have to follow when the data rests.
 */
export function figure(kind, spec, options = {}) {
  const root = element("figure", "chart");
  const chart = {kind, spec, options, root, width: unplaced};
  charts.set(root, chart);
  chart.head = element("figcaption", "chart-head");
  chart.title = element("span", "chart-title");
  chart.head.append(chart.title);
  chart.picture = element("div", "chart-picture");
  chart.notes = element("div", "chart-notes");
  chart.details = numbers(chart);
  const foot = element("div", "chart-foot");
  foot.append(chart.details, buttons(chart));
  root.append(chart.head, chart.picture, chart.notes, foot);
  chart.picture.addEventListener("pointermove", (event) => { chart.pointer = event; });
  chart.picture.addEventListener("pointerleave", () => { chart.pointer = null; });
  redraw(chart);
  const fit = () => {
    const width = Math.floor(chart.picture.clientWidth);
    if (width > 0 && width !== chart.width) {
      chart.width = width;
      redraw(chart);
    }
  };
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(chart.picture);
  return root;
}

/** update draws new data of the same kind into a figure. */
export function update(root, spec) {
  const chart = charts.get(root);
  chart.spec = spec;
  if (!chart.kind.change(chart)) return redraw(chart);
  clearTimeout(chart.timer);
  if (chart.stale) chart.timer = setTimeout(() => settled(chart), 150);
}

/** point gives a new picture the pointer that the old one had, so that its tip stays. */
function point(chart) {
  const {clientX, clientY, pointerType} = chart.pointer;
  const under = [...chart.picture.querySelectorAll("svg")].find((svg) => {
    const {left, right, top, bottom} = svg.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  });
  under?.dispatchEvent(new PointerEvent("pointermove", {clientX, clientY, pointerType}));
}

/** settled draws what was only recoloured: tips and texts are those of the new data as well. */
function settled(chart) {
  clearTimeout(chart.timer);
  if (chart.stale) redraw(chart);
}

function redraw(chart) {
  chart.stale = false;
  const {spec} = chart;
  chart.title.textContent = spec.title ?? "";
  chart.head.hidden = !spec.title;
  chart.root.setAttribute("aria-label", spec.title || spec.about);
  const notes = chart.kind.draw(chart);
  chart.notes.replaceChildren(...notes.map((textContent) => Object.assign(element("p"), {textContent})));
  if (chart.pointer) point(chart);
  if (chart.details.open) fill(chart);
}

function numbers(chart) {
  const details = element("details", "chart-numbers");
  const summary = element("summary");
  summary.textContent = "Numbers";
  const room = element("div", "chart-table"); // it scrolls, by keys as well
  Object.assign(room, {tabIndex: 0, role: "region", ariaLabel: "Numbers"});
  details.append(summary, room);
  details.addEventListener("toggle", () => details.open && fill(chart));
  return details;
}

function fill(chart) {
  chart.details.lastChild.replaceChildren(table(chart.kind.rows(chart.spec), chart.spec.about));
}

function buttons(chart) {
  const group = element("span", "chart-save");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", `Save ${chart.spec.title || "the chart"}`);
  const picture = () => {
    settled(chart);
    return svgText(chart.picture, chart.spec.title);
  };
  const ways = {
    SVG: async () => new Blob([picture()], {type: "image/svg+xml"}),
    PNG: () => png(picture()),
    CSV: async () => new Blob([csv(chart.kind.rows(chart.spec))], {type: "text/csv"}),
  };
  for (const [ending, make] of Object.entries(ways)) {
    const button = element("button");
    Object.assign(button, {type: "button", textContent: ending, title: `Save as ${ending}`});
    button.setAttribute("aria-label", `Save as ${ending}`);
    button.addEventListener("click", async () => {
      const file = await make().catch(() => null);
      if (file) saveAs(`${fileName(chart)}.${ending.toLowerCase()}`, file);
      else refuse(chart, ending);
    });
    group.append(button);
  }
  return group;
}

/** refuse says why a picture cannot be saved so. A browser makes a PNG of a picture at a data: address. */
function refuse(chart, ending) {
  const said = Object.assign(element("p", "chart-refused"),
    {textContent: `No ${ending} can be made here: the server's ` +
    "Content-Security-Policy would have to allow img-src data:. SVG and CSV need no such leave."});
  said.setAttribute("role", "status");
  chart.notes.querySelector(".chart-refused")?.remove();
  chart.notes.append(said);
}

function fileName({options, spec}) {
  const plain = (spec.title || "chart").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return options.name ?? (plain || "chart");
}

/** element makes an HTML element of a class. */
export function element(tag, className) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  return made;
}

/**
 * plot is Plot.plot without the <style> inside: charts.css has its rules, so that a strict page allows it. The picture
 * is one image with one name: Plot's names of its parts, such as "line", are for nobody.
 */
export function plot(options) {
  const made = window.Plot.plot({className: "plot", ...options});
  made.querySelector("style")?.remove();
  for (const part of made.querySelectorAll("[aria-label]")) part.setAttribute("aria-hidden", "true");
  return made;
}

/** tell hands a point that is clicked to the options of a chart. read makes a point of the plot's datum. */
export function tell(svg, {options}, read) {
  if (options.click) svg.addEventListener("click", () => svg.value && options.click(read(svg.value)));
}

/** The most rows that a table in the page has; the saved CSV has all. */
const most = 500;

/** table makes the table of rows, for those who would rather read; the first one has the names of the columns. */
function table(rows, caption) {
  const made = document.createElement("table");
  made.createCaption().textContent = rows.length - 1 > most
    ? `${caption} The first ${most} of ${rows.length - 1} rows; the saved CSV has all.` : caption;
  const head = made.createTHead().insertRow();
  for (const name of rows[0]) {
    head.append(Object.assign(element("th"), {scope: "col", textContent: name}));
  }
  const body = made.createTBody();
  for (const row of rows.slice(1, most + 1)) {
    const line = body.insertRow();
    for (const v of row) {
      const cell = line.insertCell();
      cell.textContent = typeof v === "number" ? (Number.isNaN(v) ? "–" : number(v, 8)) : v;
      if (typeof v === "number") cell.className = "n";
    }
  }
  return made;
}
