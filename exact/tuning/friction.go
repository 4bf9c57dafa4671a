package tuning

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/spectra"
)

// MaxCells is the largest number of cells with mass for which friction is computed. It
// eliminates a matrix with that many rows at each of some hundred betas.
const MaxCells = 1024

// friction returns the metric that is the asymptotic variance of the slope under the kernel at
// β. One beta takes up to half a second; if ctx has ended it is not begun.
func friction(ctx context.Context, a chains.Annealing) (metric, error) {
	a, _ = a.Lowered()
	op := chains.On(a.Kernel, a.Grid)
	level := a.NewLevel()
	p := make([]float64, a.Grid.Size())
	slope := make([]float64, a.Grid.Size())
	level.Move(0, 0.5)
	normalize(p, level.LogF())
	if live := len(chains.Support(p)); live > MaxCells {
		return nil, fmt.Errorf("the friction of a kernel takes the inverse of a matrix "+
			"with a row for each of %d cells with mass; at most %d would do", live, MaxCells)
	}
	return func(beta float64) (float64, error) {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		level.Move(0, beta)
		normalize(p, level.LogF())
		centred(slope, p, a.Bridge, beta)
		op.Aim(level)
		live := chains.Support(p)
		m := spectra.Of(op, len(p)).On(live)
		s := chains.In(live, slope)
		switch {
		case len(m.Classes()) > 1:
			return 0, errors.New("the kernel does not get from every cell with mass to every other, " +
				"so that its friction is infinite; another kernel, or fisher, would do")
		case floats.Max(s) == floats.Min(s): // the bridge stands still
			return 0, nil
		}
		variances, _, err := m.AsymptoticVariances(chains.In(live, p), [][]float64{s})
		if err != nil {
			return 0, err
		}
		return variances[0], nil
	}, nil
}
