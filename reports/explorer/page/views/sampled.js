// Monte Carlo beside what is exact: estimates that settle, final states that are counted, and single walkers.
import {element} from "explorer/element.js";
import {player} from "explorer/views/player.js";
import {framesOf} from "explorer/views/position.js";
import {both} from "explorer/views/sampled/both.js";
import {estimates} from "explorer/views/sampled/estimates.js";
import {final} from "explorer/views/sampled/final.js";
import {besideOf, runner, seedOf} from "explorer/views/sampled/run.js";
import {walkers} from "explorer/views/sampled/walkers.js";

const dots = 12;

export const sampled = {
  id: "sampled",
  title: "Monte Carlo beside",
  about: "Estimates from random chains, beside the exact numbers. The chains run when you ask for them.",
  keys: ["beta", "t", "chains", "mc_seed", "run"],
  needs: {
    measure: () => ({}),
    levels: (page, side) => ({frames: framesOf(side)}),
    walk: (page, side) => ({frames: framesOf(side), walkers: dots, mc_seed: seedOf(page)}),
  },
  asks: ["sample"],
  beside: besideOf,
  mount(room, side, page, sides) {
    const run = runner(room, side, page);
    const parts = [estimates, final].map((make) => make(room, side, run, sides));
    const bar = element("div", {class: "bar"});
    room.append(bar);
    const play = player(bar, page);
    parts.push(walkers(room, side, page, sides));
    return {draw() {
      run.draw();
      bar.hidden = Boolean(side.problems.levels);
      if (side.answers.levels) play.show(side.answers.levels.frames);
      for (const part of parts) part.draw();
    }, close() {
      run.close();
      play.close();
    }};
  },
  compare: both,
};
