package sample

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/toys"
)

// What the package's documentation says of an ESS without a warning. Here some three
// quarters of the runs of 500 chains pass; the mean of their z is known to 0.05. The
// truth is the estimate of all 800 runs together.
func TestAnESSWithoutWarningIsSelected(t *testing.T) {
	const repeats, n = 800, 500
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(10))
	all, err := Run(t.Context(), a, Options{Chains: repeats * n, Seed: 11})
	if err != nil {
		t.Fatal(err)
	}
	truth := all.ESS().Value
	var every, unmarked []float64
	for i := range repeats {
		e := part(all, i, n).ESS()
		z := (e.Value - truth) / e.StdErr
		every = append(every, z)
		if e.Warning == "" {
			unmarked = append(unmarked, z)
		}
	}
	if share := float64(len(unmarked)) / repeats; share < 0.6 || share > 0.9 {
		t.Errorf("%v of the runs have no warning", share)
	}
	if z := mean(every).Value; math.Abs(z) > 0.15 {
		t.Errorf("over all runs the mean of z is %v", z)
	}
	if z := mean(unmarked).Value; !(z > 0.2 && z < 0.6) {
		t.Errorf("over those without a warning the mean of z is %v", z)
	}
}

// 101 equal weights have less than a hundredth each, 99 more; and one among
// many that outweighs them is found.
func TestWarningOfTheLargestWeight(t *testing.T) {
	heavy := make([]float64, 10_000)
	heavy[17] = math.Log(102)
	for _, c := range []struct {
		logw []float64
		warn bool
	}{{make([]float64, 101), false}, {make([]float64, 99), true}, {make([]float64, 10_000), false}, {heavy, true}} {
		r := Runs{Forward: Batch{LogW: c.logw}, Reverse: Batch{LogW: make([]float64, 10_000)}}
		for _, e := range []Estimate{r.LowerLogR(), r.MeanW(0), r.ESS()} {
			if (e.Warning != "") != c.warn {
				t.Errorf("%d weights: the warning is %q", len(c.logw), e.Warning)
			}
		}
		if got := r.Warnings(); len(got) > 0 != c.warn {
			t.Errorf("%d weights: the warnings are %q", len(c.logw), got)
		}
	}
}

// Forward weights 1 and 3 have mean 2, and a standard error of half of that.
// Reverse weights of 8 lack 1 - 2/8 each; one in two of them makes 0.375, which
// is less than 0.5, and three in four more. Infinite ones do not count.
func TestWarningOfMissingWeights(t *testing.T) {
	ln8 := math.Log(8)
	for _, c := range []struct {
		rev  []float64
		warn bool
	}{
		{[]float64{0, ln8}, false},
		{[]float64{0, ln8, ln8, ln8}, true},
		{[]float64{0, 0, 0, 0, 0, 0, ln8, ln8, ln8}, false},
		{[]float64{math.Inf(1), math.Inf(1), math.Inf(1), 0, ln8}, false},
		{[]float64{math.Inf(1), math.Inf(1), math.Inf(1), ln8, ln8}, true},
		{[]float64{0.5, 0.5, math.Log(3)}, false},
		{[]float64{0.5, 800, 800}, true},
	} {
		r := Runs{Forward: known().Forward, Reverse: Batch{LogW: c.rev}}
		if w := r.LowerLogR().Warning; strings.Contains(w, "none was seen") != c.warn {
			t.Errorf("forward, beside %v: the warning is %q", c.rev, w)
		}
		mirror := Runs{Forward: Batch{LogW: negated(c.rev)}, Reverse: Batch{LogW: negated(r.Forward.LogW)}}
		if w := mirror.UpperLogR().Warning; strings.Contains(w, "none was seen") != c.warn {
			t.Errorf("reverse, beside %v: the warning is %q", mirror.Forward.LogW, w)
		}
	}
}

// A third of the forward weights are 1, the others 3. Reverse weights of 3 lack
// nothing, whatever rounding makes of them; a little larger ones were not seen.
func TestRoundingIsNotMissing(t *testing.T) {
	r := Runs{Forward: Batch{LogW: make([]float64, 300)}}
	for i := range 200 {
		r.Forward.LogW[i] = math.Log(3)
	}
	for above, warn := range map[float64]bool{1e-12: false, 1e-6: true} {
		r.Reverse.LogW = []float64{math.Log(3) + above, math.Log(3) + above}
		if w := r.LowerLogR().Warning; (w != "") != warn {
			t.Errorf("%g above the largest: the warning is %q", above, w)
		}
	}
}

// On BARRIER chains that never move have weights of 1/w = exp(10) on the
// barrier, so rarely that none may be seen, and they are most of the mean; the
// share of the largest does not tell. By heat-bath nothing is missing.
func TestWarningWhereTheBoundIsFar(t *testing.T) {
	for _, c := range []struct {
		kernel chains.Kernel
		warn   bool
	}{{kernels.Identity{}, true}, {kernels.HeatBath{}, false}, {kernels.Perfect{}, false}} {
		a := annealing(toys.Barrier(), c.kernel, chains.Linear(100))
		r, err := Run(t.Context(), a, Options{Chains: 20_000, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if w := r.UpperLogR().Warning; (w != "") != c.warn {
			t.Errorf("%T: the warning is %q", c.kernel, w)
		}
		// The largest weight is common: forward and in reverse it is the same up to rounding.
		if w := r.LowerLogR().Warning; w != "" {
			t.Errorf("%T: the forward warning is %q", c.kernel, w)
		}
	}
}

// negated returns the numbers with their signs changed.
func negated(xs []float64) []float64 { return floats.ScaleTo(make([]float64, len(xs)), -1, xs) }
