// Package charts holds the drawing code of the explorer's page. charts.js draws, with Observable Plot and d3, which are
// vendored whole with their licences. charts.css has the colours, in the light and in the dark.
//
// A chart is data, which the page makes of the answers of its server. Pages that commands write have the colours alone.
//
//	charts.js                       what pages call, and what they must know of it
//	lines.js                        curves
//	axes.js, labels.js              two axes with their ticks and the lines across them, and names of curves
//	maps.js, panel.js               heat maps, with what the pointer is at, and one of them
//	figure.js, save.js              what all charts have: a title, their numbers, and files of them
//	colours.js, numbers.js, svg.js  colours of lines and values, numbers as people read them, and elements of SVG
//
// Modules import each other as "charts/lines.js", so the import map of a page that serves files says where charts/
// is, and that of a page that is one file has a data: URL for each.
package charts

import (
	"embed"
	"io/fs"
)

//go:embed *.js *.css vendor
var files embed.FS

// Files are the files that a page needs: the modules, charts.css, and the vendored libraries in the folder vendor.
func Files() fs.FS { return files }
