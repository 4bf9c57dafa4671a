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

// TestFit: a kernel that fits its model is not accused, and the verdict names the model that another does not fit.
func TestFit(t *testing.T) {
	for says, k := range map[string]chains.Kernel{"": kernels.HeatBath{}, "does not fit clustering:3:2": bugs.Inverted} {
		test := geweke.Test{Model: toys.NewClustering(3, 2).Model(), Kernel: k, Steps: 5, Draws: 300, MCSeed: 1}
		fit := must.Have(test.Run(t.Context(), nil))(t)
		v := Validation{Fit: &fit}
		if v.OK() != (says == "") || strings.Contains(v.Verdict(), "does not fit") == v.OK() {
			t.Errorf("%T: %s", k, v.Verdict())
		}
		must.Say(t, v.Verdict(), says)
	}
}
