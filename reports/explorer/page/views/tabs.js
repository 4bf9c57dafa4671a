// The views, as tabs: one is on the screen, once for each side, with what differs between two sides below.
import {element, listen, soon} from "explorer/element.js";
import {kept} from "explorer/state/ask.js";
import {headOf, names} from "explorer/state/names.js";
import {needing} from "explorer/state/sides.js";
import {has} from "explorer/take/save.js";
import {viewOf, views} from "explorer/views/views.js";

/** tabs fills a room with the views. sides() is [a] or [a, b]. It returns {mount}, to call when the sides change. */
export function tabs(room, sides, page) {
  const list = element("div", {role: "tablist", "aria-label": "Views"});
  const panel = element("div", {role: "tabpanel", id: "view", tabindex: "0"});
  room.append(list, panel);
  const buttons = views.map((view) => tab(view, () => page.set("view", view.id)));
  list.append(...buttons);
  list.addEventListener("keydown", (event) => turn(event, buttons));
  let open = [];
  const mount = () => {
    for (const one of open) one.close();
    const view = viewOf(page);
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(views[i] === view));
      button.tabIndex = views[i] === view ? 0 : -1;
    });
    panel.setAttribute("aria-labelledby", `tab-${view.id}`);
    panel.replaceChildren(element("h3", {class: "hidden"}, view.title), element("p", {class: "about"}, view.about));
    const rooms = element("div", {class: "rooms"});
    panel.append(rooms);
    open = sides().map((side) => single(view, rooms, side, page, sides()));
    if (sides().length > 1 && view.compare) open.push(both(view, panel, sides(), page));
  };
  page.addEventListener("change", ({detail}) => detail === "view" && mount());
  return {mount};
}

function tab(view, choose) {
  const missing = kept && !has(view) ? {disabled: true, title: "The saved page does not have this view"} : {};
  const keys = {type: "button", role: "tab", id: `tab-${view.id}`, "aria-controls": "view", onclick: choose};
  return element("button", {...keys, ...missing}, view.title);
}

/** turn lets the arrow keys choose among tabs. */
function turn(event, all) {
  const buttons = all.filter((button) => !button.disabled);
  const i = buttons.indexOf(event.target), last = buttons.length - 1;
  const to = {ArrowRight: i === last ? 0 : i + 1, ArrowLeft: i === 0 ? last : i - 1, Home: 0, End: last}[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons[to].click();
  buttons[to].focus();
}

/** single mounts a view for one of the sides, and asks for what it needs as long as it is open. */
function single(view, rooms, side, page, sides) {
  const inside = element("div", {});
  const head = sides.length > 1 ? [element("h4", {}, headOf(side))] : [];
  rooms.append(element("div", {class: "room", "data-side": side.name}, ...head, inside));
  const shown = drawing(view, view.mount(inside, side, page, sides), sides, [side], page);
  const drop = needing(Object.entries(view.needs)
    .map(([kind, beside]) => ({side, kind, beside: () => beside(page, side)})), page);
  return {close() {
    drop();
    shown.close();
  }};
}

/** both mounts what differs between two sides. Its answers are those that the views of the sides need. */
function both(view, panel, sides, page) {
  const inside = element("div", {});
  panel.append(element("div", {class: "room both"}, element("h4", {},
    `The ${names[0]} setting beside the ${names[1]} one`), inside));
  return drawing(view, view.compare(inside, ...sides, page), sides, [], page);
}

const rest = 200; // milliseconds without a change of the question, before its views are drawn as stale

/**
 * drawing draws the parts of a view until it is closed: now, when the page changes or the question of an asker has
 * changed, and with the answers of all sides, as what is compared has one scale. While somebody paints, it does not.
 */
function drawing(view, parts, sides, askers, page) {
  const kinds = [...Object.keys(view.needs), ...(view.asks ?? [])];
  const draw = soon(() => parts.forEach((part) => part.draw()));
  let timer;
  const asked = () => {
    clearTimeout(timer);
    timer = setTimeout(draw, rest);
  };
  const stops = [listen(sides, "answer", ({detail}) => kinds.includes(detail) && draw()),
    listen(askers, "question", asked), listen([page], "change", draw), () => clearTimeout(timer)];
  draw();
  return {close() {
    for (const stop of stops) stop();
    for (const part of parts) part.close?.();
  }};
}
