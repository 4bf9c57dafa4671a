// The story stands beside the picture, and knows what is on the screen. The section of the present setting is marked
// and scrolled to, with its numbers; each other one says which setting it is about.
import {element, put, say} from "./element.js";
import {compact} from "./state/numbers.js";
import {fragment, named, state} from "./state/link.js";

/** read returns a number of the story from an answer; other numbers of the story stay as they are written. */
const read = {"J": (m) => m.J.sum, "KL(q||p)": (m) => m.J.q_p, "KL(p||q)": (m) => m.J.p_q, "B": (m) => m.B.sum};

/** asked writes the question of a link alone, whatever level it is at. */
const asked = (question) => fragment({question, place: {}});

/** story returns a function that shows a state in a room of sections, with the answer to it, if that has come. */
export function story(room) {
  const links = [...room.querySelectorAll('a[href^="#"]')], written = new Map(); // by their hash, which may change
  const fragmentOf = (hash) => {
    if (!written.has(hash)) written.set(hash, fragment(state(hash)));
    return written.get(hash);
  };
  const numbers = [...room.querySelectorAll("[data-n]")].map((node) => [node,
    asked(state((node.closest("[data-link]")).dataset.link).question), node.textContent]);
  const sections = [...room.querySelectorAll("section")].map((section) => {
    const to = state(section.dataset.link), about = element("div", {class: "elsewhere"});
    about.append(`This is about ${named(to.question)}: `, element("a", {href: section.dataset.link}, "show this"));
    section.querySelector("h2").after(about);
    const all = [section.dataset.link, ...[...section.querySelectorAll('a[href^="#"]')].map(({hash}) => hash)];
    const own = asked(to.question), exact = all.map((link) => fragment(state(link)));
    return {section, about, own, exact, near: all.map((link) => asked(state(link).question))};
  });
  const seen = document.querySelector(".seen"); // in a narrow window the picture lies over the story
  const leaveRoom = () => room.style.setProperty("--seen", `${seen.offsetHeight + 8}px`);
  new ResizeObserver(leaveRoom).observe(seen);
  let at = null, last = "";
  /**
   * here finds the section of a state: that with a link to it, or to its question; the present one, if it has it too.
   */
  const here = (full, text) => {
    const fits = [({exact}) => exact.includes(full), ({own}) => own === text, ({near}) => near.includes(text)];
    const found = fits.map((fit) => sections.filter(fit)).find((all) => all.length > 0) ?? [];
    const isStill = found.includes(at) || (at?.near.includes(text) && !fits[0](found[0]));
    return isStill ? at : found[0] ?? null;
  };
  return (now, answer) => {
    const text = asked(now.question), full = fragment(now);
    for (const link of links) {
      if (fragmentOf(link.hash) === full) put(link, "aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const [node, own, usual] of numbers) {
      const isLive = own === text && answer && node.dataset.n in read;
      say(node, isLive ? compact(read[node.dataset.n](answer)) : usual);
    }
    const to = here(full, text);
    if (text === last && to === at) return;
    const isOther = to !== at;
    at = to;
    for (const {section, about, own} of sections) {
      section.classList.toggle("here", section === at?.section);
      about.hidden = own === text || section === at?.section;
    }
    if (at && isOther && (last !== "" || at !== sections[0])) {
      leaveRoom();
      bringInSight(at.section);
    }
    last = text;
  };
}

/** bringInSight scrolls to a section, and to its beginning if the window does not hold it. */
function bringInSight(section) {
  const room = innerHeight - parseFloat(getComputedStyle(section).scrollMarginTop);
  section.scrollIntoView({block: section.offsetHeight > room ? "start" : "nearest"});
}
