// The catalogue of views: what the page shows below the slider. A new view is one file and one line here.
//
// A view is
//
//   {
//     id: "cells",                  // as in the link: view=cells
//     title: "Which cells",         // one idea, in words that a newcomer guesses rightly
//     about: "One sentence that says what it answers.",
//     keys: ["beta"],               // of the page that it sets; a link's other keys are said to be unknown
//     needs: {levels: (page, setting) => ({frames: 101})}, // kinds of answers, and what is asked beside
//     mount(room, setting, page),   // fills an element, and returns its parts: [{draw, close}]
//   }
//
// Parts have draw, and may have close. draw is called when an answer came, or when a value of the page changed. page
// has what a link tells beside the question, such as the beta of the slider: page.get(key), page.set(key, value), and the event
// "change". It is a part of the link. Values are texts: Number(page.get("beta") ?? 1) is a number. A part shows its own
// problems and marks what is out of date (part.js). A view that goes leaves its name in state/moved.js.
import {cells} from "explorer/views/cells.js";
import {schedule} from "explorer/views/schedule.js";

export const views = [cells, schedule];

/** viewOf is the view that the page shows. */
export const viewOf = (page) => views.find(({id}) => id === page.get("view")) ?? views[0];
