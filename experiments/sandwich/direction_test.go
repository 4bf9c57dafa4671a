package sandwich

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"breadboard/grid/must"
)

// TestLine: of right runs the slope is 1 and the odds are even at log R, within their errors, whatever the distribution
// and the numbers of runs, with weights of 0 too. Log w that is half as large has slope 2, and forward weights with a
// constant have half of it in between if the variance is that of the constant.
func TestLine(t *testing.T) {
	gen := rand.New(rand.NewPCG(27, 28))
	within := [2]int{}
	const times = 200
	for k := range times {
		s := normal(gen, 300, 100*(1+k%5), -700, 2)
		s.Sides[0].LogW = append(s.Sides[0].LogW, math.Inf(-1))
		l, ok := s.line()
		if !ok {
			t.Fatal("no line")
		}
		for i, z := range []float64{(l.slope.Value - 1) / l.slope.StdErr, (l.even.Value + 700) / l.even.StdErr} {
			if math.Abs(z) < 2 {
				within[i]++
			}
		}
	}
	if min(within[0], within[1]) < 180 || max(within[0], within[1]) > 198 {
		t.Errorf("of %d slopes and even odds %v are within two errors", times, within)
	}
	s := normal(gen, 20000, 20000, 3, 2)
	for _, c := range []struct {
		s           Set
		slope, even float64
	}{{s, 1, 3}, {s.changed(0.5, 0.5, 0), 2, 1.5}, {s.changed(-1, -1, 0), -1, -3}, {s.changed(1, 1, 1), 0.5, 3.5}} {
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
	grouped := normal(gen, 400, 400, 1, 1)
	for i := range 400 {
		grouped.Sides[1].Group = append(grouped.Sides[1].Group, strconv.Itoa(i%10))
	}
	for name, s := range map[string]Set{"apart": normal(gen, 90, 90, 0, 200), "alike": alike, "no weights": inf,
		"few": normal(gen, 20, 20, 0, 1), "groups": grouped} {
		if l, ok := s.line(); ok {
			t.Errorf("%s: %+v", name, l)
		}
	}
}

// TestLogisticByItsScore: at the likeliest a and b, the y less their probabilities sum to 0, and so do their products
// with x. Nothing is likeliest if the
// x alone decide.
func TestLogisticByItsScore(t *testing.T) {
	gen := rand.New(rand.NewPCG(31, 32))
	for range 20 {
		var x, y []float64
		for range 200 {
			x = append(x, gen.NormFloat64())
			y = append(y, float64(gen.IntN(2)))
		}
		a, b, _, ok := logistic(x, y)
		var score, product float64
		for i := range x {
			off := y[i] - 1/(1+math.Exp(-a-b*x[i]))
			score += off
			product += off * x[i]
		}
		if !ok || math.Abs(score)+math.Abs(product) > 1e-8 {
			t.Errorf("%v: the scores are %v and %v", ok, score, product)
		}
	}
	if _, _, _, ok := logistic([]float64{-1, -1, 1, 1}, []float64{0, 0, 1, 1}); ok {
		t.Error("an infinite slope is likeliest")
	}
}
