package accounts

import (
	"math"
	"testing"

	"breadboard/grid/must"
)

// TestOneValueAndNone holds own to a closed form. V has one value, and is 0 in three reverse runs of four. With two
// runs, one of them a forward run, S is 4/2 if the other has V = 0, and 4 if not. So E[S log S] is
// 3/4 log 2 + 1/4 log 4.
func TestOneValueAndNone(t *testing.T) {
	for M, want := range map[int]float64{
		2: 1.25 * math.Ln2,
		3: 9./16*math.Log(4./3) + 6./16*math.Log(8./3) + 1./16*math.Log(4),
	} {
		got := must.Have(newCellWeights(0, []atom{{0.3, 0.25}, {math.Inf(-1), 0.75}}).parts(t.Context(), M))(t)
		if !(math.Abs(got.own-want) <= got.off) {
			t.Errorf("with %d runs own is %v ± %v, want %v", M, got.own, got.off, want)
		}
	}
}

// TestSmallPartsHaveTheirError checks that a V of 1 or e^1/1000, with equal probability, at a million runs: they are
// 1.25e-13, as small as their error. E[S log S] is half of the variance of S to three digits, and so is -E[log S].
func TestSmallPartsHaveTheirError(t *testing.T) {
	const M = 1_000_000
	all := must.Have(newCellWeights(0, []atom{{0, 0.5}, {0.001, 0.5}}).parts(t.Context(), M))(t)
	relative := math.Tanh(0.0005) // the standard deviation of V over its mean
	want := relative * relative / 2 / M
	for _, got := range []float64{all.own, all.other} {
		if !(math.Abs(got-want) <= all.off) {
			t.Errorf("found %v ± %v, want %v", got, all.off, want)
		}
	}
}
