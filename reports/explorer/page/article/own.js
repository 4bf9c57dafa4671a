// A target of the reader's own: a choice of targets and a file beside the words, and a brush on the stage.
import {element} from "explorer/element.js";
import {target} from "explorer/setting/panel.js";
import {Target} from "explorer/setting/target.js";
import {reached} from "explorer/state/ask.js";
import {fragment} from "explorer/state/link.js";
import {Side} from "explorer/state/sides.js";

/** own fills a room with the controls. It returns {side, brush}: the side whose target they change, and what paints it. */
export async function own(room, question) {
  const why = (text) => { room.textContent = text; };
  const choices = await reached(question, why); // first: a target tells what it shows once, to who listens by then
  const side = new Side("a", question), made = target(side, new Target(side), choices);
  const whole = room.closest(".screen").querySelector("a.console");
  room.replaceChildren(made.names, made.opener, made.said);
  side.addEventListener("question", () => { whole.href = `./${fragment({a: side.question, b: null, page: {}})}`; });
  return {side, brush: made.brush};
}
