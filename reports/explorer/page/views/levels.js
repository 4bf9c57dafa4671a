// The laws along the annealing, level by level, and which steps and cells B comes from.
import {element} from "explorer/element.js";
import {both} from "explorer/views/levels/both.js";
import {cells} from "explorer/views/levels/cells.js";
import {laws} from "explorer/views/levels/laws.js";
import {steps} from "explorer/views/levels/steps.js";
import {player} from "explorer/views/player.js";
import {framesOf} from "explorer/views/position.js";

export const levels = {
  id: "levels",
  title: "Along the annealing",
  about: "Where the chains should be at each level, where they are, and which steps and cells B comes from.",
  keys: ["beta", "t", "less", "colours", "by"],
  needs: {exact: () => ({}), levels: (page, side) => ({frames: framesOf(side)})},
  mount(room, side, page, sides) {
    const bar = element("div", {class: "bar"});
    room.append(bar);
    const play = player(bar, page);
    const parts = [laws, steps, cells].map((make) => make(room, side, page, sides));
    return {draw() {
      bar.hidden = Boolean(side.problems.levels);
      if (side.answers.levels) play.show(side.answers.levels.frames);
      for (const part of parts) part.draw();
    }, close: play.close};
  },
  compare: both,
};
