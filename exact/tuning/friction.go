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
	middle := a.NewLevel()
	middle.Move(0, 0.5)
	if live := len(chains.Support(chains.Normalized(middle.LogF()))); live > MaxCells {
		return nil, fmt.Errorf("the friction of a kernel takes the inverse of a matrix "+
			"with a row for each of %d cells with mass; at most %d would do", live, MaxCells)
	}
	op := chains.On(a.Kernel, a.Grid)
	return along(a, func(l *chains.Level, p, slope []float64) (float64, error) {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		op.Aim(l)
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
	}), nil
}
