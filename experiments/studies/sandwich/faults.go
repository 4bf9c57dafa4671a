package sandwich

import (
	"context"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact"
	judge "breadboard/experiments/sandwich"
	"breadboard/experiments/studies/run"
	"breadboard/toys"
)

// A subject is a sampler, perhaps a wrong one.
type subject struct {
	name    string
	forward func(d chains.Dice) float64
	reverse func(d chains.Dice) func() float64 // of a start; called once for each run, or for each group of them
	change  func(s *judge.Set)
}

// drawn returns n runs of a subject each way. Reverse runs have starts of their own, or each start has so many.
func (s subject) drawn(n, each int, seed ...uint64) (set judge.Set) {
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
	f := programs.AIS{Problem: programs.Problem{Annealing: fwd, Sample: -1}}
	r := programs.AIS{Problem: programs.Problem{Annealing: rev, Sample: -1}}
	return subject{name, func(d chains.Dice) float64 { _, w := f.Forward(d); return w },
		func(d chains.Dice) func() float64 {
			x := d.Pick(law)
			return func() float64 { return r.Reverse(x, d) }
		}, nil}
}

// faults are wrong samplers on a density, the first of them a sound one.
func faults(target toys.Target, T int) []subject {
	a := annealed(target, kernels.Metropolis{}, T)
	sweep := annealed(target, kernels.GibbsSweep{}, T)
	wrong := sweep
	stale := a
	wrong.Kernel = bugs.Changed(sweep.Kernel, bugs.Unreversed)
	stale.Kernel = bugs.Changed(a.Kernel, bugs.Stale)
	p := chains.Normalized(target.LogF)
	even := slices.Repeat([]float64{1}, len(p))
	with := func(name string, change func(s *judge.Set)) subject {
		s := annealer(name, a, a, p)
		s.change = change
		return s
	}
	late := annealer("weight taken after the move", a, a, p)
	late.forward = func(d chains.Dice) float64 { _, w := bugs.WeightLate(a, d); return w }
	return []subject{
		annealer("none", a, a, p),
		with("reverse weights of the other sign", func(s *judge.Set) { floats.Scale(-1, s.Sides[1].LogW) }),
		with("f_T times 2 in reverse alone", func(s *judge.Set) { floats.AddConst(math.Ln2, s.Sides[1].LogW) }),
		with("half of log w, both ways", func(s *judge.Set) {
			floats.Scale(0.5, s.Sides[0].LogW)
			floats.Scale(0.5, s.Sides[1].LogW)
		}),
		late,
		annealer("kernel of the level before", stale, stale, p),
		annealer("a sweep not reversed", sweep, wrong, p),
		annealer("reverse runs from even draws", a, a, even),
		annealer("one start shared by all, without a group", a, a, p),
	}
}

// power says how often faults are found, and the cause that is named most often.
func power(target toys.Target, T, times int, seed uint64, setting run.Setting) (rows [][]string) {
	for i, s := range faults(target, T) {
		row := []string{s.name}
		causes := map[string]int{}
		for _, n := range []int{100, 1000} {
			var found Share
			for k := range times {
				each := 1
				if strings.HasPrefix(s.name, "one start") {
					each = n
				}
				set := s.drawn(n, each, setting.Seeded(seed), uint64(i), uint64(n), uint64(k))
				set.Sides[1].Group = nil
				r := judge.Judge(set)
				fails := r.Verdict == judge.Fails
				found.add(fails)
				if fails {
					causes[strings.SplitN(r.Why, ":", 2)[0]]++
				}
			}
			row = append(row, found.String())
		}
		best := "-"
		for why, n := range causes {
			if n > causes[best] || n == causes[best] && why < best {
				best = why
			}
		}
		rows = append(rows, append(row, best))
	}
	return rows
}

// sharing counts runs of groups on the i-th density, 20 starts of 10 runs each, judged with the groups and without.
func sharing(ctx context.Context, target toys.Target, i, times int, setting run.Setting) (with [2]Counts, err error) {
	a := annealed(target, kernels.Metropolis{}, 10)
	m, err := exact.Measure(ctx, a)
	if err != nil {
		return with, err
	}
	s := annealer("", a, a, chains.Normalized(target.LogF))
	for k := range times {
		set := s.drawn(200, 10, setting.Seeded(5), uint64(i), uint64(k))
		with[0].add(judge.Judge(set), m.LogR, m.LogR-m.Paths.Forward, m.LogR+m.Paths.Reverse)
		set.Sides[1].Group = nil
		with[1].add(judge.Judge(set), m.LogR, m.LogR-m.Paths.Forward, m.LogR+m.Paths.Reverse)
	}
	return with, nil
}
