// The gallery: lessons as pictures with a title and a sentence. Each is a plain link, so that it can be copied, opened
// beside this page, and undone. lessons.json has them, with the drawings.
import {colour} from "charts/charts.js";
import {element} from "explorer/element.js";

/** gallery lets a button open the gallery. The lessons are fetched when it opens first. */
export function gallery(button) {
  const list = element("ul", {class: "lessons"});
  const dialog = element("dialog", {class: "gallery", "aria-labelledby": "gallery-head", onclick, onkeydown},
    element("div", {class: "gallery-head"}, element("h2", {id: "gallery-head"}, "Gallery"),
      element("button", {type: "button", onclick: () => dialog.close()}, "Close")),
    element("p", {class: "about"},
      "Nine lessons. Each opens as two settings, left and right; Undo brings back what you had."),
    list);
  button.setAttribute("aria-haspopup", "dialog");
  button.addEventListener("click", () => {
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
    if (list.children.length === 0) fill(list);
  });
}

/** onclick closes the gallery beside it, and where a link is followed here. */
function onclick(event) {
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  if (event.target === this || (event.target.closest("a") && !elsewhere)) this.close();
}

/** onkeydown keeps Escape, which closes the gallery, from what lies below it. */
function onkeydown(event) {
  if (event.key === "Escape") event.stopPropagation();
}

async function fill(list) {
  try {
    const response = await fetch("gallery/lessons.json");
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    list.replaceChildren(...(await response.json()).map(card));
    const {embedding} = await import("explorer/take/embedding.js");
    for (const link of list.querySelectorAll("a")) {
      link.closest("li").append(embedding({title: link.textContent, link: link.hash}));
    }
  } catch (problem) {
    list.replaceChildren();
    list.append(`The lessons did not come: ${problem.message}. Open the gallery again to try again.`);
  }
}

/** card is a lesson, as an item of the list. Its link covers all of it (gallery.css). */
export function card({title, link, says, alt, panels}, i) {
  const picture = element("div", {class: "lesson-picture", role: "img", "aria-label": alt}, ...panels.map(panel));
  return element("li", {class: "lesson"}, picture,
    element("a", {href: link, "aria-describedby": `lesson-${i}`}, title), element("p", {id: `lesson-${i}`}, says));
}

const panel = (of) => (of.bars ? bars(of) : map(of));

/** bars are two, named as J:left. */
function bars({bars, shares}) {
  return element("div", {class: "lesson-bars"}, ...bars.flatMap((name, i) => {
    const [measure, setting] = name.split(":"), bar = element("span", {class: `bar ${measure}`});
    bar.style.width = `${Math.max(shares[i], 1)}%`;
    return [element("span", {}, `${measure}, ${setting}`), element("span", {}, bar)];
  }));
}

/** map has a pixel a cell; the style sheet makes it large. Cells are digits of base 36, and a wall is a dot. */
function map({name, cells, signed}) {
  const rows = cells.split(";").slice(0, -1), scale = {low: 0, high: signed ? 34 : 35, signed};
  const canvas = element("canvas", {width: rows[0].length, height: rows.length}), context = canvas.getContext("2d");
  rows.forEach((row, y) => [...row].forEach((cell, x) => {
    if (cell === ".") return;
    context.fillStyle = colour(parseInt(cell, 36), scale);
    context.fillRect(x, y, 1, 1);
  }));
  return element("figure", {}, canvas, element("figcaption", {}, words(name)));
}

/** words are the name of a map, as q, left of q:left. */
const words = (name) => name.replace(":", ", ").replace("−", " − ");
