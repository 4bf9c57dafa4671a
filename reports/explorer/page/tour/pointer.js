// What a step points at: it has a line around it, and is scrolled to until the reader moves the page.

/** What readers do who move the page themselves. */
const moves = ["wheel", "touchmove", "pointerdown", "keydown"];

/** pointer points at one place at a time. The place may come later than the step: at is called until it is there. */
export function pointer() {
  let place = null, still = false; // still: the reader has moved the page
  const show = () => {
    if (!place || still) return;
    const page = getComputedStyle(document.documentElement);
    const room = innerHeight - parseFloat(page.scrollPaddingTop) - parseFloat(page.scrollPaddingBottom);
    place.scrollIntoView({block: place.offsetHeight < room ? "nearest" : "start"});
  };
  const grown = new ResizeObserver(show); // pictures come one by one, and move what is below them
  for (const move of moves) addEventListener(move, () => { still = true; }, {capture: true, passive: true});

  return {
    at(selector) {
      if (place?.isConnected && place.matches(selector)) return;
      this.leave();
      place = document.querySelector(selector);
      if (!place) return;
      place.classList.add("pointed");
      still = false;
      grown.observe(document.body, {box: "border-box"}); // its padding is the height of the panel
      show();
    },
    leave() {
      place?.classList.remove("pointed");
      place = null;
      grown.disconnect();
    },
  };
}
