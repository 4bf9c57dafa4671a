package validation

import (
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid/must"
)

// A kernel that redraws an axis keeps the law of that axis, by its probabilities and by its moves, and is not asked to
// reach every cell. Metropolis, the other axis and half of log f break it.
func TestRedraws(t *testing.T) {
	for name, c := range map[string]struct {
		kernel chains.Kernel
		power  float64
		as     laws.Redraws
		kept   bool
	}{
		"one axis":       {kernels.Line{Axis: 1}, 1, 2, true},
		"the other axis": {kernels.Line{Axis: 0}, 1, 2, false},
		"a sweep":        {kernels.GibbsSweep{}, 1, 2, true},
		"any axis":       {kernels.HeatBath{}, 1, laws.AnyAxis, true},
		"half of log f":  {kernels.Line{Axis: 1}, 0.5, 2, false},
		"metropolis":     {metropolis, 1, laws.AnyAxis, false},
	} {
		s := small(nil)
		s.Redraws = c.as
		v := must.Have(s.Sample(t.Context(), steps(sample.Seeded(3), c.kernel, s.Grid, powerOf(c.power)), []float64{1},
			sampling(1e6, 0, 0.1)))(t)
		if f := v.finding(laws.SeenConditional); f == nil || f.OK != c.kept || f.Unclear {
			t.Errorf("%s, by moves: kept should be %v: %+v", name, c.kept, f)
		}
		if f := v.finding(laws.SeenConditional); !c.kept && !strings.Contains(f.Witness, "by the conditional of a") {
			t.Errorf("%s: the witness is %q", name, f.Witness)
		}
		if v.OK() != c.kept {
			t.Errorf("%s, by moves: %s", name, v.Verdict())
		}
		if c.power != 1 {
			continue
		}
		s.Kernel = c.kernel
		exact := must.Have(At(t.Context(), s, 1))(t)
		if f := exact.finding(laws.Conditional); f == nil || f.OK != c.kept || exact.OK() != c.kept {
			t.Errorf("%s: kept should be %v: %s", name, c.kept, exact.Verdict())
		}
	}
}
