package apart

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains/aide"
	"breadboard/exact/accounts"
)

// looksOf has one look of the target, whose log weights halve the mean of 1/w with every M: 1, 1/2, 1/4
// and so on.
func looksOf(m int) aide.Estimate {
	other := make([]float64, m)
	for k := range other {
		if other[k] = 0; k > 0 {
			other[k] = math.Inf(1) // 1/w is 0
		}
	}
	l := aide.Look{Own: slices.Repeat([]float64{0}, m), Other: slices.Repeat([]float64{0}, m)}
	return aide.Estimate{Gold: []aide.Look{l}, Target: []aide.Look{{Own: other, Other: l.Other}}}
}

// biased is a row whose exact bias at M = 1 is this.
func biased(bias float64) Row {
	return Row{Exact: Exact{Distance: accounts.Distance{Bias: accounts.Bias{TargetOwn: bias}}}}
}

// Here the estimate drops by log 2 each time M doubles.
func TestHalving(t *testing.T) {
	for _, c := range []struct {
		bias float64
		m    int
	}{{1.9 * math.Ln2, 2}, {2.1 * math.Ln2, 4}, {7.9 * math.Ln2, 16}, {8.1 * math.Ln2, 0}} {
		h := biased(c.bias).halving(looksOf(16), 16)
		if h.M != c.m {
			t.Errorf("a bias of %v is halved by M = %d, want %d", c.bias, h.M, c.m)
		}
		if h.Most() != 16 {
			t.Errorf("the curve ends at M = %d, want 16", h.Most())
		}
		for i, at := range h.Curve {
			if want := c.bias - float64(i)*math.Ln2; math.Abs(at.Bias.Value-want) > 1e-12 {
				t.Errorf("at M = %d the bias is %v, want %v", at.M, at.Bias.Value, want)
			}
		}
	}
}

// There is no search without a bias that is known, finite and not 0.
func TestSearched(t *testing.T) {
	for _, c := range []struct {
		bias    float64
		unknown []string
		meta    Counts
		most    int
		why     string
	}{
		{0.3, nil, Counts{Gold: 1, Target: 1}, 16, ""},
		{0.3, nil, Counts{Gold: 100, Target: 50}, 50, ""},
		{1e-14, nil, Counts{Gold: 1, Target: 1}, 0, NoBias},
		{math.Inf(1), nil, Counts{Gold: 1, Target: 1}, 0, "the bias is not finite"},
		{math.NaN(), nil, Counts{Gold: 1, Target: 1}, 0, "the bias is not finite"},
		{0.3, []string{"too large"}, Counts{Gold: 1, Target: 1}, 0, "the exact divergence is not known"},
	} {
		most, why := biased(c.bias).searched(c.unknown, c.meta)
		if most != c.most {
			t.Errorf("bias %v, M = %v: the search goes up to %d, want %d", c.bias, c.meta, most, c.most)
		}
		if why != c.why {
			t.Errorf("bias %v, M = %v: there is none because %q, want %q", c.bias, c.meta, why, c.why)
		}
	}
}
