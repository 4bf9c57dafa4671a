// A bound is tight or loose: J and B by level of two targets stand side by side on one axis, with B/J, at a T to choose.
import {slideOfT} from "../controls.js";
import {drawn, element, rested} from "../element.js";
import {curvesIn, mostOf, pointsOf, upright} from "../picture/plot.js";
import {ask} from "../state/ask.js";
import {fragment, state} from "../state/link.js";
import {digits, number, ticks, whole} from "../state/numbers.js";

const least = 30, most = 1000; // levels
const brief = 80; // milliseconds of rest

/** tight draws the two targets of the links in a room, and a slider of T. */
export async function tight(room) {
  const panels = [...room.querySelectorAll("a")].map((link) => ({link, to: state(link.hash),
    plot: link.querySelector(".small"), ratio: link.querySelector("output")}));
  const scale = element("div", {class: "upright", "aria-hidden": "true"}), said = element("output", {});
  let newest = 0;
  const show = async (T) => {
    const own = ++newest, questions = panels.map(({to}) => ({...to.question, T}));
    const answers = await Promise.all(questions.map((question) => ask("exact", question, undefined, true)));
    if (own !== newest) return; // another T is asked for
    const curves = answers.map((exact) => pointsOf({answers: {exact}})), all = ticks(Math.max(...curves.map(mostOf)), 3);
    const top = 1.04 * Math.max(...curves.map(mostOf));
    panels.forEach(({link, plot, ratio}, i) => {
      link.href = fragment({question: questions[i], place: {}});
      ratio.textContent = digits(number(answers[i].B.sum) / number(answers[i].J.sum), 3);
      plot.querySelector("svg")?.remove();
      plot.prepend(drawn("svg", {viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true"},
        ...curvesIn(curves[i], top)));
    });
    scale.replaceChildren(...all.map((tick) => upright(tick, top)));
    said.textContent = `${whole(T)} levels`;
    slide.show(T);
  };
  const later = rested(() => show(chosen).catch(() => {}), brief);
  let chosen = panels[0].to.question.T;
  const slide = slideOfT(least, most, (T) => {
    chosen = T;
    later();
  });
  await show(chosen);
  room.prepend(scale);
  room.append(element("label", {class: "choice-of-t"}, said, slide.node));
}
