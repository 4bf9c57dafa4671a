// A question that takes long says so, with the seconds so far, and can be given up: the question before comes back.
import {element, say} from "./element.js";

const patience = 1500; // milliseconds without an answer, before the page says so
const limit = 30; // seconds, after which the server gives up

/** slow fills a room while the setting waits long. back brings the question before. */
export function slow(room, setting, back) {
  let since = null, timer;
  const said = element("span", {}), bar = element("progress", {max: limit, "aria-label": "Seconds of 30"});
  const cancel = element("button", {type: "button", onclick: () => {
    setting.giveUp();
    back();
  }}, "Cancel");
  room.append(said, bar, cancel);
  const draw = () => {
    const seconds = Math.floor((performance.now() - since) / 1000), {schedule, T} = setting.question;
    say(said, `${schedule.startsWith("best") ? `The search for ${schedule}` : "This setting"} takes long at T = ` +
      `${T.toLocaleString("en-US")}: ${seconds} of at most ${limit} seconds.`);
    bar.value = seconds;
    room.hidden = false;
    timer = setTimeout(draw, 250);
  };
  const end = () => {
    clearTimeout(timer);
    since = null;
    room.hidden = true;
  };
  const begin = () => {
    end();
    since = performance.now();
    timer = setTimeout(draw, patience);
  };
  setting.addEventListener("question", begin);
  for (const event of ["rest", "answer"]) {
    setting.addEventListener(event, () => !setting.waiting.has("measure") && end());
  }
  begin();
}
