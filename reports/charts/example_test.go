package charts_test

import (
	"fmt"

	"breadboard/reports/charts"
)

// A page loads charts.js, and it the other modules.
func ExampleModules() {
	fmt.Println(charts.Modules()[:3])
	// Output: [axes.js bars.js cells.js]
}
