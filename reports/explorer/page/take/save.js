// Saving the page: one file that shows what is on the screen, and needs no server.
import {saveAs} from "charts/charts.js";

/** The place of the answers in page.html, as Page (saved.go) writes it. */
const begins = '<script type="application/json" id="kept">', empty = `${begins}null</script>`;

/**
 * save downloads the page with the answers of both sides in it. link is its fragment, and catalogue has what there is
 * to choose.
 */
export async function save(link, [a, b], catalogue) {
  const response = await fetch("page.html");
  if (!response.ok) throw new Error(`The page cannot be saved: the server answered ${response.status}.`);
  const text = await response.text();
  if (!text.includes(empty)) throw new Error("The page cannot be saved: the server's page has no place for answers.");
  const kept = {link, a: answersOf(a), ...(b ? {b: answersOf(b)} : {}), catalogue};
  const whole = text.replace(empty, () => `${begins}${json(kept)}</script>`);
  saveAs("breadboard.html", new Blob([whole], {type: "text/html;charset=utf-8"}));
}

/** answersOf are the newest answers of a side, by their kinds, without those to an older question. */
function answersOf(side) {
  return Object.fromEntries(Object.entries(side.answers).filter(([kind]) => !side.stale(kind) && !side.problems[kind]));
}

/** json is JSON that cannot end the element that it stands in, and that every reader of scripts takes. */
function json(value) {
  const escape = (sign) => "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escape);
}
