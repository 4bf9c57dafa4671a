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

// TestFit: a right kernel fits its model. One that is wrong is accused by the joint test, and one that never moves has
// uneven ranks, which is a remark and no accusation.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		name string
		k    chains.Kernel
		kind geweke.Kind
		fits bool
		note bool
	}{
		{"heat-bath", kernels.HeatBath{}, geweke.Joint, true, false},
		{"exact draws", kernels.Perfect{}, geweke.SBC, true, false},
		{"an inverted acceptance", bugs.Inverted, geweke.Joint, false, false},
		{"a kernel that never moves", kernels.Identity{}, geweke.SBC, true, true},
	} {
		var v Validation
		test := geweke.Test{Model: toys.NewClustering(3, 2).Model(), Kernel: c.k, Kind: c.kind,
			Steps: 5, Others: 7, Draws: 300, MCSeed: 1}
		must.Do(t, v.Fit(t.Context(), nil, test))
		if v.OK() != c.fits || (len(v.Notes) > 0) != c.note || len(v.Fits) != 1 {
			t.Errorf("%s, %s: OK is %v, and the notes are %q", c.name, c.kind, v.OK(), v.Notes)
		}
		if says := strings.Contains(v.Verdict(), "does not fit clustering:3:2"); says == c.fits {
			t.Errorf("%s, %s: the verdict is %q", c.name, c.kind, v.Verdict())
		}
	}
}
