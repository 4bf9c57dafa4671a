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

// lawTails brackets P(sign (log w - log R) > b) by the law of one direction, to this width.
func lawTails(t *testing.T, p programs.Problem, sign, width float64, b []float64) (all []averages.Tail) {
	t.Helper()
	coarse, err := averages.LawOf(t.Context(), p.Annealing, sign < 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	l, err := averages.LawOf(t.Context(), p.Annealing, sign < 0, width/(coarse.High-coarse.Low))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(l.Width-width) > 1e-12 {
		t.Errorf("the width is %v, and %v was asked for", l.Width, width)
	}
	for _, b := range b {
		tail := averages.Tail{B: b, Low: l.Above(b + width), High: l.Above(b - width)}
		if sign < 0 {
			tail.Low, tail.High = 1-l.Above(-b-width), 1-l.Above(-b+width)
		}
		all = append(all, tail)
	}
	return all
}

func TestLawIsEnumerated(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Lifted{}} {
		for _, p := range chaintest.Problems(k, 3) {
			fwd, rev := enumeratedLaws(programs.AIS{Problem: p}, p)
			for sign, law := range map[float64]weightLaw{1: fwd, -1: rev} {
				of := func(_ context.Context, _ programs.Estimator, p programs.Problem, width float64, b ...float64) (
					[]averages.Tail, error) {
					return lawTails(t, p, sign, width, b), nil
				}
				tailsAre(t, "a law", of, programs.AIS{Problem: p}, p, func(b float64) float64 { return law.above(sign, b) })
			}
		}
	}
}

// A law that would take long is known to a larger width, or not at all. It is stopped like
// everything else.
func TestLawIsQuick(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 20_000)[0]
	ctx, stop := context.WithCancel(t.Context())
	stop()
	l, err := averages.LawOf(ctx, p.Annealing, false, 1e-6)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error of a law that is stopped is %v", err)
	}
	if !(l.Width > 1e-3*(l.High-l.Low)) {
		t.Errorf("20,000 levels have a law of width %v", l.Width)
	}
	p = chaintest.Problems(kernels.Metropolis{}, 1_000_000)[0]
	if _, err := averages.LawOf(ctx, p.Annealing, false, 1e-6); !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("the error of a law of a million levels is %v", err)
	}
}

// The comparison sees the law of the other direction.
func TestWrongLawIsFound(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 3)[0]
	_, rev := enumeratedLaws(programs.AIS{Problem: p}, p)
	for _, tail := range lawTails(t, p, 1, 0.1, tailPlaces) {
		if want := rev.above(1, tail.B); tail.Low > want+0.01 || tail.High < want-0.01 {
			return
		}
	}
	t.Error("the forward law has the tails of the reverse one")
}
