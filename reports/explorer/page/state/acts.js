// Acts: what a reader does in one go. Undo takes back an act, and a number is compared with what it was before one.

const pause = 500; // milliseconds; changes that follow each other faster are one act

/**
 * acts watches the pointer. goesOn() is called at a change, and tells if it belongs to the act of the change before it.
 * What happens while a pointer is down is one act, and so are changes that follow each other fast, as those of a key
 * that is held. A button that is pressed begins another one, by keys too. pressed tells if a pointer is down. released(hear) calls hear when it is lifted.
 */
export function acts() {
  const heard = [];
  let last = -Infinity, down = false;
  addEventListener("pointerdown", () => {
    down = true;
    last = -Infinity;
  }, true);
  addEventListener("click", () => { last = -Infinity; }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      down = false;
      for (const hear of heard) hear();
    }, true);
  }
  return {
    get pressed() { return down; },
    released: (hear) => heard.push(hear),
    goesOn() {
      const before = last;
      last = performance.now();
      return before > 0 && (down || last - before < pause);
    },
  };
}
