// How fast the kernel forgets, along beta, and which difference between cells it forgets last.
import {both} from "explorer/views/spectrum/both.js";
import {slowest} from "explorer/views/spectrum/slowest.js";
import {speeds} from "explorer/views/spectrum/speeds.js";

const betas = 41;

export const spectrum = {
  id: "spectrum",
  title: "Gap and slowest mode",
  about: "How many moves the chain needs to forget where it was, and between which cells it moves slowest.",
  keys: ["beta", "t"],
  needs: {spectrum: () => ({betas})},
  mount(room, side, page) {
    const parts = [speeds, slowest].map((make) => make(room, side, page));
    return {draw: () => parts.forEach((each) => each.draw()), close() {}};
  },
  compare: both,
};
