// The cells of a grid as elements, for the keyboard and for screen readers: a table over one canvas. And the outline of
// the cells that the brush covers.
import {svgElement} from "charts/charts.js";
import {element} from "explorer/element.js";
import {outline} from "explorer/setting/tip.js";

const few = 256; // cells, up to which each is an element; of more, the one in focus is

/** build makes the cells of another size. The focus stays where it was, if there is such a cell. */
export function build(table, {rows, columns}) {
  const {grid} = table, focused = grid.contains(document.activeElement), all = rows * columns;
  Object.assign(table, {rows, columns, cells: [], fills: [], texts: []});
  table.marks = svgElement("svg", {class: "marks", viewBox: `0 0 ${columns} ${rows}`, preserveAspectRatio: "none",
    "aria-hidden": "true"}, svgElement("path", {}), svgElement("path", {}));
  grid.replaceChildren(table.picture, table.marks);
  for (const [name, value] of [["--columns", columns], ["--rows", rows]]) grid.style.setProperty(name, value);
  for (const [name, value] of [["aria-rowcount", rows], ["aria-colcount", columns]]) grid.setAttribute(name, value);
  for (let r = 0; r < rows && all <= few; r++) row(table, r, Array.from({length: columns}, (_, c) => c));
  aim(table, Math.min(table.focus, all - 1), focused);
}

/** row makes the elements of some cells of a row. */
function row({cells, columns, picture, name}, r, some) {
  const made = some.map((c) => {
    const i = r * columns + c, cell = {role: "gridcell", tabindex: "-1", "aria-colindex": c + 1};
    cells[i] = element("div", {...cell, "aria-label": name?.(i)});
    cells[i].style.gridArea = `${r + 1} / ${c + 1}`;
    return cells[i];
  });
  picture.before(element("div", {role: "row", "aria-rowindex": r + 1}, ...made));
}

/** aim moves the one cell that the Tab key reaches. Of many cells, no other one is an element. */
export function aim(table, i, focus = true) {
  const {rows, columns, cells, focus: old} = table;
  if (!cells[i]) row(table, Math.floor(i / columns), [i % columns]);
  cells[old]?.setAttribute("tabindex", "-1");
  cells[i].setAttribute("tabindex", "0");
  if (focus) cells[i].focus();
  if (rows * columns > few && i !== old && cells[old]) {
    cells[old].parentElement.remove();
    delete cells[old];
  }
  table.focus = i;
}

/** mark outlines some cells, in two colours, of which one stands out from any shade. */
export function mark({marks, columns}, cells) {
  const path = outline({columns}, cells);
  for (const one of marks?.children ?? []) one.setAttribute("d", path);
}
