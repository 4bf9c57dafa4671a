package charts_test

import (
	"fmt"
	"io/fs"

	"breadboard/reports/charts"
)

// A page loads charts.js, and it the other modules.
func ExampleFiles() {
	names, err := fs.Glob(charts.Files(), "*.js")
	fmt.Println(names[:3], err)
	// Output: [axes.js charts.js colours.js] <nil>
}
