// What one pastes into a page of one's own to have a lesson there: a frame, and the script that gives it its height.
import {element} from "explorer/element.js";

const elsewhere = "https://example.org/breadboard/"; // stands for the folder, where there is none
const frame = {width: 700, height: 500}; // what a first screen fits

/** folder is the address of the folder that this page is in; null if a program serves it, which no page may frame. */
const folder = () => document.getElementById("engine") ? new URL("./", location.href).href : null;

const escapes = {"&": "&amp;", '"': "&quot;", "<": "&lt;"};
const quoted = (text) => text.replaceAll(/[&"<]/g, (sign) => escapes[sign]);

/** snippet is the HTML that shows a lesson, {title, link}, of the folder at an address. */
function snippet({title, link}, home) {
  return `<iframe src="${quoted(`${home}?embed=picture${link}`)}" title="${quoted(title)}" width="${frame.width}" ` +
    `height="${frame.height}" style="border: 0; max-width: 100%"></iframe>\n` +
    `<script src="${quoted(home)}frame.js" async></script>`;
}

/** embedding offers the snippet of a lesson to copy. Where nobody may copy by a button the text is selected. */
export function embedding(lesson) {
  const home = folder(), said = element("span", {role: "status", class: "about"});
  const text = element("textarea", {readonly: true, rows: 4, "aria-label": `HTML that shows ${lesson.title}`,
    onfocus: () => text.select()});
  text.value = snippet(lesson, home ?? elsewhere);
  const copy = element("button", {type: "button", onclick: async () => {
    const copied = await navigator.clipboard?.writeText(text.value).then(() => true, () => false);
    if (!copied) text.focus();
    said.textContent = copied ? "Copied" : "Not allowed here. The text is selected: Ctrl+C copies it";
  }}, "Copy");
  const where = home ? null : element("p", {class: "about"}, "No page can frame this program. ",
    element("code", {}, "breadboard explore --site DIR"),
    ` makes a folder that can be framed: its address goes in the place of ${elsewhere}`);
  return element("details", {class: "embedding"},
    element("summary", {"aria-label": `Embed ${lesson.title}`}, "Embed"), text,
    element("p", {}, copy, " ", said), where);
}
