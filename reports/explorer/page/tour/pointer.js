// What a step points at: it is scrolled to, and has a line around it.

/** pointer points at one place at a time. The place may come later than the step: at is called until it is there. */
export function pointer() {
  let place = null;
  return {
    at(selector) {
      if (place?.isConnected && place.matches(selector)) return;
      place?.classList.remove("pointed");
      place = document.querySelector(selector);
      if (!place) return;
      place.classList.add("pointed");
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      place.scrollIntoView({block: "nearest", behavior: still ? "auto" : "smooth"});
    },
    leave() {
      place?.classList.remove("pointed");
      place = null;
    },
  };
}
