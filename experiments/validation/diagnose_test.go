package validation_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/experiments/validation"
	"breadboard/grid"
)

// rugged is a log density without symmetry or repeated values.
func rugged(n int) []float64 {
	logf := make([]float64, n)
	for x := range logf {
		logf[x] = 1.7*math.Sin(3.1*float64(x)) + 0.8*math.Sin(7.3*float64(x)+1)
	}
	return logf
}

// read is Metropolis on log f as change makes it.
func read(change func(g grid.Grid, logf []float64, x int) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		wrong := make([]float64, len(logf))
		for y := range wrong {
			wrong[y] = change(g, logf, y)
		}
		bugs.Plain(g, wrong, x, visit)
	}
}

func times(k float64) kernels.Rule {
	return read(func(_ grid.Grid, logf []float64, x int) float64 { return k * logf[x] })
}

func exits(g grid.Grid, x int) float64 {
	n := 0.0
	for m := range g.Moves() {
		if _, ok := g.Move(x, m); ok {
			n++
		}
	}
	return n
}

// Two cells of equal mass that change places are no proof of a sampler that proposes until it moves.
func TestNoCauseOfTwoCells(t *testing.T) {
	v, err := validation.Run(t.Context(), walked([][]int{{1}, {0}}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if v.OK() {
		t.Error("a chain with a period keeps all laws")
	}
	if v.Cause != nil {
		t.Errorf("the cause is %q: %s", v.Cause.Name, v.Verdict())
	}
}

// A fault of no family has no cause: where some probability of one or two random moves goes
// elsewhere, in a kernel of the catalogue, on any target.
func TestNoCauseOfRandomFaults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(kernels.Catalogue[:len(kernels.Catalogue)-4]).Draw(t, "kernel") // on the cells alone
		g := grid.New(rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(2, 5).Draw(t, "columns"))
		n := g.Size()
		logf := rapid.SliceOfN(rapid.Float64Range(-3, 3), n, n).Draw(t, "log f")
		s := validation.Candidate{Name: k.Name, Annealing: chains.Annealing{Grid: g, Kernel: k.Make,
			Schedule: chains.Linear(2), Bridge: chains.Geometric{From: make([]float64, n), To: logf}}}
		op, level := s.Kernel.On(s.Grid), s.NewLevel()
		level.Move(2, 1)
		op.Aim(level)
		rows := laws.RowsOf(op, n)
		for i := range rapid.IntRange(1, 2).Draw(t, "faults") {
			x := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("from ", i))
			y := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("to ", i))
			z := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("instead of ", i))
			moved := rows[x][z] * rapid.Float64Range(0.01, 0.5).Draw(t, fmt.Sprint("share ", i))
			rows[x][y] += moved
			rows[x][z] -= moved
		}
		s.Given = func(int) [][]float64 { return rows }
		s.Kernel = kernels.Matrices{N: n, P: [][]float64{flat(rows)}}
		v, err := validation.At(t.Context(), s, 1)
		if err != nil {
			t.Fatal(err)
		}
		if v.Cause != nil {
			t.Fatalf("%s", v.Verdict())
		}
	})
}

func flat(rows [][]float64) (all []float64) {
	for _, row := range rows {
		all = append(all, row...)
	}
	return all
}
