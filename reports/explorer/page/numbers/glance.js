// J and B small at the top of the window, while their bars are out of sight: who paints or drags farther down sees what
// it does.
import {compact} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {wasOther} from "explorer/numbers/bars.js";

/**
 * glance adds the line to a room, and returns a function that draws {J, B, was} as bars.js has them. It watches the bars, and
 * the sentence of the page, which has the same numbers.
 */
export function glance(room, bars) {
  const line = element("p", {class: "glance", "aria-hidden": "true", hidden: true});
  const seen = new Set([bars]), sentence = document.getElementById("answer");
  let isKnown = false;
  const show = () => { line.hidden = seen.size > 0 || !isKnown; };
  const watch = new IntersectionObserver((all) => {
    for (const {target, isIntersecting} of all) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
    }
    show();
  });
  room.append(line);
  for (const one of [bars, sentence]) if (one) watch.observe(one);
  return ({J, B, was}) => {
    isKnown = true;
    line.replaceChildren(...told("J", J, was?.J), ...told("B", B, was?.B));
    show();
  };
}

/** told is a number with its name, and what it was. */
const told = (name, value, was) => [element("span", {}, `${name} `, element("b", {}, compact(value))),
  ...(wasOther(value, was) ? [element("small", {}, `was ${compact(was)}`)] : [])];
