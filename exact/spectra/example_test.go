package spectra_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/toys"
)

// BARRIER's slowest mode, how long it lasts, and the way out that makes it slow.
func Example() {
	barrier := toys.Barrier()
	op := chains.On(kernels.Metropolis{}, barrier.Grid)
	bridge := chains.Geometric{From: chains.Uniform(barrier.LogF), To: barrier.LogF}
	level := chains.NewLevel(bridge, barrier.Grid.Size())
	level.Move(2, 1) // to level 2, at beta = 1
	op.Aim(level)
	m := spectra.Of(op, barrier.Grid.Size())
	pi, err := m.Stationary()
	if err != nil {
		panic(err)
	}
	s, err := m.Spectrum(pi)
	if err != nil {
		panic(err)
	}
	mix, err := m.MixingTime(pi, 0.25)
	if err != nil {
		panic(err)
	}
	cut, err := m.Bottleneck(pi, s.Second)
	if err != nil {
		panic(err)
	}
	fmt.Printf("gap %.9g, relaxation time %.9g, Kemeny's constant %.9g\n", s.Gap, s.RelaxationTime, s.Kemeny)
	fmt.Printf("mixing time %d from %v\n", mix.Worst, barrier.Grid.Coords(mix.From))
	fmt.Printf("conductance %.6g\n", cut.Phi)
	// Output:
	// gap 1.39857976e-06, relaxation time 715011.063, Kemeny's constant 1102234.68
	// mixing time 1032085 from [6 0]
	// conductance 2.52216e-06
}

// How fast Metropolis is on the 4096 states of twelve Ising spins, without a matrix:
// the gap and the relaxation time, bounds on the mixing time, and how many steps of the chain are
// worth one independent draw of the energy.
func ExampleChain() {
	ising := toys.Ising(3, 4, 0.4, 0)
	bridge := chains.Geometric{From: chains.Uniform(ising.LogF), To: ising.LogF}
	level := chains.NewLevel(bridge, ising.Grid.Size())
	level.Move(2, 1) // to level 2, at beta = 1
	chain := spectra.ChainAt(chains.On(kernels.Metropolis{}, ising.Grid), level)
	ends, err := chain.Extremes(context.Background(), 1)
	if err != nil {
		panic(err)
	}
	mixing := ends.MixingBounds(0.25)
	_, iat, err := chain.AsymptoticVariance(context.Background(), ends, ising.LogF)
	if err != nil {
		panic(err)
	}
	fmt.Printf("gap %.6g, known to 1e-10: %v\n", ends.Gap.Value, ends.Gap.High-ends.Gap.Low < 1e-10)
	fmt.Printf("relaxation time %.6g\n", ends.RelaxationTime.Value)
	fmt.Printf("mixing time from %d to %d\n", mixing.Low, mixing.High)
	fmt.Printf("%.6g steps for a draw of the energy\n", iat.Value)
	// Output:
	// gap 0.00383106, known to 1e-10: true
	// relaxation time 261.025
	// mixing time from 181 to 2459
	// 53.9435 steps for a draw of the energy
}
