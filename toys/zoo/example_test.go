package zoo_test

import (
	"fmt"

	"breadboard/toys/zoo"
)

// The densities of one group, with the number of their cells.
func Example() {
	chosen, err := zoo.Select("spins")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range chosen[:3] {
		fmt.Println(d.Name, d.Make().Grid.Size())
	}
	// Output:
	// ising:3x3:0.2 512
	// ising:3x3:0.44 512
	// ising:2x4:0.5 256
}
