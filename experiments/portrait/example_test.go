package portrait_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/floats"

	"breadboard/experiments"
	"breadboard/experiments/portrait"
)

// On BARRIER the nine cells of the dominant mode, rows 0 to 2 and columns 4 to 6, add most to B.
func ExampleExactly() {
	annealer, err := experiments.Setting{Toy: "barrier"}.Annealer()
	if err != nil {
		log.Fatal(err)
	}
	all, err := portrait.Exactly(context.Background(), annealer, []int{3}, nil)
	if err != nil {
		log.Fatal(err)
	}
	p, mode := all[0], 0.
	for row := range 3 {
		mode += floats.Sum(p.BParts[7*row+4 : 7*row+7])
	}
	fmt.Printf("B = %.4f, of which the mode has %.4f\n", p.B(), mode)
	// Output: B = 4.0552, of which the mode has 1.0559
}
