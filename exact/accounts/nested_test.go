package accounts_test

import (
	"errors"
	"math"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/toys"
)

// plain hides everything but the estimator, so that only enumeration is left.
type plain struct{ programs.Estimator }

// nestable are problems with ties, with walls, and with cells of likelihood 0 or ∞.
func nestable() []programs.Problem {
	inf := math.Inf(-1)
	return append(chaintest.Problems(kernels.HeatBath{}, 2),
		ends([]float64{0, 0, 0, 0}, []float64{0.5, 1.5, 0.5, 1.5}),
		ends([]float64{0.5, -1, 0.25, 0}, []float64{1.5, 0.5, 1.25, 1}),
		ends([]float64{0.4, -0.2, 1.1, inf}, []float64{inf, 0.3, -0.9, 0.8}),
		ends([]float64{0, 0.2, 0.4}, []float64{-900, -300, 0.3}),
		ends([]float64{0, -901, -900.5, -900}, []float64{0, 1, 0.5, 2})) // draws among masses below any float
}

func TestNestedSamplingIsEnumerated(t *testing.T) {
	for _, p := range nestable() {
		for _, left := range []programs.Shrinkage{programs.MeanShrinkage, programs.UnbiasedShrinkage} {
			for _, particles := range []int{2, 3} {
				e := programs.NewNS(p, particles, 0, left)
				got, want := account(t, e, p), account(t, plain{e}, p)
				if got.How != accounts.Deaths || want.How != accounts.Enumerated {
					t.Errorf("the account is %s, and compared with one that is %s", got.How, want.How)
				}
				if math.IsNaN(want.MeanW) { // no dice draw the masses that are below any float
					want.MeanW = got.MeanW
				}
				compareForward(t, got, want)
				if got.G != nil {
					t.Errorf("G is %v", got.G)
				}
			}
		}
	}
}

// With one particle more the account is another.
func TestOneParticleMoreIsSeen(t *testing.T) {
	p := ends([]float64{0, 0.2, 0.4}, []float64{0.5, -1, 0.3})
	got := account(t, programs.NewNS(p, 2, 0, programs.MeanShrinkage), p)
	want := account(t, plain{programs.NewNS(p, 3, 0, programs.MeanShrinkage)}, p)
	if math.Abs(got.Paths.Forward-want.Paths.Forward) < 1e-3 {
		t.Error("E_fwd[log w] is the same")
	}
}

// TestNestedSamplingThatWalks is enumerated, even if the walk is an exact draw.
func TestNestedSamplingThatWalks(t *testing.T) {
	p := ends([]float64{0, 0.2, 0.4}, []float64{0.5, -1, 0.3})
	p.Kernel = kernels.Perfect{}
	got := account(t, programs.NewNS(p, 2, 1, programs.MeanShrinkage), p)
	if got.How != accounts.Enumerated {
		t.Errorf("the account is %s", got.How)
	}
	compareForward(t, got, account(t, programs.NewNS(p, 2, 0, programs.MeanShrinkage), p))
}

// The 49 cells of BARRIER have three likelihoods: e^-10 in 13 cells, 1 in 27 and e^3 in 9. The
// particles lose 13/49 P/(P+1) of the volume at the first, on average, and 27/36 P/(P+1) of the
// rest at the second.
func TestNestedSamplingOnBarrier(t *testing.T) {
	p := ends(make([]float64, 49), toys.Barrier().LogF)
	for _, particles := range []int{2, 25, 400} {
		P := float64(particles)
		got := account(t, programs.NewNS(p, particles, 0, programs.MeanShrinkage), p)
		low, mid := 13./49*P/(P+1), 27./36*P/(P+1)
		want := low*math.Exp(-10) + (1-low)*(mid+(1-mid)*math.Exp(3))
		near(t, "E_fwd[w]/R", got.MeanW, want/math.Exp(got.LogR))
		unbiased := account(t, programs.NewNS(p, particles, 0, programs.UnbiasedShrinkage), p)
		near(t, "E_fwd[w]/R with the share of survivors", unbiased.MeanW, 1)
	}
}

// The cell of high likelihood is too small to be drawn: log w is 1000 nats off, and its square a
// million.
func TestOffOfNestedSamplingThatMisses(t *testing.T) {
	p := ends([]float64{0, -600}, []float64{-1000, 0})
	a := account(t, programs.NewNS(p, 2, 0, programs.MeanShrinkage), p)
	if !(a.FwdSquare > 1e5 && a.Off > 0x1p-53*a.FwdSquare && a.Off < 1e-9*a.FwdSquare) {
		t.Errorf("E_fwd[log² w/R] is %g, and the account says that it is off by %g", a.FwdSquare, a.Off)
	}
}

func TestNestedSamplingOfManyLikelihoods(t *testing.T) {
	to := make([]float64, 49)
	for x := range to {
		to[x] = math.Sin(float64(x))
	}
	p := ends(make([]float64, 49), to)
	_, err := accounts.Of(t.Context(), programs.NewNS(p, 2, 0, programs.MeanShrinkage), p)
	if !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("the error is %v", err)
	}
}
