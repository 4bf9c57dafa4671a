// How many chains run, from which seed, and the button that runs them. What came is kept until the next run, and is
// marked if the setting is no longer the one that was run.
import {whole} from "explorer/digits.js";
import {element, listen} from "explorer/element.js";
import {kept} from "explorer/state/ask.js";
import {labelled, say} from "explorer/views/controls.js";
import {framesOf} from "explorer/views/position.js";

export const dots = 12; // single chains on the maps

const numbers = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000];

const chainsOf = (page) => numbers.find((n) => n === Number(page.get("chains"))) ?? 10000;

/** seedOf is the seed of the dice, as the text of a whole number. */
export const seedOf = (page) => /^\d{1,19}$/.test(page.get("mc_seed") ?? "") ? page.get("mc_seed") : "1";

/** besideOf returns the number of chains and their seed, which are asked beside the question. */
export const besideOf = (page) => ({chains: chainsOf(page), mc_seed: seedOf(page)});

/** walkOf is what is asked for single chains beside the question, of the maps above. */
export const walkOf = (page, side) => ({frames: framesOf(side), walkers: dots, mc_seed: seedOf(page)});

const runs = new WeakMap(); // side -> its last run, which stays when another view is looked at

/**
 * runner adds the controls to a room: one for all sides, whose chains run together. of(side) is its run. The link says
 * run=true, and such a link runs the chains at once.
 */
export function runner(room, sides, page) {
  const all = sides.map((side) => runOf(side, page));
  const controls = buttons(page, () => all.some((run) => run.on));
  room.append(controls.node);
  return {
    of: (side) => all[sides.indexOf(side)],
    draw: () => controls.draw(all.map((run) => run.history.at(-1))),
    close() {
      for (const run of all) run.close();
    },
  };
}

/**
 * runOf is the run of a side. history has the answers of the run so far, one for each number of chains; old() tells if
 * they are of another setting.
 */
function runOf(side, page) {
  const beside = () => besideOf(page);
  const asked = () => JSON.stringify(beside());
  const state = runs.get(side) ?? {history: [], ran: "", on: false};
  runs.set(side, state);

  const stop = () => {
    if (state.on) side.drop("sample", beside);
    state.on = false;
  };
  const start = () => {
    stop();
    Object.assign(state, {history: [], ran: asked(), on: true});
    side.need("sample", beside);
  };
  const heard = ({detail}) => {
    if (detail !== "sample" || !state.on) return;
    const answer = side.answers.sample;
    if (answer && !side.stale("sample")) { // it belongs to the question of now
      state.history = [...state.history.filter((one) => one.chains < answer.chains), answer];
    }
    if (!side.waiting.has("sample")) stop();
  };
  const turned = (event) => event.detail === "run" && (page.get("run") ? start() : stop());
  const changed = () => page.set("run", undefined);
  const stops = [listen([side], "answer", heard), listen([side], "question", changed),
    listen([page], "change", turned)];
  const asks = page.get("run") || kept?.[side.name]?.sample; // a saved page shows the chains that ran
  if (asks && state.history.length === 0) start();

  return {
    get history() { return state.history; },
    get on() { return state.on; },
    old: () => state.history.length > 0 && (side.stale("sample") && !state.on || state.ran !== asked()),
    close() {
      stop();
      for (const one of stops) one();
    },
  };
}

function buttons(page, on) {
  const slider = element("input", {type: "range", min: 0, max: numbers.length - 1, step: 1, disabled: Boolean(kept),
    oninput: () => page.set("chains", numbers[slider.value])});
  const count = element("output");
  const seed = element("input", {type: "text", inputmode: "numeric", size: 8, pattern: "[0-9]{1,19}",
    disabled: Boolean(kept), onchange: () => page.set("mc_seed", seed.value)});
  const button = element("button", {type: "button", class: "main", disabled: Boolean(kept), onclick: () => {
    const running = on();
    page.set("run", undefined);
    if (!running) page.set("run", "true");
  }});
  const so = element("p", {class: "status", role: "status"});
  const node = element("div", {class: "bar"},
    labelled("Chains in each direction", slider, count), labelled("Seed", seed), button, so);
  return {node, draw(lasts) {
    const least = Math.min(...lasts.map((last) => last?.chains ?? 0)), of = lasts[0]?.of ?? chainsOf(page);
    slider.value = numbers.indexOf(chainsOf(page));
    say(count, whole(chainsOf(page)));
    slider.setAttribute("aria-valuetext", `${whole(chainsOf(page))} chains`);
    if (document.activeElement !== seed) seed.value = seedOf(page);
    say(button, on() ? "Stop" : "Run the chains");
    say(so, !on() ? "" : `${whole(least)} of ${whole(of)} chains`);
  }};
}
