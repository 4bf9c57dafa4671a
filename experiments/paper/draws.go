package paper

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/exact"
	"breadboard/experiments"
)

// A Draw is one random target of a toy, by its seed, and its figures.
type Draw struct {
	Seed     uint64
	Figures  []float64 // in the order of Toy.Published
	Distance float64   // the sum over figures of log²(figure/published)
}

// Search measures the draws of the seeds below n and returns the best of them, at least one:
// nearest to all published figures first; equally near ones by seed. The error is ctx's, or
// that the toy is not random.
func Search(ctx context.Context, toy Toy, n, best int, progress experiments.Progress) ([]Draw, error) {
	draws, err := drawAll(ctx, toy, 0, n, progress)
	slices.SortFunc(draws, func(a, b Draw) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Seed, b.Seed))
	})
	return draws[:min(best, len(draws))], err
}

// drawAll measures the published figures of the toy for each seed from first to
// first+n-1, in that order.
func drawAll(ctx context.Context, toy Toy, first uint64, n int, progress experiments.Progress) ([]Draw, error) {
	if !toy.Seeded {
		return nil, fmt.Errorf("toy %q is not random: it has no other draws; easy and hard have", toy.Name)
	}
	draws := make([]Draw, n)
	err := experiments.Each(ctx, n, progress, func(ctx context.Context, i int) (err error) {
		draws[i], err = draw(ctx, toy, first+uint64(i))
		return err
	})
	return draws, err
}

func draw(ctx context.Context, toy Toy, seed uint64) (Draw, error) {
	d := Draw{Seed: seed}
	target := toy.Of(seed)
	var g exact.Gap
	var err error
	for _, p := range toy.Published { // T rises
		if p.T != g.T {
			if g, err = exact.Measure(ctx, Annealing(target, p.T)); err != nil {
				return Draw{}, err
			}
		}
		x := p.figure(g)
		d.Figures = append(d.Figures, x)
		off := math.Log(x / p.Value())
		d.Distance += off * off
	}
	return d, nil
}
