// The story stands beside the picture. Its links set the picture, and a link to what is on the screen is marked.
import {fragment, state} from "./state/link.js";

/** story returns a function that marks the links of a room to a state. */
export function story(room) {
  const links = [...room.querySelectorAll('a[href^="#"]')].map((link) => [link, fragment(state(link.hash))]);
  return (now) => {
    const text = fragment(now);
    for (const [link, own] of links) {
      if (own === text) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
}
