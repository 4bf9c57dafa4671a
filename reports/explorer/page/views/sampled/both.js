// The newest estimates of two sides beside each other.
import {digits, whole} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {say, table} from "explorer/views/controls.js";
import {part} from "explorer/views/part.js";

/** both adds a table of the estimates of sides a and b to a room. */
export function both(room, a, b) {
  const place = part(room, "Estimates of both", [], a, b);
  const numbers = element("div", {});
  place.picture.append(numbers);
  return {close() {}, draw: () => place.show(() => {
    const of = [a, b].map((side) => side.answers.sample);
    place.picture.hidden = of.some((one) => !one);
    place.node.classList.toggle("stale", [a, b].some((side) => side.stale("sample")));
    if (place.picture.hidden) return say(place.words, "Chains have not run in both settings yet.");
    numbers.replaceChildren(beside(...of));
    say(place.words, "An interval is right if it holds the exact number of its own setting.");
  })};
}

function beside(a, b) {
  const text = (one) => one ? `${digits(one.value)} (${digits(one.low)} to ${digits(one.high)})` : "–";
  const names = [...new Set([...a.estimates, ...b.estimates].map(({name}) => name))];
  return table("Estimates with 95% intervals, and the exact numbers",
    ["number", `setting A, ${whole(a.chains)} chains`, "exact", `setting B, ${whole(b.chains)} chains`, "exact"],
    names.map((name) => {
      const [left, right] = [a, b].map((one) => one.estimates.find((estimate) => estimate.name === name));
      return [name, text(left), digits(left?.exact), text(right), digits(right?.exact)];
    }));
}
