// A word of the story shows what it names, while a reader points at it or comes to it by Tab: cells are outlined in the
// maps, with their numbers, and J, B or the gap stand out in all curves.
import {state} from "./state/link.js";

/** cellsOf reads cells: boxes of rows and columns, as "3,0-6 0-6,3" for the cross of a board of 7x7. */
export function cellsOf(text, {columns}) {
  const span = (part) => {
    const [from, to = from] = part.split("-").map(Number);
    return Array.from({length: to - from + 1}, (_, i) => from + i);
  };
  const all = text.split(" ").flatMap((box) => {
    const [rows, across] = box.split(",").map(span);
    return rows.flatMap((r) => across.map((c) => r * columns + c));
  });
  return [...new Set(all)];
}

/** shows listens to the words of a story. Cells belong to the target of their section: no other one has them. */
export function shows(story, maps, setting) {
  const show = (word) => {
    const names = word?.dataset.shows ?? "", isCells = /^\d/.test(names);
    document.body.dataset.shown = isCells ? "" : names;
    const {question} = word ? state(word.closest("section").dataset.link) : {};
    const isHere = isCells && ["toy", "target"].every((key) => question[key] === setting.question[key]);
    maps.outline(isHere ? cellsOf(names, maps.q.shape) : null, word?.textContent);
  };
  const wordOf = ({target}) => target.closest("[data-shows]");
  for (const on of ["pointerover", "focusin"]) {
    story.addEventListener(on, (event) => wordOf(event) && show(wordOf(event)));
  }
  for (const off of ["pointerout", "focusout"]) story.addEventListener(off, (event) => wordOf(event) && show(null));
}
