// Saving the page: one file that shows what is on the screen and all its views, and needs no server (saved.js).
import {saveAs} from "charts/charts.js";
import {needing} from "explorer/state/sides.js";
import {views} from "explorer/views/views.js";

/** The place of the answers in page.html, as Page (page.go) writes it. */
const begins = '<script type="application/json" id="kept">', empty = `${begins}null</script>`;

/**
 * save downloads the page with the answers of both sides in it. link is its fragment, and catalogue has what there is
 * to choose. It returns a sentence that says so.
 */
export async function save(link, [a, b], catalogue) {
  const response = await fetch("page.html");
  if (!response.ok) throw new Error(`The page cannot be saved: the server answered ${response.status}.`);
  const text = await response.text();
  if (!text.includes(empty)) throw new Error("The page cannot be saved: the server's page has no place for answers.");
  const kept = {link, a: answersOf(a), ...(b ? {b: answersOf(b)} : {}), catalogue};
  const whole = text.replace(empty, () => `${begins}${json(kept)}</script>`);
  saveAs("breadboard.html", new Blob([whole], {type: "text/html;charset=utf-8"}));
  return "Saved: breadboard.html, among your downloads. It opens in a browser and needs no server.";
}

const patience = 10_000; // milliseconds; best-j at T = 1000 may take longer, and its view is saved if it was opened

/** collect asks for what views and maps need of all sides and the page has not shown yet, and resolves at the end. */
export async function collect(sides, page) {
  await Promise.all(sides.map((side) => missing(side, page, sides)));
}

async function missing(side, page, sides) {
  const have = answersOf(side), needs = Object.assign({}, ...views.map((view) => view.needs));
  const asked = Object.entries(needs).filter(([kind]) => !(kind in have) && !side.problems[kind])
    .map(([kind, of]) => ({side, kind, beside: () => of(page, side, sides)}));
  const drop = needing(asked, page);
  const {promise, resolve} = Promise.withResolvers();
  const look = () => asked.some(({kind}) => side.waiting.has(kind)) || resolve();
  side.addEventListener("answer", look);
  setTimeout(resolve, patience);
  look();
  await promise;
  side.removeEventListener("answer", look);
  for (const {kind} of asked) if (side.waiting.has(kind)) delete side.answers[kind]; // lines so far are not all of it
  drop();
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
