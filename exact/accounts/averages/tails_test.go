package averages_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/exact/accounts/averages"
)

// above is P(sign v > b).
func (l weightLaw) above(sign, b float64) (sum float64) {
	for v, p := range l {
		if sign*v > b {
			sum += p
		}
	}
	return sum
}

var tailPlaces = []float64{-2, -0.7, -0.1, 0, 0.05, 0.3, 0.9, 1.7, 3}

func TestTailsAreEnumerated(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}} {
		for _, p := range chaintest.Problems(k, 3) {
			for _, e := range []programs.Program{programs.NewImportance(p), programs.NewSIR(p, 1), programs.NewSIR(p, 3),
				programs.AIS{Problem: p}} {
				fwd, rev := enumeratedLaws(e, p)
				tailsAre(t, "log w > log R + b", averages.Above, e, p, func(b float64) float64 { return fwd.above(1, b) })
				tailsAre(t, "log w < log R - b", averages.Below, e, p, func(b float64) float64 { return rev.above(-1, b) })
			}
		}
	}
}

// At the edges some weights are 0 or infinite.
func TestTailsAreEnumeratedAtTheEdges(t *testing.T) {
	inf := math.Inf(-1)
	for _, p := range []programs.Problem{
		ends([]float64{0, 0.2, 0.4}, []float64{0.5, -1, inf}),
		ends([]float64{0, 0.2, inf}, []float64{0.5, -1, 0.3}),
		ends([]float64{0, 0.2, 0.4}, []float64{0.5, -20, 0.3}),
	} {
		for _, e := range []programs.Program{programs.NewImportance(p), programs.NewSIR(p, 2), programs.AIS{Problem: p}} {
			fwd, rev := enumeratedLaws(e, p)
			tailsAre(t, "log w > log R + b", averages.Above, e, p, func(b float64) float64 { return fwd.above(1, b) })
			tailsAre(t, "log w < log R - b", averages.Below, e, p, func(b float64) float64 { return rev.above(-1, b) })
		}
	}
}

// tailsAre compares tails with those of a law of atoms: they hold the tail between them, and
// not more than that of two widths around.
func tailsAre(t *testing.T, what string,
	of func(context.Context, programs.Estimator, programs.Problem, float64, ...float64) ([]averages.Tail, error),
	e programs.Program, p programs.Problem, above func(b float64) float64) {
	t.Helper()
	const width, rounding = 0.1, 1e-11
	all, err := of(t.Context(), e, p, width, tailPlaces...)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range tailPlaces {
		got := all[i]
		if got.B != b {
			t.Errorf("%T: tail %d is at %v", e, i, got.B)
		}
		if want := above(b + 1e-9); got.Low > want+rounding {
			t.Errorf("%T: P(%s) is at least %v for b = %v, and it is %v", e, what, got.Low, b, want)
		}
		if want := above(b - 1e-9); got.High < want-rounding {
			t.Errorf("%T: P(%s) is at most %v for b = %v, and it is %v", e, what, got.High, b, want)
		}
		if want := above(b + 2.1*width); got.Low < want-rounding {
			t.Errorf("%T: P(%s) is bounded by %v for b = %v, where %v would do", e, what, got.Low, b, want)
		}
		if want := above(b - 2.1*width); got.High > want+rounding {
			t.Errorf("%T: P(%s) is bounded by %v for b = %v, where %v would do", e, what, got.High, b, want)
		}
		if got.Low > got.Markov() {
			t.Errorf("%T: P(%s) is at least %v for b = %v, above Markov's bound", e, what, got.Low, b)
		}
	}
}

func TestTailsOfOthers(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 2)[0]
	if _, err := averages.Above(t.Context(), programs.NewCMS(p, 2, 0), p, 0.1, 1); !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("of CMS the error is %v", err)
	}
}

// Of 1,000 draws with two values the number of heavy ones is binomial.
func TestTailOfManyDrawsIsBinomial(t *testing.T) {
	p := ends([]float64{0.3, -0.2}, []float64{-0.9, 1.4})
	first, last := []float64{0.3, -0.2}, []float64{-0.9, 1.4}
	chains.Normalize(first, first)
	chains.Normalize(last, last)
	const draws, b, width = 1000, 0.03, 1e-3
	got, err := averages.Above(t.Context(), programs.NewSIR(p, draws), p, width, b)
	if err != nil {
		t.Fatal(err)
	}
	tail := func(b float64) float64 {
		return binomial(draws, first[1], func(k int) float64 {
			if s := float64(draws-k)*last[0]/first[0] + float64(k)*last[1]/first[1]; math.Log(s/draws) > b {
				return 1
			}
			return 0
		})
	}
	if want := tail(b + 2*width); got[0].Low < want-1e-11 {
		t.Errorf("the tail is at least %v, and %v would do", got[0].Low, want)
	}
	if got[0].Low > tail(b)+1e-11 {
		t.Errorf("the tail is at least %v, and it is %v", got[0].Low, tail(b))
	}
	if got[0].High < tail(b)-1e-11 {
		t.Errorf("the tail is at most %v, and it is %v", got[0].High, tail(b))
	}
}

// The comparison sees the law of another number of draws.
func TestBrokenTailIsFound(t *testing.T) {
	p := chaintest.Problems(kernels.Identity{}, 2)[0]
	fwd, _ := enumeratedLaws(programs.NewSIR(p, 3), p)
	all, err := averages.Above(t.Context(), programs.NewSIR(p, 2), p, 0.1, tailPlaces...)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range tailPlaces {
		if want := fwd.above(1, b); all[i].Low > want+0.01 || all[i].High < want-0.01 {
			return
		}
	}
	t.Error("every tail fits one draw less")
}

// A SIR's tails at many places take long, and stop if the context ends.
func TestTailsHeedTheContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	p := ends([]float64{0, 0}, []float64{0, 1})
	if _, err := averages.Above(ctx, programs.NewSIR(p, 3), p, 0.1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("the error above is %v", err)
	}
	if _, err := averages.Below(ctx, programs.NewSIR(p, 3), p, 0.1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("the error below is %v", err)
	}
}

// The reverse runs from a mass of p_1 below any float are half of all, and no power has them.
func TestTailsFromMassesBelowAnyFloatAreRefused(t *testing.T) {
	p := ends([]float64{0, -900}, []float64{0, 0})
	if _, err := averages.Below(t.Context(), annealer(p), p, 0.1, 1); !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("the error is %v", err)
	}
}
