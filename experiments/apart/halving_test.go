package apart

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains/aide"
	"breadboard/exact/accounts"
	"breadboard/experiments"
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
func biased(bias float64, meta Counts) Row {
	r := Row{Options: Options{Meta: meta}}
	r.Exact.Bias = accounts.Bias{TargetOwn: bias}
	return r
}

// Here the estimate drops by log 2 each time M doubles.
func TestSampled(t *testing.T) {
	for _, c := range []struct {
		bias float64
		m    int
	}{{1.9 * math.Ln2, 2}, {2.1 * math.Ln2, 4}, {7.9 * math.Ln2, 16}, {8.1 * math.Ln2, 0}} {
		r := biased(c.bias, one)
		r.Searched = 16
		r.sampled(looksOf(16))
		if r.M != c.m {
			t.Errorf("a bias of %v is halved by M = %d, want %d", c.bias, r.M, c.m)
		}
		if len(r.Curve) != 5 {
			t.Errorf("the curve has %d points, want 5", len(r.Curve))
		}
		for i, at := range r.Curve {
			if want := c.bias - float64(i)*math.Ln2; math.Abs(at.Bias.Value-want) > 1e-12 {
				t.Errorf("at M = %d the bias is %v, want %v", at.M, at.Bias.Value, want)
			}
		}
	}
}

// There is no search without a bias that is known, finite and not 0.
func TestSearch(t *testing.T) {
	for _, c := range []struct {
		bias    float64
		unknown []string
		meta    Counts
		most    int
		why     string
	}{
		{0.3, nil, one, 16, ""},
		{0.3, nil, Counts{Gold: 100, Target: 50}, 50, ""},
		{1e-14, nil, one, 0, NoBias},
		{math.Inf(1), nil, one, 0, "the bias is infinite"},
		{math.NaN(), nil, one, 0, "the bias is not known"},
		{0.3, []string{"too large"}, one, 0, "the exact divergence is not known"},
	} {
		r := biased(c.bias, c.meta)
		r.Unknown = c.unknown
		exactly, err := r.search(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if exactly {
			t.Errorf("bias %v: it is searched exactly", c.bias)
		}
		if r.Searched != c.most {
			t.Errorf("bias %v, M = %v: the search goes up to %d, want %d", c.bias, c.meta, r.Searched, c.most)
		}
		if r.Why != c.why {
			t.Errorf("bias %v, M = %v: there is no search because %q, want %q", c.bias, c.meta, r.Why, c.why)
		}
	}
}

// On a tiny space the M is exact: the least at which the exact bias is half. Looks agree with it.
func TestSearchExactly(t *testing.T) {
	s := experiments.Setting{Toy: "clustering:2:2"}
	p := pair(aimedAt(t, s, 3, "sir:2"), aimedAt(t, s, 3, "ais"))
	o := Options{Runs: Counts{Gold: 20_000, Target: 20_000}, Meta: Counts{Gold: 2, Target: 2}, Seed: 1}
	r, err := Measure(t.Context(), p, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Exactly {
		t.Fatal("the M was not found exactly")
	}
	half := p.Exact.Bias.Total() / 2
	for m, above := range map[int]bool{r.M - 1: true, r.M: false} {
		d, _, err := p.Biases(t.Context(), Counts{Gold: m, Target: m}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if (d.Bias.Total() > half) != above {
			t.Errorf("at M = %d the bias is %v, and half of it %v", m, d.Bias.Total(), half)
		}
	}
	p.Biases = nil
	looked, err := Measure(t.Context(), p, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if z := (looked.Bias.Value - r.Bias.Value) / looked.Bias.StdErr; !(math.Abs(z) < 5) {
		t.Errorf("the bias is %v ± %v from looks, and exactly %v", looked.Bias.Value, looked.Bias.StdErr, r.Bias.Value)
	}
}
