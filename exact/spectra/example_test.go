package spectra_test

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/toys"
)

// BARRIER's slowest mode, and how long it lasts.
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
	mix, err := m.MixingTime(pi)
	if err != nil {
		panic(err)
	}
	fmt.Printf("gap %.9g, relaxation time %.9g\n", s.Gap, s.RelaxationTime)
	fmt.Printf("mixing time %d from %v\n", mix.Steps, barrier.Grid.Coords(mix.From))
	// Output:
	// gap 1.39857976e-06, relaxation time 715011.063
	// mixing time 1032085 from [6 0]
}
