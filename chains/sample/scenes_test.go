package sample

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// aimedAt returns a problem on an annealing.
func aimedAt(a chains.Annealing) programs.Problem { return programs.Problem{Annealing: a} }

// barrier returns Metropolis on BARRIER with T levels, and barrierAt the problem.
func barrier(T int) chains.Annealing {
	target := toys.Barrier()
	return chains.To(target.LogF, target.Grid, kernels.Metropolis{}, T)
}

func barrierAt(T int) programs.Problem { return aimedAt(barrier(T)) }

// named returns a program by its name in the catalogue.
func named(spec string, p programs.Problem) programs.Program {
	m, err := programs.Read(spec)
	if err != nil {
		panic(err)
	}
	e, err := m(p)
	if err != nil {
		panic(err)
	}
	return e.(programs.Program)
}

// ran returns the runs of an annealing or of a program.
func ran(t *testing.T, e programs.Estimator, p programs.Problem, o Options) Runs {
	t.Helper()
	r := must.Have(RunProgram(t.Context(), e, p, o))(t)
	return r
}

// A setting is an annealing on a tiny space.
type setting struct {
	name string
	a    chains.Annealing
}

// settings returns a reversible kernel, one with states of its own and one that is no reversal of itself, between two
// densities without symmetry, T = 2 and 3, on a path; and between densities that have mass in different cells.
func settings() (all []setting) {
	inf := math.Inf(-1)
	spaces := []struct {
		name     string
		g        grid.Grid
		from, to []float64
	}{
		{"path", grid.New(3), []float64{-0.1, 0.5, 0.2}, []float64{0.3, -1.2, 0.9}},
		{"mass lost", grid.New(3), []float64{0, 0.5, 0.2}, []float64{inf, -1.2, 0.9}},
		{"mass lost and won", grid.New(2, 2), []float64{0.3, 0.5, inf, 0.2}, []float64{inf, -1.2, 0.9, 0.4}},
	}
	for _, s := range spaces {
		for name, k := range map[string]chains.Kernel{"metropolis": kernels.Metropolis{}, "slice": kernels.Slice{},
			"sweep": kernels.GibbsSweep{}} {
			for T := 2; T <= 3; T++ {
				a := chains.Annealing{Grid: s.g, Kernel: k, Schedule: chains.Sigmoid(2, T),
					Bridge: chains.Geometric{From: s.from, To: s.to}}
				name := s.name + "/" + name + "/" + string(rune('0'+T))
				all = append(all, setting{name, a})
				if a.SkipLast = T == 3; a.SkipLast {
					all = append(all, setting{name + " last skipped", a})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b setting) int { return cmp.Compare(a.name, b.name) })
	return all
}

// onPath returns Metropolis on the path, T = 3.
func onPath() chains.Annealing {
	all := settings()
	return all[slices.IndexFunc(all, func(s setting) bool { return s.name == "path/metropolis/3" })].a
}

// An outcome is where a chain ended and its log weight, in units of 1e-9, so
// that the same number summed in two orders is one.
type outcome struct {
	x    int
	logw int64
}

func outcomeOf(x int, logw float64) outcome {
	switch {
	case math.IsInf(logw, 1):
		return outcome{x, math.MaxInt64}
	case math.IsInf(logw, -1):
		return outcome{x, math.MinInt64}
	}
	return outcome{x, int64(math.Round(logw * 1e9))}
}

// both holds both distributions of a program: of a cell and log w, forward and in reverse from an exact draw, the cell.
type both struct{ fwd, rev map[outcome]float64 }

// bothOf returns the distributions of a program, along every path of the dice.
func bothOf(e programs.Program, p programs.Problem) both {
	_, last := p.Ends()
	target := chains.Normalized(last)
	return both{enumerate.Distribution(func(d chains.Dice) outcome { return outcomeOf(e.Forward(d)) }),
		enumerate.Distribution(func(d chains.Dice) outcome {
			x := d.Pick(target)
			return outcomeOf(x, e.Reverse(x, d))
		})}
}

// annealed returns the distributions of an annealing.
func annealed(a chains.Annealing) both { return bothOf(programs.AIS{Problem: aimedAt(a)}, aimedAt(a)) }

// unlikely is a p-value that none of some thousand fixed fits goes below: the
// seeds are fixed, so the test either always passes or never.
const unlikely = 1e-5

// fit returns the smallest p-value of runs, by cell and log weight together, forward and in reverse.
func (p both) fit(r Runs) float64 {
	return min(fit(r.Forward, r.Offset, p.fwd), fit(r.Reverse, r.Offset, p.rev))
}

// fit tests the outcomes of one direction. It counts those outside the distribution together, at the end.
func fit(b Batch, offset float64, want map[outcome]float64) float64 {
	keys := slices.SortedFunc(maps.Keys(want), func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.logw, b.logw))
	})
	counts := make([]int, len(keys)+1)
	q := make([]float64, len(keys)+1)
	at := map[outcome]int{}
	for i, k := range keys {
		q[i] = want[k]
		at[k] = i
	}
	for i, v := range b.LogW {
		place, ok := at[outcomeOf(int(b.Cells[i]), v+offset)]
		if !ok {
			place = len(keys)
		}
		counts[place]++
	}
	return evidence.ChiSquare(counts, q).P
}
