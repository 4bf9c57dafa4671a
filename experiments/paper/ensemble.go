package paper

import (
	"context"
	"slices"

	"breadboard/experiments"

	"gonum.org/v1/gonum/stat"
)

// An Ensemble is one figure over many draws of a random toy, with the percentile of the
// published one among them.
type Ensemble struct {
	Toy        string // the catalogue's name
	Quantity   string // "J", "B" or "B/J"
	T          int
	Draws      int
	Q1, Q2, Q3 float64 // the quartiles
	Published  float64 // of B/J: the quotient of the published B and J
	Printed    string  // Published as printed; "" for B/J, which was not
	Percentile float64 // percent of the draws that are not above the published
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
	for i, p := range t.Published {
		row := Ensemble{Toy: t.Name, Quantity: string(p.Quantity), T: p.T,
			Published: p.Value(), Printed: p.Printed, Ours: ours.Figures[i]}
		rows = append(rows, row.over(draws, func(d Draw) float64 { return d.Figures[i] }))
		j := slices.IndexFunc(t.Published, func(o Published) bool { return o.Quantity == experiments.J && o.T == p.T })
		if p.Quantity != experiments.B || j < 0 {
			continue
		}
		ratio := func(d Draw) float64 { return d.Figures[i] / d.Figures[j] }
		row = Ensemble{Toy: t.Name, Quantity: "B/J", T: p.T,
			Published: p.Value() / t.Published[j].Value(), Ours: ratio(ours)}
		rows = append(rows, row.over(draws, ratio))
	}
	return rows
}

// over fills in the numbers that depend on the draws.
func (e Ensemble) over(draws []Draw, figure func(Draw) float64) Ensemble {
	xs := make([]float64, len(draws))
	for i, d := range draws {
		xs[i] = figure(d)
	}
	slices.Sort(xs)
	e.Draws = len(draws)
	e.Q1 = stat.Quantile(0.25, stat.LinInterp, xs, nil)
	e.Q2 = stat.Quantile(0.50, stat.LinInterp, xs, nil)
	e.Q3 = stat.Quantile(0.75, stat.LinInterp, xs, nil)
	e.Percentile = 100 * stat.CDF(e.Published, stat.Empirical, xs, nil)
	return e
}
