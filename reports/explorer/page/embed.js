// The page within somebody else's: ?embed shows one view alone, that of the link. A line above it says of which setting
// it is, and leads to the whole page.
import {element} from "explorer/element.js";
import {state} from "explorer/state/link.js";

const named = (q) => q && `${q.toy ?? "a painted target"}, ${q.program ?? q.kernel}, ${q.schedule}, T = ${q.T}`;

if (new URLSearchParams(location.search).has("embed")) {
  const setting = element("span"), link = element("a", {target: "_blank", rel: "noopener"}, "Open in Breadboard");
  const fresh = () => {
    const {a, b} = state(location.hash, []);
    setting.textContent = [named(a), named(b)].filter(Boolean).join("; beside it ");
    link.href = location.pathname + location.hash;
  };
  for (const event of ["explorer-link", "hashchange"]) addEventListener(event, fresh);
  fresh();
  document.querySelector("main").before(element("p", {class: "whole"}, setting, link));
  document.documentElement.classList.add("embed");
}
