package kernels_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// TestReach holds where a step can lead, and where it can come from, against the rows of the operator and of its
// reversal: on shallow densities with walls, where floats have every probability.
func TestReach(t *testing.T) {
	const rows, columns = 3, 4
	g := grid.New(rows, columns)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, k := range defined {
		for range 5 {
			logf := make([]float64, g.Size())
			for x := range logf {
				logf[x] = rng.NormFloat64()
				if rng.IntN(4) == 0 {
					logf[x] = math.Inf(-1)
				}
			}
			logf[rng.IntN(len(logf))] = 0
			flat := chains.Uniform(logf)
			a := chains.Annealing{Grid: g, Kernel: k.Make, Schedule: chains.Linear(3),
				Bridge: chains.Geometric{From: flat, To: logf}}
			l := a.NewLevel()
			a.LevelAt(l, 2)
			op := a.Kernel.On(a.Grid)
			op.Aim(l)
			deep := operators.NewDeep(a.Kernel, a.Grid)
			deep.Aim(l)
			n := a.Grid.Size()
			has := func(x int) bool { return !math.IsInf(l.LogF()[x], -1) }
			for range 10 {
				from := make([]bool, n)
				for x := range from {
					from[x] = has(x) && rng.IntN(6) == 0
				}
				into := make([]bool, n)
				deep.Reach(into, from)
				if want := byRows(op, from); !slices.Equal(into, want) {
					t.Fatalf("%s: from %v a step reaches %v, by the rows %v", k.Name, from, into, want)
				}
				deep.ReachBack(into, from)
				for x := range into {
					into[x] = into[x] && has(x)
				}
				if want := byRows(op.Reversal(), from); !slices.Equal(into, want) {
					t.Fatalf("%s: a step to %v comes from %v, by the reversal's rows %v", k.Name, from, into, want)
				}
			}
		}
	}
}

// byRows are the cells that rows from these give a probability.
func byRows(op chains.Operator, from []bool) []bool {
	into := make([]bool, len(from))
	for x, in := range from {
		if !in {
			continue
		}
		op.Row(x, func(y int, p float64) { into[y] = into[y] || p > 0 })
		into[x] = into[x] || chains.StayProbability(op, x) > 0
	}
	return into
}
