package paper

import (
	"context"

	"breadboard/exact"
	"breadboard/experiments"
)

// A Curve is J and B of one toy against T, as Figure 3 draws them, solid and dashed.
type Curve struct {
	Toy       string // the paper's name
	T         []int
	J, B      []float64
	Published []Published
}

// curves measures J and B of the paper's toys at every T of ts.
func curves(ctx context.Context, ts []int, progress experiments.Progress) ([]Curve, error) {
	all := Toys()
	curves := make([]Curve, len(all))
	for i, t := range all {
		curves[i] = Curve{Toy: t.Title, T: ts, Published: t.Published,
			J: make([]float64, len(ts)), B: make([]float64, len(ts))}
	}
	err := experiments.Each(ctx, len(all)*len(ts), progress, func(ctx context.Context, part int) error {
		i, k := part%len(all), len(ts)-1-part/len(all)
		g, err := exact.Measure(ctx, Annealing(all[i].target(), ts[k]))
		if err != nil {
			return err
		}
		curves[i].J[k], curves[i].B[k] = g.J(), g.B()
		return nil
	})
	return curves, err
}

// A Panel is one heat map of Figure 4.
type Panel struct {
	Name string  // "intermediate", "target" or the law of samples
	Beta float64 // its inverse temperature, 1 of the target and the samples
	P    [][]float64
}

// A Gallery is one row of Figure 4: distributions of one toy on its grid, by row
// and column.
type Gallery struct {
	Toy    string
	Panels []Panel
}

// The betas of the intermediate distributions in Figure 4, and the number of
// levels its samples are annealed over. The paper prints the second and not the
// first.
var galleryBetas = []float64{0.1, 0.3, 0.6}

const galleryT = 100

// galleries computes Figure 4: three intermediate distributions, the target, and
// the exact law of the samples of annealing with T = 100.
func galleries(ctx context.Context) ([]Gallery, error) {
	var rows []Gallery
	for _, t := range Toys() {
		target := t.target()
		a := Annealing(target, galleryT)
		lens := []int{target.Grid.Len(0), target.Grid.Len(1)}
		gap, err := exact.Measure(ctx, a)
		if err != nil {
			return nil, err
		}
		row := Gallery{Toy: t.Title}
		for _, beta := range galleryBetas {
			row.Panels = append(row.Panels, Panel{"intermediate", beta, byRow(normalised(a, beta), lens)})
		}
		row.Panels = append(row.Panels,
			Panel{"target", 1, byRow(normalised(a, 1), lens)},
			Panel{"law of AIS samples, T = 100", 1, byRow(gap.Q, lens)})
		rows = append(rows, row)
	}
	return rows, nil
}
