package charts

import (
	"embed"
	"io/fs"
)

//go:embed *.js *.css vendor
var files embed.FS

// Files are the files that a page needs: the modules, charts.css, and the vendored libraries in the folder vendor.
func Files() fs.FS { return files }

// A Module is a file of ours with the name by which others import it.
type Module struct {
	Name string // "charts/lines"
	File string // "lines.js"
}

// Modules are the modules in charts.js and those that it needs. Every import map is made of them: the explorer's leads
// to files, and that of a page that is one file to data: URLs.
func Modules() []Module {
	all := []Module{{Name: "charts", File: "charts.js"}}
	for _, name := range []string{"axes", "bars", "cells", "colours", "figure", "labels", "lines", "lineticks", "maps", "marks",
		"numbers", "panel", "rules", "save", "table", "tip"} {
		all = append(all, Module{Name: "charts/" + name, File: name + ".js"})
	}
	return all
}

// Libraries are the vendored scripts, in the order in which a page loads them. They are no modules: they set
// window.d3 and window.Plot.
func Libraries() []string { return []string{"vendor/d3.min.js", "vendor/plot.umd.min.js"} }
