package metertest_test

import (
	"fmt"

	"breadboard/experiments/meter"
	"breadboard/experiments/meter/metertest"
)

// A command that takes five seconds speaks after two and after four.
func ExampleTimer() {
	var time metertest.Timer
	var m meter.Meter
	stop := m.NowAndThen(time.Clock(), meter.First, "exact", func(words string) { fmt.Println(words) })
	time.Pass(5)
	stop()
	// Output:
	// exact: 2s so far
	// exact: 4s so far
}
