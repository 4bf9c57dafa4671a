package experiments

import (
	"context"

	"breadboard/chains/sample"
)

// A Size says how much of Appendix B is reproduced, and how finely.
type Size struct {
	Quick  bool   // less than all: what comes out says so
	Ts     []int  // of the tightness table
	Along  []int  // the T of Figure 3's curves
	Draws  int    // random targets in the ensemble
	CheckT int    // of the Monte Carlo runs
	Chains int    // of each in each direction
	MCSeed uint64 // of their dice
}

// Full is the whole reproduction, Quick a fast look at it.
func Full() Size {
	return Size{Ts: LogSpaced(10, 100_000, 3), Along: LogSpaced(10, 100_000, 8),
		Draws: 1000, CheckT: 100, Chains: 100_000, MCSeed: 1}
}

// Quick is a fast look: up to T = 10,000, over fewer targets and chains.
func Quick() Size {
	return Size{Quick: true, Ts: LogSpaced(10, 10_000, 1), Along: LogSpaced(10, 10_000, 4),
		Draws: 100, CheckT: 100, Chains: 10_000, MCSeed: 1}
}

// A Reproduction is all of Appendix B.1.1, with what the paper does not have: an
// ensemble of draws, and a Monte Carlo estimate beside every exact number.
type Reproduction struct {
	Size
	Tightness []Tightness
	Curves    []Curve
	Galleries []Gallery
	Ensembles []Ensemble
	Checks    []CrossCheck
}

// Reproduce runs everything. The error is ctx's.
func Reproduce(ctx context.Context, size Size, progress Progress) (Reproduction, error) {
	r := Reproduction{Size: size}
	var err error
	if r.Tightness, err = Tighten(ctx, size.Ts, progress.share(0, 55)); err != nil {
		return r, err
	}
	if r.Curves, err = Curves(ctx, size.Along, progress.share(55, 65)); err != nil {
		return r, err
	}
	if r.Galleries, err = Galleries(ctx); err != nil {
		return r, err
	}
	if r.Ensembles, err = Ensembles(ctx, size.Draws, progress.share(65, 80)); err != nil {
		return r, err
	}
	r.Checks, err = checks(ctx, size, progress)
	return r, err
}

// checks runs each toy's chains: forward, in reverse and exactly.
func checks(ctx context.Context, size Size, progress Progress) ([]CrossCheck, error) {
	var rows []CrossCheck
	for i, t := range PaperToys() {
		row, err := Compare(ctx, t.Name, PaperAnnealing(t.Target(), size.CheckT), sample.Options{
			Chains: size.Chains, Seed: size.MCSeed, Progress: progress.share(80+20*i/3, 80+20*(i+1)/3)})
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}
