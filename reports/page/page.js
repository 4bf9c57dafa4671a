// Draws the charts of the page in place of its still figures. A figure whose charts cannot be drawn stands.
import {bars, lines, maps} from "charts/charts.js";

const kinds = {bars, lines, maps};

/** drawn makes the charts of a figure. Maps have the whole width, and so has the first of an odd number of charts. */
function drawn(all) {
  return all.map(({kind, spec}, i) => {
    const chart = kinds[kind](spec);
    chart.classList.toggle("wide", kind === "maps" || (i === 0 && all.length % 2 === 1));
    return chart;
  });
}

for (const live of document.querySelectorAll(".live")) {
  live.append(...drawn(JSON.parse(live.querySelector("script").textContent)));
  live.classList.add("drawn");
}
