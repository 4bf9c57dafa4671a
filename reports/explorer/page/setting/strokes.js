// How a grid is painted: by a pointer, which may be a finger, and by keys. Both change the cells that are outlined.
import {between} from "explorer/setting/cells.js";
import {aim, mark} from "explorer/setting/table.js";
import {covered, shapes} from "explorer/setting/tip.js";
import {keyed} from "explorer/setting/tools.js";

/**
 * strokes lets pointers and keys paint a table. shown() is called at once after a key, so that a screen reader says the
 * new value; hover(cell) when a pointer comes to another cell, or leaves (null).
 */
export function strokes(table, shown, hover) {
  const {grid, brush} = table;
  const of = {at: null, from: null, stroke: null, byKeys: false}; // at and from: cells, below the pointer and of a corner
  const isOpen = () => table.target.shown?.paintable && table.active;
  const draws = () => Boolean(shapes[brush.tip().shape].isDrawn);
  const outlined = (i) => covered(table.target.shown, brush.tip(), of.from ?? i, i);
  const show = () => {
    const at = of.at ?? (of.byKeys ? table.focus : null);
    grid.classList.toggle("by-keys", of.byKeys); // a browser cannot tell a stroke's focus from that of a key
    mark(table, at === null || !table.target.shown?.paintable || !(table.active || of.byKeys) ? [] : outlined(at));
  };
  const under = (at) => {
    if (at === of.at) return;
    of.at = at;
    hover(at);
  };
  const drop = () => Object.assign(of, {from: null, stroke: null});
  brush.shape?.addEventListener("change", () => {
    of.from = null;
    show();
  });
  grid.addEventListener("focusin", ({target}) => {
    const i = table.cells.indexOf(target);
    if (i >= 0 && i !== table.focus) aim(table, i, false); // as a screen reader does
    of.byKeys = !of.stroke;
    show();
  });
  grid.addEventListener("focusout", () => {
    of.byKeys = false;
    show();
  });
  pointers(table, {of, isOpen, draws, outlined, under, show, drop});
  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!moves(table, event.key) && !sizes(brush, event.key) && !paints(event.key)) return;
    Object.assign(of, {at: null, byKeys: true}); // the keys lead now
    show();
    event.preventDefault();
  });

  /** paints changes what is outlined at the focus by a key. It returns false if the key is none of ours. */
  function paints(key) {
    const old = table.target.shown?.cells[table.focus];
    if (old === undefined || !table.target.shown.paintable) return false;
    if (key === "Escape" && of.from !== null) return drop();
    const isBrush = key === "Enter" || key === " ";
    if (isBrush && draws() && of.from === null) {
      of.from = table.focus;
      return true;
    }
    const value = isBrush ? (cell) => brush.stroke(cell, old === null) : keyed(key, old);
    if (!value) return false;
    change(table, outlined(table.focus), value);
    drop();
    shown();
    return true;
  }
}

/** moves aims at another cell by a key. It returns false if the key is another one. */
function moves(table, key) {
  const {rows, columns, focus} = table, r = Math.floor(focus / columns), c = focus % columns;
  const to = {ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1], ArrowUp: [r - 1, c], ArrowDown: [r + 1, c],
    Home: [r, 0], End: [r, columns - 1], PageUp: [0, c], PageDown: [rows - 1, c]}[key];
  if (!to) return false;
  if (to[0] >= 0 && to[0] < rows && to[1] >= 0 && to[1] < columns) aim(table, to[0] * columns + to[1]);
  return true;
}

/** sizes makes the brush larger or smaller by a key. It returns false if the key is another one. */
function sizes(brush, key) {
  const by = {"[": -1, "]": 1}[key];
  if (by) brush.sized(by);
  return Boolean(by);
}

/**
 * pointers paints where a pointer goes, or what it spans. A cell is painted once a stroke, and a fast stroke leaves no
 * gap.
 */
function pointers(table, {of, isOpen, draws, outlined, under, show, drop}) {
  const {grid, brush} = table;
  grid.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !isOpen()) return;
    const at = below(table, event), onWall = table.target.shown.cells[at] === null;
    drop();
    of.stroke = {id: event.pointerId, last: at, seen: new Set(), value: (old) => brush.stroke(old, onWall),
      bounds: grid.getBoundingClientRect(), isLooking: false};
    if (draws()) of.from = at;
    of.byKeys = false;
    grid.setPointerCapture(event.pointerId);
    aim(table, at);
    event.preventDefault();
    under(at);
    if (!draws()) along(table, of.stroke, outlined(at));
    show();
  });
  grid.addEventListener("pointermove", (event) => {
    if (!isOpen() || (of.stroke && event.pointerId !== of.stroke.id)) return;
    const bounds = boundsOf(grid, of.stroke);
    under(below(table, event, bounds));
    if (of.stroke && of.from === null) {
      const at = event.getCoalescedEvents().concat(event).map((one) => below(table, one, bounds));
      const path = at.flatMap((i) => {
        const way = between(table.target.shown, of.stroke.last, i);
        of.stroke.last = i;
        return way;
      });
      along(table, of.stroke, path.flatMap(outlined));
    }
    show();
  });
  grid.addEventListener("pointerup", (event) => {
    if (event.pointerId !== of.stroke?.id) return;
    if (of.from !== null) change(table, outlined(below(table, event)), of.stroke.value);
    over(event);
  });
  for (const end of ["pointercancel", "lostpointercapture"]) {
    grid.addEventListener(end, (event) => event.pointerId === of.stroke?.id && over(event));
  }
  grid.addEventListener("pointerleave", () => {
    if (of.stroke) return;
    under(null);
    show();
  });

  function over({pointerType}) {
    drop();
    if (pointerType === "touch") under(null); // no finger stays above the grid
    show();
  }
}

/** boundsOf is where a grid lies. A stroke looks after each frame: before it, the page would be laid out for a look. */
function boundsOf(grid, stroke) {
  if (!stroke) return grid.getBoundingClientRect();
  if (!stroke.isLooking) {
    stroke.isLooking = true;
    requestAnimationFrame(() => setTimeout(() => {
      stroke.isLooking = false;
      stroke.bounds = grid.getBoundingClientRect();
    }));
  }
  return stroke.bounds;
}

/** below is the cell below a pointer, or the nearest one. */
function below({grid, rows, columns}, {clientX, clientY}, bounds = grid.getBoundingClientRect()) {
  const place = (at, start, size, n) => Math.min(Math.max(Math.floor(((at - start) / size) * n), 0), n - 1);
  return place(clientY, bounds.top, bounds.height, rows) * columns + place(clientX, bounds.left, bounds.width, columns);
}

/** along changes those of some cells that a stroke has not come to yet. */
function along(table, stroke, cells) {
  change(table, cells.filter((i) => !stroke.seen.has(i) && stroke.seen.add(i)), stroke.value);
}

/** change gives some cells other values: value(old) is the new one, and undefined leaves the old one. */
function change({target}, some, value) {
  const cells = target.shown.cells.slice();
  let isOther = false;
  for (const i of some) {
    const made = value(cells[i]);
    if (made === undefined || made === cells[i]) continue;
    cells[i] = made;
    isOther = true;
  }
  if (isOther) target.paint({...target.shown, cells});
}
