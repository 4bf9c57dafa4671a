package orbits_test

import (
	"fmt"
	"math"

	"breadboard/grid"
	"breadboard/grid/orbits"
)

// The eight configurations of three spins in a ring are two orbits: all alike, and one unlike the others.
func ExampleNewSpace() {
	g := grid.New(2, 2, 2).Of(grid.Any)
	group, err := orbits.NewGroup(g, orbits.Torus(g, 1, 3)...)
	if err != nil {
		panic(err)
	}
	s := orbits.NewSpace(g, group)
	for x, logSize := range s.LogSizes {
		fmt.Printf("%v: %.0f cells\n", g.Coords(s.Cell(x)), math.Exp(logSize))
	}
	// Output:
	// [0 0 0]: 2 cells
	// [0 0 1]: 6 cells
}

// A thousand spins that can be exchanged have 1001 orbits. From one without a spin up, every one of the 1000 flips
// leads to the orbit with one spin up.
func ExampleExchangeable() {
	s, _ := orbits.Exchangeable([]int{1000}, 2)
	fmt.Println(s.Size(), "orbits")
	s.Lines(0, func(l orbits.Line) { fmt.Println(l.Count, "axes, to", l.On) })
	// Output:
	// 1001 orbits
	// 1000 axes, to [0 1]
}
