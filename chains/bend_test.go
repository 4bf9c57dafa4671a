package chains_test

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// The ends have cells that are far apart and near, of the same mass, and without mass at one end and at both.
var (
	bentFrom = []float64{0.5, 1, -3, 2, 0, 0, 40, -inf, 1, -inf}
	bentTo   = []float64{0.7, -4, 9, 2 + 1e-9, -900, 30, -35, 1, -inf, -inf}
)

// bigMean is the log of the power mean of exponent r of two log densities by its definition, in 500 bits: one of them
// may be missing.
func bigMean(from, to, beta float64, r *big.Float) *big.Float {
	c := numbers.NewCalculator(500)
	number := func(v *big.Float) *numbers.Interval {
		z := numbers.Zero(500)
		z.Lo.Set(v)
		z.Hi.Set(v)
		return z
	}
	power := number(r)
	sum := number(new(big.Float))
	add := func(logf float64, share *big.Float) {
		if !math.IsInf(logf, -1) {
			grown := numbers.Zero(500)
			c.Exp(grown, number(num(logf)).Times(power))
			sum = sum.Plus(grown.Times(number(share)))
		}
	}
	add(from, big1().Sub(num(1), num(beta)))
	add(to, num(beta))
	mean := numbers.Zero(500)
	c.Log(mean, sum)
	return big1().Quo(&mean.Lo, r)
}

// TestBend holds what is said of a path's bending to differences of the definition in 500 bits, also next to Q = 1
// and far from it, in all digits of the largest.
func TestBend(t *testing.T) {
	logZ := [2]float64{floats.LogSumExp(bentFrom), floats.LogSumExp(bentTo)}
	got := make([]float64, len(bentFrom))
	h := big1().SetMantExp(num(1), -80)
	for _, q := range []float64{0, 0.5, 0.9, 1 - 0x1p-30, 1 - 0x1p-45, 1, 1.25, 3, -2, 40} {
		r := 1 - q
		b := chains.NewQPath(bentFrom, bentTo, q)
		for _, beta := range []float64{1e-12, 0.01, 0.3, 0.75, 1 - 1e-9} {
			if !b.Bend(got, beta) {
				t.Fatal("a path that does not bend")
			}
			for x, v := range got {
				from := bentFrom[x] - logZ[0]
				to := bentTo[x] - logZ[1]
				want := 0.0
				oneWithout := math.IsInf(from, -1) || math.IsInf(to, -1)
				if !(oneWithout && (r <= 0 || from == to)) {
					above := bigMean(from, to, beta, big1().Sub(num(r), h)) // Q is larger
					below := bigMean(from, to, beta, big1().Add(num(r), h))
					rise := big1().Sub(above, below)
					rise.Quo(rise, h)
					want, _ = rise.Float64()
					want /= 2
				}
				if !(math.Abs(v-want) <= 1e-13*math.Abs(want)) {
					t.Errorf("Q = %v, beta = %v: cell %d bends by %.16g, want %.16g", q, beta, x, v, want)
				}
			}
		}
	}
}

// TestBendOfOthers: a path that has no parameter does not bend, and no path bends at its ends.
func TestBendOfOthers(t *testing.T) {
	got := make([]float64, len(bentFrom))
	if chains.Bend(chains.Geometric{From: bentFrom, To: bentTo}, got, 0.5) {
		t.Error("the geometric path bends")
	}
	for _, beta := range []float64{0, 1} {
		got[3] = 1
		if !chains.Bend(chains.NewQPath(bentFrom, bentTo, 0.5), got, beta) || floats.Norm(got, 1) != 0 {
			t.Errorf("at beta = %v it bends by %v", beta, got)
		}
	}
}
