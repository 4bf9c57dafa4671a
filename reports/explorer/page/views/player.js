// A slider along the levels, with a button that plays them. It never starts by itself.
import {element} from "explorer/element.js";
import {choice, labelled, say} from "explorer/views/controls.js";
import {move, nearest} from "explorer/views/position.js";

const speeds = [["12", "slow"], ["6", "medium"], ["3.4", "fast"]]; // seconds from beta 0 to beta 1

/** player adds the controls to a room, and keeps them in step with the page. It returns {node, draw, close}. */
export function player(room, side, page) {
  let frames = [];
  const button = element("button", {type: "button", onclick: () => toggle()}, "Play");
  const play = playing(page, () => frames, () => say(button, play.on ? "Pause" : "Play"));
  const toggle = () => {
    if (play.on) play.stop();
    else if (frames.length > 1) play.start(Number(speed.value));
  };
  const slider = element("input", {type: "range", min: 0, max: 0, step: 1, onkeydown: (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    toggle();
  }, oninput: () => {
    play.stop();
    move(page, frames[slider.value]);
  }});
  const place = element("output", {class: "place"});
  const speed = choice(speeds, "6", (value) => play.on && play.start(Number(value)));
  const bar = element("div", {class: "bar"},
    element("div", {class: "player"}, button, labelled("Level", slider), place, labelled("Speed", speed)));
  room.append(bar);
  return {node: bar, draw() {
    bar.hidden = Boolean(side.problems.levels);
    if (!side.answers.levels) return;
    ({frames} = side.answers.levels);
    const at = nearest(frames, page), {t, beta} = frames[at];
    slider.max = frames.length - 1;
    slider.value = at;
    const text = `level ${t} of ${frames.at(-1).t}, β = ${beta.toFixed(3)}`;
    slider.setAttribute("aria-valuetext", text);
    say(place, text);
  }, close: play.close};
}

/**
 * playing moves the place of the page from level to level, from where it is or from the start if it is at the end.
 * told() is called when it starts and stops. Whoever starts stops the others, such as the player of the other side.
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
