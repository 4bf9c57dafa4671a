package paper

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

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
	var g exact.Measured
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

// An Ensemble is one figure over many draws of a random toy, with the percentile of the
// published figure among them.
type Ensemble struct {
	Toy        string // the catalogue's name
	Quantity   string // "J", "B" or "B/J"
	T          int
	Draws      int
	Q1, Q2, Q3 float64 // the quartiles
	Published  float64 // for B/J the quotient of the published B and J
	Printed    string  // Published as printed; "" for B/J, which was not printed
	Percentile float64 // percent of the draws that are not above the published figure
	Ours       float64 // of the draw at the toy's default seed
}

// ensembles measures the draws of seeds 0..n-1 of every random toy of the paper.
func ensembles(ctx context.Context, n int, progress experiments.Progress) ([]Ensemble, error) {
	random := slices.DeleteFunc(Toys(), func(t Toy) bool { return !t.Seeded })
	var rows []Ensemble
	for i, t := range random {
		draws, err := drawAll(ctx, t, 0, n, progress.Share(i, i+1, len(random)))
		if err != nil {
			return nil, err
		}
		ours, err := draw(ctx, t, t.Seed)
		if err != nil {
			return nil, err
		}
		rows = append(rows, ensemble(t, draws, ours)...)
	}
	return rows, nil
}

// ensemble has a row for every published figure, and one for B/J.
func ensemble(t Toy, draws []Draw, ours Draw) []Ensemble {
	var rows []Ensemble
	add := func(quantity string, T int, published float64, printed string, figure func(Draw) float64) {
		xs := make([]float64, len(draws))
		for i, d := range draws {
			xs[i] = figure(d)
		}
		slices.Sort(xs)
		quartile := func(k float64) float64 { return stat.Quantile(k/4, stat.LinInterp, xs, nil) }
		rows = append(rows, Ensemble{Toy: t.Name, Quantity: quantity, T: T, Draws: len(draws),
			Q1: quartile(1), Q2: quartile(2), Q3: quartile(3), Published: published, Printed: printed,
			Percentile: 100 * stat.CDF(published, stat.Empirical, xs, nil), Ours: figure(ours)})
	}
	for i, p := range t.Published {
		add(string(p.Quantity), p.T, p.Value(), p.Printed, func(d Draw) float64 { return d.Figures[i] })
		j := slices.IndexFunc(t.Published, func(o Published) bool { return o.Quantity == experiments.J && o.T == p.T })
		if p.Quantity == experiments.B && j >= 0 {
			add("B/J", p.T, p.Value()/t.Published[j].Value(), "",
				func(d Draw) float64 { return d.Figures[i] / d.Figures[j] })
		}
	}
	return rows
}
