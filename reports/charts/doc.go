// Package charts holds the drawing code of every page: the explorer's, and those that commands write. charts.js
// draws, with Observable Plot and d3, which are vendored whole with their licences. charts.css has the colours, in the
// light and in the dark.
//
// A chart is data: Lines, Bars or Maps (chart.go). A page that a command writes holds it as JSON, and the explorer makes
// the same data from the answers of its server. Both call the same functions, so that a figure looks alike wherever it
// is shown.
package charts
