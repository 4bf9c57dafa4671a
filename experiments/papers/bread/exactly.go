package bread

import (
	"context"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/papers"
)

// A Tightness has J and BREAD's bound B of one toy and kernel at one T, exactly; all divergences are in nats.
type Tightness struct {
	Toy    string // the catalogue's name
	Kernel string
	exact.Measured
	Claims   []Claim // the published numbers, of the paper's kernel
	Defect   float64 // of exact.Result
	Warnings []string
}

// Ratio returns B/J, which is at least 1; NaN if both are 0.
func (t Tightness) Ratio() float64 { return t.B() / t.J() }

// tightness measures the annealings of each toy at every T of ts. Rows are by toy, then by T and by kernel.
func tightness(ctx context.Context, o papers.Options, kernels []Kernel, ts []int) ([]Tightness, error) {
	n := len(kernels)
	rows := make([]Tightness, len(Toys())*len(ts)*n)
	return rows, forEachPlace(ctx, o, kernels, ts, func(ctx context.Context, at place, a chains.Annealing) error {
		r, err := exact.Run(ctx, a)
		row := Tightness{Toy: at.toy.Name, Kernel: at.kernel.Name(), Measured: r.Measured, Defect: r.Defect,
			Warnings: r.Warnings}
		for _, p := range at.toy.Published {
			if p.T == ts[at.t] && at.kernel.isMetropolis() {
				row.Claims = append(row.Claims, Claim{p, p.Select(r.J(), r.B())})
			}
		}
		rows[(at.i*len(ts)+at.t)*n+at.k] = row
		return err
	})
}

// A Curve has J and B of one toy and kernel against T, as Figure 3 draws them, solid and dashed.
type Curve struct {
	Toy, Kernel string
	T           []int
	J, B        []float64
}

// curves measures the curves of each toy and kernel.
func curves(ctx context.Context, o papers.Options, kernels []Kernel, ts []int) (all []Curve, err error) {
	for _, t := range Toys() {
		for _, k := range kernels {
			all = append(all, Curve{Toy: t.Name, Kernel: k.Name(), T: ts, J: make([]float64, len(ts)),
				B: make([]float64, len(ts))})
		}
	}
	return all, forEachPlace(ctx, o, kernels, ts, func(ctx context.Context, at place, a chains.Annealing) error {
		g, err := exact.Measure(ctx, a)
		if err == nil {
			c := all[at.i*len(kernels)+at.k]
			c.J[at.t] = g.J()
			c.B[at.t] = g.B()
		}
		return err
	})
}

// A place has a toy, the i-th, a kernel, the k-th, and the t-th of some T.
type place struct {
	toy     Toy
	kernel  Kernel
	i, k, t int
}

// forEachPlace calls measure for the annealing of each toy and kernel at each T. The largest T begin first.
func forEachPlace(ctx context.Context, o papers.Options, kernels []Kernel, ts []int,
	measure func(ctx context.Context, at place, a chains.Annealing) error) error {
	var places []place
	var levels []int
	for i, toy := range Toys() {
		for k, kernel := range kernels {
			for t, T := range ts {
				places = append(places, place{toy, kernel, i, k, t})
				levels = append(levels, T)
			}
		}
	}
	return experiments.EachSized(ctx, levels, 0, o.Progress, func(ctx context.Context, part int) error {
		at := places[part]
		a, err := at.kernel.annealing(ctx, at.toy, at.toy.Seed, ts[at.t])
		if err != nil {
			return err
		}
		return measure(ctx, at, a)
	})
}

// A Panel has one heat map of Figure 4.
type Panel struct {
	Name string  // "intermediate", "target" or the distribution of samples
	Beta float64 // 1 for the target and the samples
	P    [][]float64
}

// A Gallery has one row of Figure 4: distributions of one toy on its grid, by row and column.
type Gallery struct {
	Toy    string
	Panels []Panel
}

// galleries computes Figure 4: three intermediate distributions, the target, and the exact distribution of the samples
// of annealing with T = 100 by each kernel.
func galleries(ctx context.Context, kernels []Kernel) (rows []Gallery, err error) {
	for _, t := range Toys() {
		a := Annealing(t.Of(t.Seed), 100)
		row := Gallery{Toy: t.Name}
		add := func(name string, beta float64, p []float64) {
			row.Panels = append(row.Panels, Panel{name, beta, slices.Collect(slices.Chunk(p, a.Grid.Len(1)))})
		}
		for _, beta := range []float64{0.1, 0.3, 0.6, 1} { // the paper does not print its betas
			p, name := make([]float64, a.Grid.Size()), "intermediate"
			if beta == 1 {
				name = "target"
			}
			a.Bridge.At(p, beta)
			add(name, beta, chains.Normalize(p, p))
		}
		for _, k := range kernels {
			by, err := k.annealing(ctx, t, t.Seed, 100)
			if err != nil {
				return nil, err
			}
			gap, err := exact.Measure(ctx, by)
			if err != nil {
				return nil, err
			}
			name := "law of AIS samples, T = 100"
			if !k.isMetropolis() {
				name = "by " + k.Name() + ", T = 100"
			}
			add(name, 1, gap.Q)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
