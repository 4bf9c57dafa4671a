// The schedules of two settings on one chart, each with its points to drag. While both have one schedule, there is one
// row of points.
import {stack, update} from "charts/charts.js";
import {element, listen, soon} from "explorer/element.js";
import {axis, handles, row, shares} from "explorer/setting/curve.js";
import {headOf} from "explorer/state/names.js";
import {styled} from "explorer/views/chart.js";

/** curves makes the chart of both schedules. panels() are those below it. It returns {element, draw, close}. */
export function curves(sides, panels) {
  const spec = () => ({about: "The schedules of both settings along beta, the speed of the chains, and the errors.",
    x: {label: "beta", domain: [0, 1]}, named: "once", panels: [{y: {label: axis, zero: true}, height: 230,
      series: sides.map((side) => ({...styled(side), points: shares(side, side.question.schedule)}))}, ...panels()]});
  const figure = stack(spec(), {name: "schedules-of-both"});
  const hands = sides.map((side) => handles(figure, side)), rows = sides.map(row);
  const named = sides.map((side, i) => element("div", {class: "chips-of"}, element("b", {}, headOf(side)),
    rows[i].element));
  const room = element("div", {class: "curve"}, figure, ...hands.map((hand) => hand.element));
  const place = () => {
    const isOne = sides[0].question.schedule === sides[1].question.schedule;
    for (const hand of hands) hand.place();
    for (const one of rows) one.draw();
    hands[1].element.classList.toggle("arrows", isOne); // its J may fall another way
    named[1].hidden = isOne;
    named[0].classList.toggle("of-both", isOne);
  };
  const draw = soon(() => {
    update(figure, spec());
    place();
  });
  new ResizeObserver(() => setTimeout(place)).observe(room); // the chart follows the width first
  return {element: element("div", {class: "drawing"}, room, ...named), draw, close: listen(sides, "question", draw)};
}
