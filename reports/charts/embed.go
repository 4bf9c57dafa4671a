package charts

import (
	"embed"
	"io/fs"
)

//go:embed *.js *.css vendor
var files embed.FS

// Files are the files that a page needs: the modules, charts.css, and the vendored libraries in the folder vendor.
func Files() fs.FS { return files }

// Modules are the names of the modules: charts.js, and those that it needs. They import each other as "charts/lines.js",
// so the import map of a page that serves files says where charts/ is, and that of a page that is one file has a data:
// URL for each.
func Modules() []string {
	names, err := fs.Glob(files, "*.js")
	if err != nil {
		panic(err) // unreachable: the pattern is well formed
	}
	return names
}

// Libraries are the vendored scripts, in the order in which a page loads them. They are no modules: they set
// window.d3 and window.Plot.
func Libraries() []string { return []string{"vendor/d3.min.js", "vendor/plot.umd.min.js"} }
