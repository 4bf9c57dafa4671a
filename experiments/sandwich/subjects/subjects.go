// Package subjects has samplers whose log weights are judged: right ones, and ways to put a fault into them. Tests and
// studies draw from them, and no product does.
package subjects

import (
	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments/sandwich"
	"breadboard/toys"
)

// Annealed is the annealing of a density by a kernel.
func Annealed(target toys.Target, k chains.Kernel, T int) chains.Annealing {
	return chains.Annealing{Grid: target.Grid, Bridge: chains.Geometric{From: make([]float64, len(target.LogF)),
		To: target.LogF}, Schedule: chains.Linear(T), Kernel: k}
}

// A Subject is a sampler, perhaps a wrong one.
type Subject struct {
	Name    string
	Forward func(d chains.Dice) float64
	Reverse func(d chains.Dice) func() float64 // of a start; called once for each run, or for each group of them
	Change  func(s *sandwich.Set)
}

// Drawn returns n runs of the subject each way. Reverse runs have starts of their own, or each start has so many.
func (s Subject) Drawn(n, each int, seed ...uint64) (set sandwich.Set) {
	var run func() float64
	for i := range n {
		d := sample.Seeded(append(seed, uint64(i))...)
		set.Sides[0].LogW = append(set.Sides[0].LogW, s.Forward(d))
		if i%each == 0 {
			run = s.Reverse(d)
		}
		set.Sides[1].LogW = append(set.Sides[1].LogW, run())
		set.Sides[1].Group = append(set.Sides[1].Group, i/each)
	}
	if s.Change != nil {
		s.Change(&set)
	}
	return set
}

// Annealer is annealing, with starts of reverse runs from a law.
func Annealer(name string, fwd, rev chains.Annealing, law []float64) Subject {
	f := programs.AIS{Problem: programs.Problem{Annealing: fwd, Sample: -1}}
	r := programs.AIS{Problem: programs.Problem{Annealing: rev, Sample: -1}}
	return Subject{name, func(d chains.Dice) float64 { _, w := f.Forward(d); return w },
		func(d chains.Dice) func() float64 {
			x := d.Pick(law)
			return func() float64 { return r.Reverse(x, d) }
		}, nil}
}
