// The page within somebody else's: ?embed shows one view alone, that of the link, and ?embed=picture the first screen
// alone. A line above it says of which setting it is, and leads to the whole page. It tells the page around it how high
// it is, as the message {breadboard: {height}}, in pixels, and once more if it is asked by {breadboard: "height"}:
// frame.js there hears it.
import {element} from "explorer/element.js";
import {state} from "explorer/state/link.js";

const asked = new URLSearchParams(location.search);
if (asked.has("embed")) {
  const named = ({toy = "a painted target", ...q}) => `${toy}, ${q.program ?? q.kernel}, ${q.schedule}, T = ${q.T}`;
  const setting = element("h1"), link = element("a", {target: "_blank", rel: "noopener"}, "Open in Breadboard");
  const fresh = () => {
    setting.textContent = named(state(location.hash, []).question);
    link.href = location.pathname + location.hash;
  };
  addEventListener("explorer-link", fresh);
  fresh();
  const isPicture = asked.get("embed") === "picture";
  document.querySelector("main").before(element("header", {class: "whole"}, setting, link));
  document.documentElement.classList.add(isPicture ? "embed-picture" : "embed");
  if (parent !== window) {
    const tell = () => parent.postMessage({breadboard: {height: document.body.scrollHeight}}, "*");
    new ResizeObserver(tell).observe(document.body);
    addEventListener("message", ({source, data}) => {
      if (source === parent && data?.breadboard === "height") tell(); // frame.js, which came after the page
    });
  }
}
