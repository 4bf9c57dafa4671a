package paper

import (
	"context"

	"breadboard/experiments"
)

// A Size says how much of Appendix B to reproduce, and how finely.
type Size struct {
	Quick  bool  // less than all; the reports say so
	Ts     []int // of the tightness table
	Along  []int // the T of Figure 3's curves
	Draws  int   // random targets in the ensemble
	Chains int   // of each Monte Carlo run in each direction
}

// Full is the whole reproduction.
func Full() Size {
	return Size{Ts: logSpaced(10, 100_000, 3), Along: logSpaced(10, 100_000, 8), Draws: 1000, Chains: 100_000}
}

// Quick is a fast look: up to T = 10,000, over fewer targets and chains.
func Quick() Size {
	return Size{Quick: true, Ts: logSpaced(10, 10_000, 1), Along: logSpaced(10, 10_000, 4), Draws: 100, Chains: 10_000}
}

// A Reproduction is all of Appendix B.1.1, with two things that the paper does not have: an
// ensemble of draws, and a Monte Carlo estimate beside every exact number.
type Reproduction struct {
	Size
	Tightness []Tightness
	Curves    []Curve
	Galleries []Gallery
	Ensembles []Ensemble
	Checks    []experiments.CrossCheck
}

// Reproduce runs everything. The error is ctx's.
func Reproduce(ctx context.Context, size Size, progress experiments.Progress) (Reproduction, error) {
	r := Reproduction{Size: size}
	var err error
	if r.Tightness, err = tightenAll(ctx, size.Ts, progress.Share(0, 55, 100)); err != nil {
		return r, err
	}
	if r.Curves, err = curves(ctx, size.Along, progress.Share(55, 65, 100)); err != nil {
		return r, err
	}
	if r.Galleries, err = galleries(ctx); err != nil {
		return r, err
	}
	if r.Ensembles, err = ensembles(ctx, size.Draws, progress.Share(65, 79, 100)); err != nil {
		return r, err
	}
	r.Checks, err = checks(ctx, size, progress)
	return r, err
}

// checks runs each toy's chains at T = 100: forward, in reverse and exactly.
func checks(ctx context.Context, size Size, progress experiments.Progress) ([]experiments.CrossCheck, error) {
	var rows []experiments.CrossCheck
	for i, t := range Toys() {
		setting := experiments.Setting{Toy: t.Name}
		if t.Seeded {
			setting.Seed = &t.Seed
		}
		chain, err := setting.Chain()
		if err != nil {
			return rows, err
		}
		row, err := chain.CrossChecks(ctx, []int{100}, experiments.Sampling{Chains: size.Chains, Seed: 1},
			progress.Share(79+7*i, 86+7*i, 100))
		if err != nil {
			return rows, err
		}
		rows = append(rows, row...)
	}
	return rows, nil
}
