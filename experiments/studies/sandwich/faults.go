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
	"breadboard/exact"
	judge "breadboard/experiments/sandwich"
	"breadboard/experiments/sandwich/subjects"
	"breadboard/experiments/studies/run"
	"breadboard/toys"
)

// faults are wrong samplers on a density, the first of them a sound one.
func faults(target toys.Target, T int) []subjects.Subject {
	a := subjects.Annealed(target, kernels.Metropolis{}, T)
	sweep := subjects.Annealed(target, kernels.GibbsSweep{}, T)
	wrong := sweep
	stale := a
	wrong.Kernel = bugs.Changed(sweep.Kernel, bugs.Unreversed)
	stale.Kernel = bugs.Changed(a.Kernel, bugs.Stale)
	p := chains.Normalized(target.LogF)
	even := slices.Repeat([]float64{1}, len(p))
	with := func(name string, change func(s *judge.Set)) subjects.Subject {
		s := subjects.Annealer(name, a, a, p)
		s.Change = change
		return s
	}
	late := subjects.Annealer("weight taken after the move", a, a, p)
	late.Forward = func(d chains.Dice) float64 { _, w := bugs.WeightLate(a, d); return w }
	return []subjects.Subject{
		subjects.Annealer("none", a, a, p),
		with("reverse weights of the other sign", func(s *judge.Set) { floats.Scale(-1, s.Sides[1].LogW) }),
		with("f_T times 2 in reverse alone", func(s *judge.Set) { floats.AddConst(math.Ln2, s.Sides[1].LogW) }),
		with("half of log w, both ways", func(s *judge.Set) {
			floats.Scale(0.5, s.Sides[0].LogW)
			floats.Scale(0.5, s.Sides[1].LogW)
		}),
		late,
		subjects.Annealer("kernel of the level before", stale, stale, p),
		subjects.Annealer("a sweep not reversed", sweep, wrong, p),
		subjects.Annealer("reverse runs from even draws", a, a, even),
		subjects.Annealer("one start shared by all, without a group", a, a, p),
	}
}

// power says how often faults are found, and the cause that is named most often.
func power(target toys.Target, T, times int, seed uint64, setting run.Setting) (rows [][]string) {
	for i, s := range faults(target, T) {
		row := []string{s.Name}
		causes := map[string]int{}
		for _, n := range []int{100, 1000} {
			var found Share
			for k := range times {
				each := 1
				if strings.HasPrefix(s.Name, "one start") {
					each = n
				}
				set := s.Drawn(n, each, setting.Seeded(seed), uint64(i), uint64(n), uint64(k))
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
	a := subjects.Annealed(target, kernels.Metropolis{}, 10)
	m, err := exact.Measure(ctx, a)
	if err != nil {
		return with, err
	}
	s := subjects.Annealer("", a, a, chains.Normalized(target.LogF))
	for k := range times {
		set := s.Drawn(200, 10, setting.Seeded(5), uint64(i), uint64(k))
		with[0].add(judge.Judge(set), m.LogR, m.LogR-m.Paths.Forward, m.LogR+m.Paths.Reverse)
		set.Sides[1].Group = nil
		with[1].add(judge.Judge(set), m.LogR, m.LogR-m.Paths.Forward, m.LogR+m.Paths.Reverse)
	}
	return with, nil
}
