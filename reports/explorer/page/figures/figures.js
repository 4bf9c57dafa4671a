// Small figures stand in the story, each with one idea and one control. An element with data-draws has a figure, which
// asks the engine for itself when it comes near the window; what the picture asks goes first.
import {server} from "../state/ask.js";
import {board, halfway, schedule} from "./choices.js";
import {distance} from "./distance.js";
import {tight} from "./tight.js";

const makers = {board, halfway, schedule, distance, tight};
const near = "300px"; // of the window

/** figures draws the figures of a story. */
export function figures(story) {
  const watch = new IntersectionObserver((all) => {
    for (const {target, isIntersecting} of all) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      makers[target.dataset.draws](target).catch(() => { // the page says why, and the figure comes with the server
        server.addEventListener("back", () => watch.observe(target), {once: true});
      });
    }
  }, {rootMargin: near});
  for (const room of story.querySelectorAll("[data-draws]")) watch.observe(room);
}
