package bread

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/experiments/papers"
)

// add adds what is measured of a toy by each kernel. A command is asked once for its rows at each beta.
func (f *Results) add(ctx context.Context, o papers.Options, t Toy, kernels []Kernel) error {
	annealers := make([]experiments.Annealer, len(kernels))
	for i, k := range kernels {
		var err error
		if annealers[i], err = k.annealer(t, t.Seed); err != nil {
			return err
		}
	}
	// When each part ends, in hundredths of the time.
	const tight, curved, checked = 65, 75, 100
	rows, err := measured(ctx, o.Part(0, tight, checked), annealers, f.Ts, experiments.Ask{})
	if err != nil {
		return err
	}
	slices.SortStableFunc(rows, func(a, b experiments.Measurement) int { return cmp.Compare(a.T, b.T) })
	f.Tightness = append(f.Tightness, rows...)
	curves := experiments.Ask{Unchecked: true}
	if rows, err = measured(ctx, o.Part(tight, curved, checked), annealers, f.CurveTs, curves); err != nil {
		return err
	}
	f.Curves = append(f.Curves, rows...)
	row, err := gallery(ctx, t, annealers)
	if err != nil {
		return err
	}
	f.Galleries = append(f.Galleries, row)
	chains := experiments.Ask{Chains: &experiments.Chains{N: f.Chains, Seed: o.Seeded(1)}}
	rows, err = measured(ctx, o.Part(curved, checked, checked), annealers, []int{100}, chains)
	f.Checks = append(f.Checks, rows...)
	return err
}

// measured measures annealings of a toy at every T of ts. Rows are by kernel and by T. Chains go in reverse too: a
// kernel that misses p has none, and no row.
func measured(ctx context.Context, o papers.Options, annealers []experiments.Annealer, ts []int,
	ask experiments.Ask) (rows []experiments.Measurement, err error) {
	for i, annealer := range annealers {
		some, err := annealer.Measure(ctx, ts, ask, o.Part(i, i+1, len(annealers)).Progress)
		if ask.Chains != nil && errors.As(err, new(experiments.MissError)) {
			continue
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	return rows, nil
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

// gallery computes a row of Figure 4: three intermediate distributions, the target, and the exact distribution of the
// samples of annealing with T = 100 by each kernel, the paper's first.
func gallery(ctx context.Context, t Toy, annealers []experiments.Annealer) (Gallery, error) {
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
	for i, annealer := range annealers {
		rows, err := annealer.Measure(ctx, []int{a.T()}, experiments.Ask{Unchecked: true}, nil)
		if err != nil {
			return row, err
		}
		name := "distribution of AIS samples, T = 100"
		if i > 0 {
			name = "by " + annealer.WithDefaults().Kernel + ", T = 100"
		}
		add(name, 1, rows[0].Q)
	}
	return row, nil
}
