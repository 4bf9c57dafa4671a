// The page within somebody else's: ?embed shows one view alone, that of the link, and a link to the whole page.
import {element} from "explorer/element.js";

if (new URLSearchParams(location.search).has("embed")) {
  const link = element("a", {class: "whole", target: "_blank", rel: "noopener"}, "Open in Breadboard");
  const fresh = () => { link.href = location.pathname + location.hash; };
  for (const event of ["explorer-link", "hashchange"]) addEventListener(event, fresh);
  fresh();
  document.body.append(link);
  document.documentElement.classList.add("embed");
}
