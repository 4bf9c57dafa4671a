package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

// An atomic law has a probability for each value.
type atomic map[float64]float64

// enumeratedLaws returns the laws of log w/R of forward runs, and of reverse runs from exact samples. Weights that
// agree to twelve digits are one value.
func enumeratedLaws(p programs.Problem) (fwd, rev atomic) {
	first, last := p.Ends()
	ais := programs.AIS{Problem: p}
	logR, logw := chains.LogSum(last)-chains.LogSum(first), 0.
	fwd, rev = atomic{}, atomic{}
	one := func(v float64) float64 { return math.Round(v*1e12) / 1e12 }
	for prob := range enumerate.Every(func(d chains.Dice) { _, logw = ais.Forward(d) }) {
		fwd[one(logw-logR)] += prob
	}
	for x, mass := range chains.Normalized(last) {
		if mass == 0 {
			continue
		}
		for prob := range enumerate.Every(func(d chains.Dice) { logw = ais.Reverse(x, d) }) {
			rev[one(logw-logR)] += mass * prob
		}
	}
	return fwd, rev
}

// above returns P(v > b).
func (l atomic) above(b float64) (sum float64) {
	for v, p := range l {
		if v > b {
			sum += p
		}
	}
	return sum
}

// TestLawIsEnumerated: the law between b - width and b + width holds that of all runs, and no more than two widths
// around. In reverse runs too, and where an end lacks a cell.
func TestLawIsEnumerated(t *testing.T) {
	inf := math.Inf(-1)
	const width, rounding = 0.1, 1e-11
	for i, p := range append(chaintest.Problems(kernels.GibbsSweep{}, 3)[:2],
		ends([]float64{0, 0.2, 0.4}, []float64{0.5, -1, inf}), ends([]float64{0, 0.2, 0.4}, []float64{0.5, -20, 0.3})) {
		fwd, rev := enumeratedLaws(p)
		for reverse, want := range map[bool]atomic{false: fwd, true: rev} {
			coarse := must.Have(accounts.LawOf(t.Context(), p.Annealing, reverse, 1))(t)
			l := must.Have(accounts.LawOf(t.Context(), p.Annealing, reverse, width/(coarse.High-coarse.Low)))(t)
			must.Close(t, l.Width, width, 1e-12, "the width")
			for _, b := range []float64{-2, -0.7, -0.1, 0, 0.05, 0.3, 0.9, 1.7, 3} {
				low, high := l.Above(b+width), l.Above(b-width)
				if low > want.above(b+1e-9)+rounding || high < want.above(b-1e-9)-rounding {
					t.Errorf("problem %d, reverse %v: P(log w/R > %v) is from %v to %v, want %v", i, reverse, b, low,
						high, want.above(b))
				}
				if low < want.above(b+2.1*width)-rounding || high > want.above(b-2.1*width)+rounding {
					t.Errorf("problem %d, reverse %v: P(log w/R > %v) is from %v to %v, which is too wide", i, reverse,
						b, low, high)
				}
			}
		}
	}
}
