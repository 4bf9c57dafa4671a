package bread

import (
	"cmp"
	"context"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/papers"
)

// measured measures the annealings of each toy by each kernel at every T of ts. Rows are by toy, by kernel and by T.
// Chains go in reverse too: a kernel that misses p has none, and no row.
func measured(ctx context.Context, o papers.Options, kernels []Kernel, ts []int,
	ask experiments.Ask) (rows []experiments.Measurement, err error) {
	toys := Toys()
	for i, t := range toys {
		for j, k := range kernels {
			annealer, err := k.annealer(t, t.Seed)
			if err != nil {
				return nil, err
			}
			if ask.Chains != nil {
				a, _, err := annealer.TakingMisses().At(ctx, ts[0])
				if err != nil {
					return nil, err
				}
				if a.Misses != "" {
					continue
				}
			}
			at := i*len(kernels) + j
			some, err := annealer.Measure(ctx, ts, ask, o.Part(at, at+1, len(toys)*len(kernels)).Progress)
			if err != nil {
				return nil, err
			}
			rows = append(rows, some...)
		}
	}
	return rows, nil
}

// tightness measures J and B, and checks them. Rows are by toy, by T and by kernel.
func tightness(ctx context.Context, o papers.Options, kernels []Kernel, ts []int) ([]experiments.Measurement, error) {
	rows, err := measured(ctx, o, kernels, ts, experiments.Ask{})
	for ofToy := range slices.Chunk(rows, len(ts)*len(kernels)) {
		slices.SortStableFunc(ofToy, func(a, b experiments.Measurement) int { return cmp.Compare(a.T, b.T) })
	}
	return rows, err
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
			name := "distribution of AIS samples, T = 100"
			if !k.isMetropolis() {
				name = "by " + k.Name() + ", T = 100"
			}
			add(name, 1, gap.Q)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
