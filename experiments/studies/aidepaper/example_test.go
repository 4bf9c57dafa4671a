package aidepaper_test

import (
	"fmt"

	"breadboard/experiments/studies/aidepaper"
)

// The velocities of the galaxies, in km/s. breadboard reproduce aide has the experiments.
func Example() {
	all := aidepaper.Velocities()
	fmt.Println(len(all), all[:3])
	// Output:
	// 40 [29047 3042 15650]
}
