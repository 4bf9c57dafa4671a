package tuning_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/tuning"
	"breadboard/toys"
)

// Schedules for BARRIER at T = 20: of constant speed by the kernel's friction, which suits a
// large T alone, and with the least B and the least J.
func Example() {
	barrier := toys.Barrier()
	a := chains.Annealing{Grid: barrier.Grid, Kernel: kernels.Metropolis{},
		Bridge: chains.Geometric{From: chains.Uniform(barrier.LogF), To: barrier.LogF}}
	length, err := tuning.FrictionLength(context.Background(), a)
	if err != nil {
		panic(err)
	}
	fmt.Printf("friction: the middle beta is %.4f\n", length.Schedule(21).Beta(11))
	b, err := tuning.BestB(context.Background(), a, 20, nil)
	if err != nil {
		panic(err)
	}
	j, err := tuning.BestJ(context.Background(), a, 20, nil)
	if err != nil {
		panic(err)
	}
	fmt.Printf("least B = %.5f, from %s\n", b.Value, b.Start)
	fmt.Printf("least J = %.5f\n", j.Value)
	// Output:
	// friction: the middle beta is 0.8514
	// least B = 2.01445, from fisher
	// least J = 1.75745
}
