package paper

import (
	"context"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid"
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
	var curves []Curve
	for _, t := range Toys() {
		curves = append(curves, Curve{Toy: t.Title, T: ts, Published: t.Published,
			J: make([]float64, len(ts)), B: make([]float64, len(ts))})
	}
	err := everywhere(ctx, ts, progress, func(ctx context.Context, i, k int, toy Toy) error {
		g, err := exact.Measure(ctx, Annealing(toy.target(), ts[k]))
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

// galleryBetas are the betas of the intermediate distributions in Figure 4. The paper does not
// print them.
var galleryBetas = []float64{0.1, 0.3, 0.6}

const galleryT = 100

// galleries computes Figure 4: three intermediate distributions, the target, and
// the exact law of the samples of annealing with T = 100.
func galleries(ctx context.Context) ([]Gallery, error) {
	var rows []Gallery
	for _, t := range Toys() {
		a := Annealing(t.target(), galleryT)
		gap, err := exact.Measure(ctx, a)
		if err != nil {
			return nil, err
		}
		row := Gallery{Toy: t.Title}
		add := func(name string, beta float64, p []float64) {
			row.Panels = append(row.Panels, Panel{name, beta, byRow(p, a.Grid)})
		}
		for _, beta := range galleryBetas {
			add("intermediate", beta, density(a, beta))
		}
		add("target", 1, density(a, 1))
		add("law of AIS samples, T = 100", 1, gap.Q)
		rows = append(rows, row)
	}
	return rows, nil
}

// density returns p_beta, the annealing's distribution at beta.
func density(a chains.Annealing, beta float64) []float64 {
	p := make([]float64, a.Grid.Size())
	a.Bridge.At(p, beta)
	return chains.Normalize(p, p)
}

// byRow cuts a slice over the cells of a box of two axes into its rows.
func byRow(p []float64, g grid.Grid) [][]float64 { return slices.Collect(slices.Chunk(p, g.Len(1))) }

// A Tightness is BREAD's bound B beside J, for one toy at one T, exactly; all divergences
// are in nats.
type Tightness struct {
	Toy   string // the catalogue's name
	Title string // the paper's
	exact.Measured
	Claims   []Claim // the published figures
	Defect   float64 // of exact.Result
	Warnings []string
}

// Ratio is B/J; at least 1, and NaN if both are 0.
func (t Tightness) Ratio() float64 { return t.B() / t.J() }

// Claim returns the published figure of a quantity; ok is false if there is none.
func (t Tightness) Claim(q experiments.Quantity) (c Claim, ok bool) {
	if i := slices.IndexFunc(t.Claims, func(c Claim) bool { return c.Quantity == q }); i >= 0 {
		return t.Claims[i], true
	}
	return Claim{}, false
}

// tightenAll runs the paper's annealings of each of its toys at every T of ts: rows
// toy by toy, in the order of ts.
func tightenAll(ctx context.Context, ts []int, progress experiments.Progress) ([]Tightness, error) {
	rows := make([]Tightness, len(Toys())*len(ts))
	err := everywhere(ctx, ts, progress, func(ctx context.Context, i, k int, toy Toy) (err error) {
		rows[i*len(ts)+k], err = tighten(ctx, toy, ts[k])
		return err
	})
	return rows, err
}

// everywhere calls measure for the ith toy of the paper and the kth of ts. It begins with
// the largest T of all toys.
func everywhere(ctx context.Context, ts []int, progress experiments.Progress,
	measure func(ctx context.Context, i, k int, toy Toy) error) error {
	all := Toys()
	return experiments.Each(ctx, len(all)*len(ts), progress, func(ctx context.Context, part int) error {
		i := part % len(all)
		return measure(ctx, i, len(ts)-1-part/len(all), all[i])
	})
}

func tighten(ctx context.Context, toy Toy, T int) (Tightness, error) {
	r, err := exact.Run(ctx, Annealing(toy.target(), T))
	if err != nil {
		return Tightness{}, err
	}
	row := Tightness{Toy: toy.Name, Title: toy.Title, Gap: r.Gap, Defect: r.Defect, Warnings: r.Warnings}
	for _, p := range toy.Published {
		if p.T == T {
			row.Claims = append(row.Claims, Claim{p, p.figure(r.Gap)})
		}
	}
	return row, nil
}
