package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains/aide"
)

// TestLostRunOfGold: where a forward run of a program may have the weight 0, the bias of its own looks is infinite,
// with any number of reverse runs, and the least number that would halve it is not found. The other program's terms
// stay.
func TestLostRunOfGold(t *testing.T) {
	wall := math.Inf(-1)
	p := ends([]float64{0.2, 0, -0.3}, []float64{0, wall, 1})
	lossy := side(t, "importance", p)
	sound := side(t, "posterior", p)
	for m := 1; m <= 9; m++ {
		d := between(t, lossy, sound, aide.Counts{Gold: m, Target: m})
		if !math.IsInf(d.Bias.GoldOwn, 1) || !math.IsInf(d.Expected, 1) || math.IsInf(d.Bias.TargetOwn, 0) {
			t.Errorf("M = %d: the gold standard loses runs, and the bias is %+v", m, d.Bias)
		}
		d = between(t, sound, lossy, aide.Counts{Gold: m, Target: m})
		if !math.IsInf(d.Bias.TargetOwn, 1) || !math.IsInf(d.Expected, 1) || math.IsInf(d.Bias.GoldOwn, 0) {
			t.Errorf("M = %d: the program loses runs, and the bias is %+v", m, d.Bias)
		}
	}
}
