package implicit_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra/implicit"
	"breadboard/toys"
)

// How fast Metropolis is on the 4096 states of twelve Ising spins, without a matrix:
// the gap and the relaxation time, bounds on the mixing time, and how many steps of the chain are
// worth one independent draw of the energy.
func Example() {
	ising := toys.Ising(3, 4, 0.4)
	bridge := chains.Geometric{From: chains.Uniform(ising.LogF), To: ising.LogF}
	level := chains.NewLevel(bridge, ising.Grid.Size())
	level.Move(2, 1) // to level 2, at beta = 1
	chain := implicit.At(kernels.Metropolis{}.On(ising.Grid), level)
	ends, err := chain.Extremes(context.Background(), 1)
	if err != nil {
		panic(err)
	}
	mixing := ends.MixingBounds(0.25)
	_, iat, err := chain.AsymptoticVariance(context.Background(), ends, ising.LogF)
	if err != nil {
		panic(err)
	}
	fmt.Printf("gap %.6g, off by less than 1e-10: %v\n", ends.Gap.Value, ends.Gap.Error() < 1e-10)
	fmt.Printf("relaxation time %.6g\n", ends.RelaxationTime.Value)
	fmt.Printf("mixing time from %d to %d\n", mixing.Low, mixing.High)
	fmt.Printf("%.6g steps for a draw of the energy\n", iat.Value)
	// Output:
	// gap 0.00191553, off by less than 1e-10: true
	// relaxation time 522.049
	// mixing time from 362 to 4923
	// 108.887 steps for a draw of the energy
}
