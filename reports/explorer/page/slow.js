// A question that takes long says so, with the share of the work that is done, and can be given up: the question before
// comes back.
import {element, say} from "./element.js";
import {percent, whole} from "./state/numbers.js";

const patience = 1500; // milliseconds without J and B, before the page says so

/** slow fills a room while the setting waits long for J and B. back brings the question before. */
export function slow(room, setting, back) {
  let done = 0, timer;
  const said = element("span", {}), bar = element("progress", {"aria-label": "Work that is done"});
  const cancel = element("button", {type: "button", onclick: () => {
    setting.giveUp();
    back();
  }}, "Cancel");
  room.append(said, bar, cancel);
  const draw = () => {
    const {schedule, T} = setting.question, isSearch = schedule.startsWith("best");
    say(said, `${isSearch ? `The search for ${schedule}` : "This setting"} takes long at T = ${whole(T)}` +
      `${done > 0 ? `: ${percent(done)} of it is done` : ""}.`);
    if (done > 0) bar.value = done;
    else bar.removeAttribute("value");
  };
  const follow = () => {
    clearTimeout(timer);
    room.hidden = true;
    done = 0;
    if (!setting.waiting.has("measure")) return;
    timer = setTimeout(() => {
      draw();
      room.hidden = false;
    }, patience);
  };
  for (const event of ["question", "wait"]) setting.addEventListener(event, follow);
  setting.addEventListener("progress", ({detail: {kind, share}}) => {
    if (kind !== "measure") return;
    done = Math.max(done, share);
    draw();
  });
  for (const event of ["rest", "answer"]) {
    setting.addEventListener(event, () => !setting.waiting.has("measure") && follow());
  }
}
