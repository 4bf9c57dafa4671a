package validation

import (
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/experiments/geweke"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestFit: a right kernel fits its model, and one that is wrong is accused.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		name string
		k    chains.Kernel
		fits bool
	}{
		{"heat-bath", kernels.HeatBath{}, true},
		{"an inverted acceptance", bugs.Inverted, false},
	} {
		var v Validation
		test := geweke.Test{Model: toys.NewClustering(3, 2).Model(), Kernel: c.k, Steps: 5, Draws: 300, MCSeed: 1}
		must.Do(t, v.Fit(t.Context(), nil, test))
		if v.OK() != c.fits || len(v.Fits) != 1 {
			t.Errorf("%s: OK is %v, of %d tests", c.name, v.OK(), len(v.Fits))
		}
		if says := strings.Contains(v.Verdict(), "does not fit clustering:3:2"); says == c.fits {
			t.Errorf("%s: the verdict is %q", c.name, v.Verdict())
		}
	}
}
