// The page within somebody else's: ?embed shows one view alone, that of the link, and ?embed=picture the first screen
// alone. A line above it says of which setting it is, and leads to the whole page.
import {element} from "explorer/element.js";
import {state} from "explorer/state/link.js";

const asked = new URLSearchParams(location.search);
if (asked.has("embed")) {
  const named = ({toy = "a painted target", ...q}) => `${toy}, ${q.program ?? q.kernel}, ${q.schedule}, T = ${q.T}`;
  const setting = element("span"), link = element("a", {target: "_blank", rel: "noopener"}, "Open in Breadboard");
  const fresh = () => {
    const {a, b} = state(location.hash, []);
    setting.textContent = [a, b].filter(Boolean).map(named).join("; beside it ");
    link.href = location.pathname + location.hash;
  };
  addEventListener("explorer-link", fresh);
  fresh();
  document.querySelector("main").before(element("p", {class: "whole"}, setting, link));
  document.documentElement.classList.add(asked.get("embed") === "picture" ? "embed-picture" : "embed");
}
