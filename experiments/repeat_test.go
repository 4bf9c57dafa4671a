package experiments_test

import (
	"context"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// cubed tells the rows of three steps of a kernel by those of one.
func cubed(once experiments.AskRows) experiments.AskRows {
	return func(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64, error) {
		p, err := once(ctx, g, beta, logf, cells)
		rows := slices.Clone(p)
		for range 2 {
			next := make([]float64, len(rows))
			for x := range cells {
				for y, v := range rows[x*len(logf):][:len(logf)] {
					floats.AddScaled(next[x*len(logf):][:len(logf)], v, p[y*len(logf):][:len(logf)])
				}
			}
			rows = next
		}
		return rows, err
	}
}

// TestRepeatIsThePowerOfTheKernel: K steps a level are powers of the kernel's matrix, forward and in reverse, for
// kernels that are reversible and that are not; the last K steps are left out together, and each of them costs as much
// as one.
func TestRepeatIsThePowerOfTheKernel(t *testing.T) {
	const T, near = 4, 1e-12 // sums of some 20 numbers of size 1
	target := toys.Target{Grid: grid.New(2, 3), LogF: []float64{0, 1.5, -0.7, 2.1, 0.4, -1.8}}
	for _, kernel := range []string{"metropolis", "cycle", "slice"} {
		for _, skip := range []bool{false, true} {
			s := experiments.Setting{Kernel: kernel, SkipLast: skip}
			once := must.Have(s.AnnealerOn(target))(t)
			s.Repeat = 3
			thrice := must.Have(s.AnnealerOn(target))(t)
			ask, _ := telling(t, kernel, asTold)
			setting := experiments.Setting{Exec: "cubed", SkipLast: skip}
			powers := must.Have(setting.AnnealerOn(target))(t).WithRows(cubed(ask))
			got := must.Have(thrice.Measure(t.Context(), []int{T}, experiments.Ask{}, nil))(t)[0]
			want := must.Have(powers.Measure(t.Context(), []int{T}, experiments.Ask{}, nil))(t)[0]
			must.Near(t, got.J(), want.J(), near, "%s, last kernel left out: %v: J", kernel, skip)
			must.Near(t, got.B(), want.B(), near, "%s, last kernel left out: %v: B", kernel, skip)
			if thrice.StepCost() != 3*once.StepCost() {
				t.Errorf("%s: three steps cost %v, and one %v", kernel, thrice.StepCost(), once.StepCost())
			}
		}
	}
}
