package columns

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/grid/must"
)

// TestEachNumberHasItsField: each number of a run, of its estimates and of its account is read from a field of its own.
func TestEachNumberHasItsField(t *testing.T) {
	var r Run
	must.Fill(&r)
	r.NearB, r.NearFloor = 101, 103 // of five digits
	r.Estimates = map[string]sample.Estimate{"b": {Value: 107, StdErr: 109}, "b_mc": {Value: 113, StdErr: 127}}
	a := r.Account
	want := map[string]float64{
		"J": r.Final.Forward + r.Final.Reverse, "kl_q_p": r.Final.Forward, "kl_p_q": r.Final.Reverse,
		"B": r.Paths.Forward + r.Paths.Reverse, "path_kl_fwd": r.Paths.Forward, "path_kl_rev": r.Paths.Reverse,
		"log_r": r.LogR, "e_log_w_fwd": r.LogR - r.Paths.Forward, "e_log_w_rev": r.LogR + r.Paths.Reverse,
		"log_w_fwd_var": r.FwdMoments.Variance, "log_w_fwd_skew": r.FwdMoments.Skewness,
		"log_w_rev_var": r.RevMoments.Variance, "log_w_rev_skew": r.RevMoments.Skewness, "ess": r.ESS, "near_b": 101,
		"near_b_floor": 103, "b_pairwise": r.Pairwise.Forward + r.Pairwise.Reverse, "mean_w": r.MeanW,
		"mean_inv_w": r.MeanInvW, "defect": r.Defect, "rmse_fwd": a.RMSEFwd, "rmse_rev": a.RMSERev, "cost": a.Cost,
		"off": a.Off, "b_minus_j": r.BMinusJ(), "b_stderr": 109, "b_mc": 113, "b_mc_stderr": 127,
	}
	if diff := cmp.Diff(want, r.Numbers()); diff != "" {
		t.Error(diff)
	}
}

// TestSlack: B - J is 0 up to 1e-12 of B on both sides of J, infinite where B alone is, and NaN where both are.
func TestSlack(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ J, B, want float64 }{{2, 1.875, -1. / 8}, {2, 2 + 0x1p-39, 0}, {2, 2 - 0x1p-39, 0},
		{2, 2 + 0x1p-38, 0x1p-38}, {2, 2 - 0x1p-38, -0x1p-38}, {0, 1e-20, 1e-20}, {0, 0, 0}, {2, inf, inf},
		{inf, inf, math.NaN()}} {
		r := Run{}
		r.Final = exact.Divergence{Forward: c.J}
		r.Paths = exact.Divergence{Forward: c.B}
		for _, got := range []float64{r.BMinusJ(), Measure(r).At("b_minus_j")} {
			if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
				t.Errorf("of J = %v and B = %v: B - J is %v, want %v", c.J, c.B, got, c.want)
			}
		}
	}
}

// TestMeasure: B near equilibrium has the five digits that it is good to, and what a run does not have is left out.
func TestMeasure(t *testing.T) {
	v := Measure(Run{NearB: 0.123456789, NearFloor: math.NaN()})
	if v.At("near_b") != 0.12346 || !math.IsNaN(v.At("near_b_floor")) || !math.IsNaN(v.At("b_mc")) {
		t.Errorf("the numbers are %v", v)
	}
}
