package replicas_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/tempering"
	"breadboard/exact/replicas"
	"breadboard/grid"
)

// Three walkers with perfect exploration have the round trips of the formula.
func Example() {
	a := chains.To([]float64{0, 2, -1, 3}, grid.New(4), kernels.Perfect{}, 3)
	o := replicas.Options{Start: replicas.FromInitial, Scans: []int{10}, Trips: true}
	r, err := o.Run(context.Background(), tempering.Ladder{Annealing: a, Exchange: tempering.DEO})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d product states; round trips %.5f and %.5f\n", r.States, r.Trips.Rate, r.Ideal)
	// Output:
	// 64 product states; round trips 0.26417 and 0.26417
}
