package samplers

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/kernels"
	"breadboard/experiments/score"
	"breadboard/grid"
	"breadboard/toys"

	"breadboard/chains"
	"breadboard/grid/must"
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

// counts are how often each half of a path of ten steps is in each of three cells.
type counts [2][3]int

// walks returns the probability of all counts, by walking all 3^10 paths.
func walks(s score.Subject, start []float64) map[counts]float64 {
	var step [3][3]float64
	op := s.Operator()
	for x := range step {
		step[x][x] = chains.StayProbability(op, x)
		op.Row(x, func(y int, p float64) { step[x][y] += p })
	}
	all := map[counts]float64{}
	var walk func(n, x int, c counts, p float64)
	walk = func(n, x int, c counts, p float64) {
		if n == 10 {
			all[c] += p
			return
		}
		for y, q := range step[x] {
			if q > 0 {
				next := c
				next[n/5][y]++
				walk(n+1, y, next, p*q)
			}
		}
	}
	for x, p := range start {
		if p > 0 {
			walk(0, x, counts{}, p)
		}
	}
	return all
}

// moments are the mean and the unbiased variance of the function over a half.
func moments(c [3]int, h []float64) (mean, variance float64) {
	for x, n := range c {
		mean += float64(n) / 5 * h[x]
	}
	for x, n := range c {
		variance += float64(n) / 4 * (h[x] - mean) * (h[x] - mean)
	}
	return mean, variance
}

// enumerated are the mean squared error of all draws of two chains, and the expected variances
// between the means of their four halves and within halves, over all pairs of paths.
func enumerated(all map[counts]float64, h []float64, truth float64) (mse, between, within float64) {
	for c, p := range all {
		for d, q := range all {
			var means [4]float64
			total := 0.0
			for i, half := range [][3]int{c[0], c[1], d[0], d[1]} {
				m, v := moments(half, h)
				means[i] = m
				total += m / 4
				within += p * q * v / 4
			}
			mse += p * q * (total - truth) * (total - truth)
			for _, m := range means {
				between += p * q * (m - total) * (m - total) / 3
			}
		}
	}
	return mse, between, within
}

// RESS of two chains and R-hat are what enumeration says, from an exact draw and from a cell.
func TestTruthIsEnumerated(t *testing.T) {
	e, s := three()
	_, all, err := ten.exactly(t.Context(), e, s)
	must.Do(t, err)
	h := e.functions[0].Of
	truth := floats.Dot(s.P, h)
	for i, start := range e.starts {
		got := all[0][i]
		mse, between, within := enumerated(walks(s, start.Law), h, truth)
		if want := got.whole.Spread / mse; math.Abs(got.pooled(2)/want-1) > 1e-11 {
			t.Errorf("from %s two chains have RESS %v, want %v", start.Name, got.pooled(2), want)
		}
		if want := math.Sqrt(0.8 + between/within); math.Abs(got.rhat(2)/want-1) > 1e-11 {
			t.Errorf("from %s R-hat is %v, want %v", start.Name, got.rhat(2), want)
		}
	}
}

// A chain that never moves has R-hat +Inf if its starts differ, and none if they do not.
func TestRHatOfStandingChains(t *testing.T) {
	e, _ := three()
	_, all, err := ten.exactly(t.Context(), e, score.NewSubject(e.target, "identity", kernels.Identity{}))
	must.Do(t, err)
	if r := all[0][0].rhat(2); !math.IsInf(r, 1) {
		t.Errorf("in several places R-hat is %v", r)
	}
	if r := all[0][1].rhat(2); !math.IsNaN(r) {
		t.Errorf("in one place R-hat is %v", r)
	}
}
