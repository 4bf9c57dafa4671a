package meter_test

import (
	"fmt"
	"time"

	"breadboard/experiments/meter"
)

// A quarter of the work took twelve seconds, so that the rest takes three times as long.
func ExampleMeter_Status() {
	var m meter.Meter
	fmt.Println(m.Status(2 * time.Second))
	m.Set(0.25, "10 of 40 moves")
	fmt.Println(m.Status(12 * time.Second))
	// Output:
	// 2s so far
	// 10 of 40 moves, 25% after 12s, and about 36s to go
}
