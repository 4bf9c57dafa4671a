package sandwich_test

import (
	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments/sandwich"
	"breadboard/toys"
)

// annealed is the annealing of a density by a kernel.
func annealed(target toys.Target, k chains.Kernel, T int) chains.Annealing {
	return chains.Annealing{Grid: target.Grid, Bridge: chains.Geometric{From: make([]float64, len(target.LogF)),
		To: target.LogF}, Schedule: chains.Linear(T), Kernel: k}
}

// A subject is a sampler, perhaps a wrong one.
type subject struct {
	name    string
	forward func(d chains.Dice) float64
	reverse func(d chains.Dice) func() float64 // of a start; called once for each run, or for each group of them
	change  func(s *sandwich.Set)
}

// drawn returns n runs of the subject each way. Reverse runs have starts of their own, or each start has so many.
func (s subject) drawn(n, each int, seed ...uint64) (set sandwich.Set) {
	var run func() float64
	for i := range n {
		d := sample.Seeded(append(seed, uint64(i))...)
		set.Sides[0].LogW = append(set.Sides[0].LogW, s.forward(d))
		if i%each == 0 {
			run = s.reverse(d)
		}
		set.Sides[1].LogW = append(set.Sides[1].LogW, run())
		set.Sides[1].Group = append(set.Sides[1].Group, i/each)
	}
	if s.change != nil {
		s.change(&set)
	}
	return set
}

// annealer is annealing, with starts of reverse runs from a law.
func annealer(name string, fwd, rev chains.Annealing, law []float64) subject {
	f := programs.AIS{Problem: programs.Problem{Annealing: fwd}}
	r := programs.AIS{Problem: programs.Problem{Annealing: rev}}
	return subject{name, func(d chains.Dice) float64 { _, w := f.Forward(d); return w },
		func(d chains.Dice) func() float64 {
			x := d.Pick(law)
			return func() float64 { return r.Reverse(x, d) }
		}, nil}
}
