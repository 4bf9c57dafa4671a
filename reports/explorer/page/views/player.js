// The slider of the level, and a button that plays the levels. It never starts by itself. Its scale is beta, as that of
// the strips below it, and it stands at levels alone.
import {whole} from "explorer/digits.js";
import {element} from "explorer/element.js";
import {choice, labelled, say} from "explorer/views/controls.js";
import {atBeta, move, nearest} from "explorer/views/position.js";

const speeds = [["12", "slow"], ["6", "medium"], ["3.4", "fast"]]; // seconds from beta 0 to beta 1
const far = 10; // levels, of Page Up and Page Down

/**
 * player makes the controls of a setting's levels: {node, speed, go(beta), draw, close}. node has the button, the slider,
 * and its place in words. Whoever adds it adds speed too. go moves
 * the slider to the level nearest to a beta, and gives it the focus.
 */
export function player(setting, page) {
  let frames = [];
  const button = element("button", {type: "button", onclick: () => toggle()}, "Play");
  const play = playing(page, () => frames, () => say(button, play.on ? "Pause" : "Play"));
  const toggle = () => {
    if (play.on) play.stop();
    else if (frames.length > 1) play.start(Number(speed.value));
  };
  const to = (i) => {
    play.stop();
    move(page, frames[Math.min(Math.max(i, 0), frames.length - 1)]);
  };
  const slider = element("input", {type: "range", min: 0, max: 0, step: "any", "aria-label": "Level",
    onkeydown: (event) => {
      const at = nearest(frames, page), by = stepOf(event.key, frames.length);
      if (event.key !== " " && (by === undefined || frames.length === 0)) return;
      event.preventDefault();
      if (event.key === " ") toggle();
      else to(at + by);
    }, oninput: () => {
      to(nearest(frames, atBeta(slider.value)));
      slider.value = frames[nearest(frames, page)].beta; // also if it stands at the same level as before
    }});
  const place = element("output", {class: "place"});
  const speed = choice(speeds, "6", (value) => play.on && play.start(Number(value)));
  const level = labelled("Level", slider);
  level.firstChild.className = "hidden";
  const bar = element("div", {class: "bar player"}, element("span", {class: "buttons"}, button), level, place);
  return {node: bar, speed: labelled("Speed", speed), go(beta) {
    if (frames.length === 0) return;
    to(nearest(frames, atBeta(beta)));
    slider.focus({preventScroll: true, focusVisible: false});
  }, draw() {
    bar.hidden = Boolean(setting.problems.levels);
    if (!setting.answers.levels) return;
    ({frames} = setting.answers.levels);
    const {t, beta} = frames[nearest(frames, page)];
    slider.max = 1;
    slider.value = beta;
    slider.style.setProperty("--at", beta);
    const text = `level ${whole(t)} of ${whole(frames.at(-1).t)}, β\u00a0=\u00a0${beta.toFixed(3)}`;
    slider.setAttribute("aria-valuetext", text);
    say(place, text);
  }, close: play.close};
}

/** stepOf is by how many levels a key moves the slider, of so many; undefined if it is another key. */
const stepOf = (key, most) => ({ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: far, PageDown: -far,
  Home: -most, End: most})[key];

/**
 * playing moves the place of the page from level to level, from where it is or from the start if it is at the end.
 * told() is called when it starts and stops. Whoever starts stops the others.
 */
function playing(page, frames, told) {
  let asked = 0; // of the next picture; 0 if nothing plays
  const play = {
    get on() { return asked !== 0; },
    stop() {
      cancelAnimationFrame(asked);
      asked = 0;
      told();
    },
    start(seconds) {
      page.dispatchEvent(new CustomEvent("plays", {detail: play}));
      cancelAnimationFrame(asked);
      const last = frames().length - 1, at = nearest(frames(), page), from = at >= last ? 0 : at;
      const began = performance.now();
      const step = (now) => {
        const to = Math.min(last, from + Math.floor(Math.max(0, now - began) / 1000 / seconds * (last + 1)));
        asked = requestAnimationFrame(step);
        if (to !== nearest(frames(), page)) move(page, frames()[to]);
        if (to >= last) play.stop();
      };
      asked = requestAnimationFrame(step);
      told();
    },
    close() {
      play.stop();
      page.removeEventListener("plays", other);
    },
  };
  const other = ({detail}) => detail !== play && play.stop();
  page.addEventListener("plays", other);
  return play;
}
