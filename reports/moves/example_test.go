package moves_test

import (
	"fmt"

	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports/moves"
)

// Pictures of counted moves on a path of three cells: too many into the last one.
func Example() {
	seen := validation.Seen{Beta: 1, P: []float64{0.25, 0.25, 0.5}, Moves: 1000, Drawn: true,
		Into: []float64{-1.2, -3.5, 4.1}}
	files, err := moves.Pictures(grid.New(3), seen)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range files {
		fmt.Println(f.Name)
	}
	// Output:
	// density.png
	// density.svg
	// invariance.png
	// invariance.svg
}
