package samplers

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/experiments/score"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// three is a target of three cells with a function of three values.
func three() (entry, score.Subject) {
	t := toys.Target{Name: "three", Grid: grid.New(3), LogF: []float64{0, -1.5, 0.4}}
	s := score.NewSubject(t, "metropolis", kernels.Metropolis{})
	return entry{target: t, functions: []score.Function{{Name: "h", Of: []float64{1, 4, -2}}},
		starts: []score.Start{{Name: "exact", Law: s.P}, {Name: "cell:1", Law: []float64{0, 1, 0}}}}, s
}

// ten is two chains of ten steps on three cells.
var ten = design{k: 2, n: 10, sampled: []string{"exact", "cell:1"}}

// sums returns the probability of all sums of the function over a path of ten steps, by walking all 3^10 paths.
func sums(s score.Subject, start, h []float64) map[float64]float64 {
	step := laws.RowsOf(s.Operator(), 3)
	all := map[float64]float64{}
	var walk func(n, x int, sum, p float64)
	walk = func(n, x int, sum, p float64) {
		if n == 10 {
			all[sum] += p
			return
		}
		for y, q := range step[x] {
			if q > 0 {
				walk(n+1, y, sum+h[y], p*q)
			}
		}
	}
	for x, p := range start {
		if p > 0 {
			walk(0, x, 0, p)
		}
	}
	return all
}

// RESS of two chains together is what enumeration of both says, from an exact draw and from a cell.
func TestTruthIsEnumerated(t *testing.T) {
	e, s := three()
	_, all, err := ten.exactly(t.Context(), e, s)
	must.Do(t, err)
	h := e.functions[0].Of
	truth := floats.Dot(s.P, h)
	for i, start := range e.starts {
		paths, mse := sums(s, start.Law, h), 0.0
		for a, p := range paths {
			for b, q := range paths {
				mse += p * q * (a/20 + b/20 - truth) * (a/20 + b/20 - truth)
			}
		}
		got := all[i]
		if want := got.Spread / mse; math.Abs(pooled(got, 2)/want-1) > 1e-11 {
			t.Errorf("from %s two chains have RESS %v, want %v", start.Name, pooled(got, 2), want)
		}
	}
}
