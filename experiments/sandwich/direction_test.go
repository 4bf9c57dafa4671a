package sandwich

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"breadboard/grid/must"
)

// TestLine: of right runs the slope is 1 and the odds are even at log R, within their errors, also of many more runs in
// reverse, with weights of 0 too. By the line runs less their probabilities sum to 0, and so do their products with log
// w. Log w that is half as large has slope 2, and with a constant in one direction, of half the variance, slope 1/2.
func TestLine(t *testing.T) {
	gen := rand.New(rand.NewPCG(27, 28))
	var squares [2]float64 // of deviations, in errors: of mean 1 and variance 2
	const times, m = 400, 1500
	for range times {
		s := normal(gen, 299, m, -700, 2)
		s.Sides[0].LogW = append(s.Sides[0].LogW, math.Inf(-1))
		l, ok := s.line()
		var score, product float64
		for side, runs := range s.Sides {
			for _, logw := range finite(runs.LogW) {
				off := float64(side) - 1/(1+300./m*math.Exp(l.slope.Value*(l.even.Value-logw)))
				score += off
				product += off * logw
			}
		}
		if !ok || !(math.Abs(score) < 1e-6 && math.Abs(product) < 1e-3) {
			t.Fatalf("%v: the scores are %v and %v", ok, score, product)
		}
		for i, z := range []float64{(l.slope.Value - 1) / l.slope.StdErr, (l.even.Value + 700) / l.even.StdErr} {
			squares[i] += z * z / times
		}
	}
	const within = 0.25 // 3.5 errors
	if max(math.Abs(squares[0]-1), math.Abs(squares[1]-1)) > within {
		t.Errorf("the mean squares of slopes and of even odds are %.3g, in their errors", squares)
	}
	s := normal(gen, 20000, 20000, 3, 2)
	for _, c := range []struct {
		s           Set
		slope, even float64
	}{{s.changed(0.5, 0.5, 0), 2, 1.5}, {s.changed(-1, -1, 0), -1, -3}, {s.changed(1, 1, 1), 0.5, 3.5}} {
		l, ok := c.s.line()
		must.Near(t, l.slope.Value, c.slope, 4*l.slope.StdErr, "the slope, %v", ok)
		must.Near(t, l.even.Value, c.even, 4*l.even.StdErr, "even odds, %v", ok)
	}
}

// TestNoLine: runs that do not overlap, are all alike, or are fewer than a test takes have no line, and of groups the
// first run alone counts.
func TestNoLine(t *testing.T) {
	gen := rand.New(rand.NewPCG(29, 30))
	alike := Set{Sides: [2]Side{{LogW: make([]float64, 90)}, {LogW: make([]float64, 90)}}}
	inf := Set{Sides: [2]Side{{LogW: slices.Repeat([]float64{math.Inf(-1)}, 90)}, {LogW: make([]float64, 90)}}}
	few := normal(gen, 400, 400, 1, 1)
	for i := range 400 {
		few.Sides[1].Group = append(few.Sides[1].Group, strconv.Itoa(i%10))
	}
	for name, s := range map[string]Set{"apart": normal(gen, 90, 90, 0, 200), "alike": alike, "no weights": inf,
		"few": normal(gen, 20, 20, 0, 1), "groups": few} {
		if l, ok := s.line(); ok {
			t.Errorf("%s: %+v", name, l)
		}
	}
}
