// Saving the page: one file that shows what is on the screen and all its views, and needs no server (saved.js).
import {saveAs} from "charts/charts.js";
import {needing} from "explorer/state/setting.js";
import {views} from "explorer/views/views.js";

/** The place of the answers in page.html, as Page (page.go) writes it. */
const begins = '<script type="application/json" id="kept">', empty = `${begins}null</script>`;

/**
 * save downloads the page with the answers in it. link is its fragment, and catalogue has what there is
 * to choose. It returns a sentence that says so.
 */
export async function save(link, setting, catalogue) {
  const response = await fetch("page.html");
  if (!response.ok) throw new Error(`The page cannot be saved: the server answered ${response.status}.`);
  const text = await response.text();
  if (!text.includes(empty)) throw new Error("The page cannot be saved: the server's page has no place for answers.");
  const kept = {link, answers: answersOf(setting), catalogue};
  const whole = text.replace(empty, () => `${begins}${json(kept)}</script>`);
  saveAs("breadboard.html", new Blob([whole], {type: "text/html;charset=utf-8"}));
  return "Saved: breadboard.html, among your downloads. It opens in a browser and needs no server.";
}

const patience = 10_000; // milliseconds; best-j at T = 1000 may take longer, and its view is saved if it was opened

/** collect asks for what views need and the page has not shown yet, and resolves at the end. */
export async function collect(setting, page) {
  const have = answersOf(setting), needs = Object.assign({}, ...views.map((view) => view.needs));
  const missing = Object.keys(needs).filter((kind) => !(kind in have) && !setting.problems[kind]);
  const drop = needing(setting, Object.fromEntries(missing.map((kind) => [kind, needs[kind]])), page);
  const {promise, resolve} = Promise.withResolvers();
  const look = () => missing.some((kind) => setting.waiting.has(kind)) || resolve();
  setting.addEventListener("answer", look);
  setTimeout(resolve, patience);
  look();
  await promise;
  setting.removeEventListener("answer", look);
  for (const kind of missing) if (setting.waiting.has(kind)) delete setting.answers[kind]; // lines are not all of it
  drop();
}

/** answersOf are the newest answers of a setting, by their kinds, without those to an older question. */
function answersOf(setting) {
  return Object.fromEntries(Object.entries(setting.answers).filter(([kind]) =>
    !setting.stale(kind) && !setting.problems[kind]));
}

/** json is JSON that cannot end the element that it stands in, and that every reader of scripts takes. */
function json(value) {
  const escape = (sign) => "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escape);
}
