// A screen of the article: its stage, the numbers of its words, its dials, and the lessons that its stage can show. The
// attributes of its section say what it begins with: data-link is a link of the page, and data-parts what its stage has
// beside the maps, the bars and Play.
import {bound} from "explorer/article/bound.js";
import {dials} from "explorer/article/dials.js";
import {lessons} from "explorer/article/lessons.js";
import {stage} from "explorer/article/stage.js";
import {state} from "explorer/state/link.js";

/**
 * screen is a section of the article: {open, play, isDrawn}. open makes it, once, and resolves to its stage; play plays
 * its levels when they are there; isDrawn reports whether its pictures are there by now.
 */
export function screen(section) {
  const parts = section.dataset.parts?.split(" ") ?? [], room = section.querySelector(".stage");
  const start = state(section.dataset.link, ["beta"]);
  let made = null, drawn = null;
  const make = async () => {
    const paints = parts.includes("paint") ? await painted(section, start.a) : null;
    const shown = drawn = stage(room, start, parts, paints);
    bound(section, shown);
    dials(section, shown);
    lessons(section, shown);
    return shown;
  };
  const open = () => {
    made ??= make();
    made.catch(() => { made = null; }); // a module did not come: who comes here next has it made anew
    return made;
  };
  return {open, play: async () => (await open()).play(), isDrawn: () => drawn?.isDrawn() ?? false};
}

/** painted loads what one paints with, which is for one screen alone: no number of another one waits for it. */
async function painted(section, question) {
  const {own} = await import("explorer/article/own.js");
  return own(section.querySelector(".own-target"), question);
}
