// J and B against T and against schedules: which is best by each, and what the choice by B costs in J.
import {both} from "explorer/views/against/both.js";
import {chooser, chosen} from "explorer/views/against/chooser.js";
import {curves} from "explorer/views/against/curves.js";
import {schedules} from "explorer/views/against/schedules.js";

const ts = [10, 20, 50, 100, 200, 500, 1000];

export const against = {
  id: "against",
  title: "J and B against T",
  about: "Which schedule has the least J at each T, which has the least B, and whether they are the same.",
  keys: ["curves"],
  needs: {
    curve: (page, side) => ({schedules: chosen(page, side), ts}),
    schedules: (page, side) => ({schedules: chosen(page, side)}),
  },
  mount(room, side, page) {
    const parts = [chooser, curves, schedules].map((make) => make(room, side, page));
    return {draw: () => parts.forEach((each) => each.draw()), close() {}};
  },
  compare: both,
};
