// The story beside the picture: its links set the picture, and the one that is on the screen is marked.
import {fragment, state} from "./state/link.js";

/** story marks the links of a room. It returns a function that is called when the state has changed. */
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
