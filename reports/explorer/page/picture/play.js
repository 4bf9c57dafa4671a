// Play goes through the levels in six seconds, and the slider by hand. The slider lies over the plot: its knob and line
// are at the level that is shown. While it plays they glide between the levels that are known.
import {element, put, say} from "../element.js";
import {whole} from "../state/numbers.js";

const usual = 6000; // milliseconds from the first level to the last

/** player makes the button and the slider of a setting's levels: {button, slider, said, draw, start, stop, isOn}. */
export function player(setting, place) {
  const known = () => (setting.problems.levels ? [] : setting.answers.levels?.frames ?? []);
  const button = element("button", {type: "button", class: "play", onclick: () => toggle()}, "Play");
  const said = element("output", {class: "end"});
  const play = playing(place, known, (isOn) => {
    say(button, isOn ? "Pause" : "Play");
    slider.step = isOn ? "any" : 1;
    // a screen reader hears where it ends, and not each level
    for (const one of document.querySelectorAll("output")) one.setAttribute("aria-live", isOn ? "off" : "polite");
  });
  const toggle = () => {
    if (play.isOn()) play.stop();
    else play.start();
  };
  const slider = element("input", {type: "range", min: 0, max: 1, value: 1, step: 1, "aria-label": "Level",
    onkeydown: (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      toggle();
    }, oninput: () => {
      const frames = known(), at = Math.round(slider.valueAsNumber); // stop would take the knob back
      play.stop();
      if (frames.length > 0) place.move(frames[at], at === frames.length - 1);
    }});
  setting.addEventListener("question", () => {
    if (!play.isOn()) return;
    play.stop();
    place.replace({});
  });
  return {...play, button, slider, said, draw() {
    const frames = known();
    button.disabled = slider.hidden = frames.length < 2;
    if (frames.length < 2) {
      say(said, "");
      return;
    }
    const {t, beta} = frames[place.at(frames)];
    slider.max = frames.length - 1;
    slider.value = (frames.length - 1) * place.share(frames);
    const text = `level ${whole(t)} of ${whole(frames.at(-1).t)}, β\u00a0=\u00a0${beta.toFixed(3)}`;
    put(slider, "aria-valuetext", text);
    say(said, text);
  }};
}

/** playing moves the place from level to level, and from the end to the start first. told(isOn) hears of it. */
function playing(place, known, told) {
  let asked = 0; // of the next picture; 0 if nothing plays
  const stop = () => {
    if (asked === 0) return;
    cancelAnimationFrame(asked);
    asked = 0;
    told(false);
    place.glide(null);
  };
  return {stop, isOn: () => asked !== 0, start(duration = usual) {
    const frames = known(), last = frames.length - 1;
    if (last < 1) return;
    const at = place.at(frames), from = at === last ? 0 : place.share(frames), began = performance.now();
    const step = (now) => {
      const share = Math.min(from + Math.max(0, now - began) / duration, 1), level = 1 + share * (frames[last].t - 1);
      const to = frames.findLastIndex(({t}) => t <= level);
      asked = requestAnimationFrame(step);
      place.glide(share);
      if (to !== place.at(frames)) place.move(frames[to], to === last);
      if (to === last) stop();
    };
    asked = requestAnimationFrame(step);
    told(true);
  }};
}
