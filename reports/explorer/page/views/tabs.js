// The views, as tabs: one is on the screen.
import {element, listen, soon} from "explorer/element.js";
import {kept} from "explorer/state/ask.js";
import {needing} from "explorer/state/setting.js";
import {has} from "explorer/take/saved.js";
import {viewOf, views} from "explorer/views/views.js";

/** tabs fills a room with the views of a setting. */
export function tabs(room, setting, page) {
  const list = element("div", {role: "tablist", "aria-label": "Views"});
  const panel = element("div", {role: "tabpanel", id: "view", tabindex: "0"});
  room.append(list, panel);
  const buttons = views.map((view) => tab(view, () => page.set("view", view.id)));
  list.append(...buttons);
  list.addEventListener("keydown", (event) => turn(event, buttons));
  let open = null;
  const mount = () => {
    open?.close();
    const view = viewOf(page);
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(views[i] === view));
      button.tabIndex = views[i] === view ? 0 : -1;
    });
    panel.setAttribute("aria-labelledby", `tab-${view.id}`);
    panel.replaceChildren(element("h3", {class: "hidden"}, view.title), element("p", {class: "about"}, view.about));
    const room = element("div", {class: "room"});
    panel.append(room);
    open = opened(view, room, setting, page);
  };
  page.addEventListener("change", ({detail}) => detail === "view" && mount());
  mount();
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

/** opened mounts a view, and asks for what it needs as long as it is open. */
function opened(view, room, setting, page) {
  const shown = drawing(view, view.mount(room, setting, page), setting, page);
  const drop = needing(setting, view.needs, page);
  return {close() {
    drop();
    shown.close();
  }};
}

const rest = 200; // milliseconds without a change of the question, before its views are drawn as stale

/**
 * drawing draws the parts of a view until it is closed: now, when the page or the question changes, and with answers.
 * While somebody paints, it does not.
 */
function drawing(view, parts, setting, page) {
  const kinds = Object.keys(view.needs);
  const draw = soon(() => parts.forEach((part) => part.draw()));
  let timer;
  const asked = () => {
    clearTimeout(timer);
    timer = setTimeout(draw, rest);
  };
  const stops = [listen([setting], "answer", ({detail}) => kinds.includes(detail) && draw()),
    listen([setting], "question", asked), listen([page], "change", draw), () => clearTimeout(timer)];
  draw();
  return {close() {
    for (const stop of stops) stop();
    for (const part of parts) part.close?.();
  }};
}
