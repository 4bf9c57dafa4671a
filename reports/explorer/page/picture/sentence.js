// A sentence says what is wrong: the share of the samples in the wrong place, at the end or at the level of the slider.
import {element, rested, soon} from "../element.js";
import {distance, number, share, whole} from "../state/numbers.js";
import {frameOf} from "../state/setting.js";

const brief = 80; // milliseconds of rest, before the sentence is said anew: a stroke does not wait for it
const rounding = 1e-12; // a distance below this is rounding alone

/** sentence fills a room with the sentence. */
export function sentence(room, setting, place) {
  const said = element("p", {class: "sentence"});
  room.append(said);
  const isOld = () => setting.stale("measure") || Boolean(setting.problems.measure);
  const draw = () => {
    const {measure} = setting.answers;
    room.classList.toggle("stale", isOld());
    if (!measure || isOld()) return; // the sentence is of one question and its answer
    const text = words(measure, frameOf(setting, place));
    if (said.textContent === text.join("")) return;
    said.replaceChildren(...text.map((of, i) => (i === 1 ? element("b", {}, of) : of)));
  };
  const later = rested(draw, brief);
  place.addEventListener("change", soon(draw));
  setting.addEventListener("answer", ({detail}) => {
    if (detail === "levels") draw();
    if (detail !== "measure") return;
    if (said.childNodes.length > 0) later();
    else draw(); // the first one waits for nothing
  });
  setting.addEventListener("question", later);
}

/** words returns the sentence of an answer, at a level unless that is null, in pieces: the second one is bold. */
function words(m, frame) {
  if (frame) {
    const off = distance(frame.forward, frame.p), at = `At level ${whole(frame.t)}, `;
    return off < rounding ? [`${at}the samples are `, "exact", " up to rounding"]
      : [at, share(off), " are in the wrong place"];
  }
  const J = number(m.J.sum);
  if (Number.isNaN(J)) return ["What the samples are like is ", "not known", " exactly"];
  if (J === 0) return ["The samples are ", "exact", " up to rounding"];
  return ["", share(distance(m.q, m.p)), " of the samples end in the wrong place"];
}
