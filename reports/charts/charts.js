/**
 * Charts of the explorer. They know nothing of a server.
 *
 *   lines(spec, options)   curves on axes              the data of Lines (charts_test.go)
 *   stack(spec, options)   panels of curves on one axis        {about, x, panels}; stack.js
 *   maps(spec, options)    heat maps of one grid       the data of Maps
 *
 * Each returns a <figure class="chart">. It holds the picture (SVG with role="img" and its text), buttons that save it
 * as SVG, PNG and CSV, what the picture cannot show (".chart-notes": infinite values), and its numbers as a table in
 * <details>. It follows the width of its container. Numbers are JSON's, or "inf", "-inf", and null for none.
 *
 *   update(figure, spec)   draws new data of the same kind into the figure: maps recolour their cells, in about 1 ms
 *   options {
 *     height               of the picture of lines, in pixels; it follows the width if left out
 *     columns              the most maps side by side
 *     name                 of saved files, without ending: "laws"; it is made from the title if left out
 *     click(point)         a point of lines was clicked
 *   }
 *   point                  {series, index, x, y} of lines
 *
 *   maps[i].reach          a signed scale reaches at least so far from 0
 *   maps[i].off            a bound on the error of the values: if all are less it is a map of nothing, pale and without bar
 *
 *   colour(value, scale)   "#rrggbb" of a value; scale is {low, high, signed}, as scaleOf(values, signed, reach, off) makes
 *   scalesOf(spec)         the scale of each map of the data of maps
 *   saveAs(name, blob)     saves a file; csv(rows) is the text of rows of values
 *   svgElement(tag, attributes, ...children)
 *   value(v)               the number of a value of the data: null is NaN, and "inf" is infinite
 *
 * window.d3 and window.Plot have to be there: vendor/d3.min.js and vendor/plot.umd.min.js.
 */
export {lines} from "charts/lines.js";
export {stack} from "charts/stack.js";
export {maps, scalesOf} from "charts/maps.js";
export {update} from "charts/figure.js";
export {colour, scaleOf} from "charts/colours.js";
export {saveAs, csv} from "charts/save.js";
export {value} from "charts/numbers.js";
export {svgElement} from "charts/svg.js";
