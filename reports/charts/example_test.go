package charts_test

import (
	"encoding/json"
	"fmt"
	"math"

	"breadboard/experiments/explore"
	"breadboard/reports/charts"
)

// A curve as data, which charts.js draws. Its last J is infinite, and the chart says so in words.
func ExampleLines() {
	c := charts.Lines{About: "J against T.", X: charts.Axis{Label: "T", Log: true}, Y: charts.Axis{Label: "J, nats"},
		Series: []charts.Series{{Name: "J", Points: []charts.Point{{100, 1.65}, {1000, explore.Number(math.Inf(1))}}}}}
	text, err := json.Marshal(c.Series[0].Points)
	fmt.Println(c.Kind(), string(text), err)
	// Output: lines [[100,1.65],[1000,"inf"]] <nil>
}
