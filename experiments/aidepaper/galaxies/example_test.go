package galaxies_test

import (
	"fmt"

	"breadboard/experiments/aidepaper/galaxies"
)

// The velocities of the galaxies, in km/s.
func Example() {
	all := galaxies.Velocities()
	fmt.Println(len(all), all[:3])
	// Output:
	// 40 [29047 3042 15650]
}
