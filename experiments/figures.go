package experiments

import (
	"context"

	"breadboard/exact"
)

// A Curve is J and B of one toy against T: what Figure 3 draws, solid and dashed.
type Curve struct {
	Toy       string // the paper's name
	T         []int
	J, B      []float64
	Published []Published
}

// Curves measures J and B of the paper's toys at every T of ts.
func Curves(ctx context.Context, ts []int, progress Progress) ([]Curve, error) {
	all := PaperToys()
	curves := make([]Curve, len(all))
	for i, t := range all {
		curves[i] = Curve{Toy: t.Title, T: ts, Published: t.Published,
			J: make([]float64, len(ts)), B: make([]float64, len(ts))}
	}
	err := Each(ctx, len(all)*len(ts), progress, func(ctx context.Context, part int) error {
		i, k := part%len(all), len(ts)-1-part/len(all)
		g, err := exact.Measure(ctx, PaperAnnealing(all[i].Target(), ts[k]))
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
	Name string  // what it shows
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

// Galleries computes Figure 4: three intermediate distributions, the target, and
// the exact law of the samples of annealing with T = 100.
func Galleries(ctx context.Context) ([]Gallery, error) {
	var rows []Gallery
	for _, t := range PaperToys() {
		target := t.Target()
		a := PaperAnnealing(target, galleryT)
		lens := []int{target.Grid.Len(0), target.Grid.Len(1)}
		gap, err := exact.Measure(ctx, a)
		if err != nil {
			return nil, err
		}
		row := Gallery{Toy: t.Title}
		for _, beta := range galleryBetas {
			row.Panels = append(row.Panels, Panel{"intermediate", beta, fold(law(a, beta), lens)})
		}
		row.Panels = append(row.Panels,
			Panel{"target", 1, fold(law(a, 1), lens)},
			Panel{"law of AIS samples, T = 100", 1, fold(gap.Q, lens)})
		rows = append(rows, row)
	}
	return rows, nil
}
