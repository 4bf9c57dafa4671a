// The catalogue of views: what the page shows below the numbers. A new view is one file and one line here.
//
// A view is
//
//   {
//     id: "levels",                 // as in the link: view=levels
//     title: "Along beta",
//     about: "One sentence that says what it answers.",
//     keys: ["beta"],               // of the page that it sets; a link's other keys are said to be unknown
//     needs: {levels: (page, side) => ({frames: 101})}, // kinds of answers, and what is asked beside the question
//     asks: ["sample"],             // kinds that it asks for itself, as when a button is pressed; may be left out
//     beside: (page) => ({chains}), // what its commands need beside that; left out if there is nothing
//     mount(room, side, page, sides), // fills an element for one of the sides, and returns its parts: [{draw, close}]
//     compare(room, a, b, page),    // the same for what differs between two sides; left out if there is nothing to say
//   }
//
// Parts have draw, and may have close. draw is called when an answer came, or when a value of the page changed. page
// has what both sides share, such as the beta of the slider: page.get(key), page.set(key, value), and the event
// "change". It is a part of the link. Values are texts: Number(page.get("beta") ?? 1) is a number. A part shows its own
// problems and marks what is out of date (part.js).
import {against} from "explorer/views/against.js";
import {levels} from "explorer/views/levels.js";
import {sampled} from "explorer/views/sampled.js";
import {spectrum} from "explorer/views/spectrum.js";
import {why} from "explorer/views/why.js";

export const views = [levels, why, spectrum, sampled, against];

/** viewOf is the view that the page shows. */
export const viewOf = (page) => views.find(({id}) => id === page.get("view")) ?? views[0];
