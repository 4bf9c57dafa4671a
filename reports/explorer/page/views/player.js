// A slider along the levels, with a button that plays them. It never starts by itself.
import {element} from "explorer/element.js";
import {choice, labelled, say} from "explorer/views/controls.js";
import {move, nearest} from "explorer/views/position.js";

const speeds = [["12", "slow"], ["6", "medium"], ["3.4", "fast"]]; // seconds from beta 0 to beta 1

/** player adds the controls to a room. show(frames) keeps them in step with the page; close stops the play. */
export function player(room, page) {
  let frames = [], playing = 0, seconds = 6;
  const button = element("button", {type: "button", onclick: () => toggle()}, "Play");
  const slider = element("input", {type: "range", min: 0, max: 0, step: 1, onkeydown: (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    toggle();
  }, oninput: () => {
    stop();
    move(page, frames[slider.value]);
  }});
  const place = element("output", {class: "place"});
  const speed = choice(speeds, "6", (value) => {
    seconds = Number(value);
    if (playing) start();
  });
  room.append(element("div", {class: "player"}, button, labelled("Level", slider), place, labelled("Speed", speed)));

  const stop = () => {
    cancelAnimationFrame(playing);
    playing = 0;
    say(button, "Play");
  };
  const start = () => {
    stop();
    page.dispatchEvent(new CustomEvent("plays", {detail: button}));
    say(button, "Pause");
    const last = frames.length - 1;
    const from = nearest(frames, page) >= last ? 0 : nearest(frames, page);
    const began = performance.now();
    const step = (now) => {
      const at = Math.min(last, from + Math.floor(Math.max(0, now - began) / 1000 / seconds * frames.length));
      playing = requestAnimationFrame(step);
      if (at !== nearest(frames, page)) move(page, frames[at]);
      if (at >= last) stop();
    };
    playing = requestAnimationFrame(step);
  };
  const toggle = () => playing ? stop() : frames.length > 1 && start();
  const other = (event) => event.detail !== button && stop();
  page.addEventListener("plays", other);

  return {show(of) {
    frames = of;
    const at = nearest(frames, page), {t, beta} = frames[at];
    slider.max = frames.length - 1;
    slider.value = at;
    const text = `t = ${t} of ${frames.at(-1).t}, beta = ${beta.toFixed(3)}`;
    slider.setAttribute("aria-valuetext", text);
    say(place, text);
  }, close() {
    stop();
    page.removeEventListener("plays", other);
  }};
}
