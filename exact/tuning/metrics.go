package tuning

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/spectra"
)

// A metric returns the square of the speed of a bridge at beta.
type metric func(beta float64) (float64, error)

// bridgeMetric returns a metric that is a function of the bridge at beta: of its level, its distribution p and the
// slope of log f, less the mean under p.
func bridgeMetric(a chains.Annealing, of func(l *chains.Level, p, slope []float64) (float64, error)) metric {
	a, _ = a.WithoutConstants()
	level := a.NewLevel()
	p := make([]float64, a.Grid.Size())
	slope := make([]float64, a.Grid.Size())
	return func(beta float64) (float64, error) {
		level.Move(0, beta)
		normalize(p, level.LogF())
		a.Bridge.Slope(slope, beta)
		floats.AddConst(-floats.Dot(slope, p), slope)
		return of(level, p, slope)
	}
}

// fisher returns the variance of the slope under p_β: on a geometric bridge, of log f_T/f_1.
func fisher(a chains.Annealing) metric {
	return bridgeMetric(a, func(_ *chains.Level, p, slope []float64) (variance float64, err error) {
		for x, s := range slope {
			variance += p[x] * s * s
		}
		return variance, nil
	})
}

const useOther = "use the geometric bridge, or fisher"

// klRate returns the square of the rate at which KL(p_β‖p_T) falls. The rate is the covariance of the slope with log
// p_T - log p_β under p_β.
func klRate(a chains.Annealing) metric {
	lowered, _ := a.WithoutConstants()
	target := make([]float64, a.Grid.Size())
	lowered.Bridge.At(target, 1)
	return bridgeMetric(a, func(l *chains.Level, p, slope []float64) (float64, error) {
		rate := 0.0
		for x, s := range slope {
			wall := math.IsInf(target[x], -1)
			switch {
			case p[x] > 0 && !wall:
				rate += p[x] * s * (target[x] - l.LogF()[x])
			case p[x] > 0 && l.Beta > 0: // at 0 the path may leave a cell at once, as the geometric one does
				return 0, fmt.Errorf("KL(p_β‖p_T) is infinite at beta = %g; "+useOther, l.Beta)
			}
		}
		if l.Beta < 1 && !(rate >= -1e-9) {
			return 0, fmt.Errorf("KL(p_β‖p_T) does not fall at beta = %g; "+useOther, l.Beta)
		}
		return rate * rate, nil
	})
}

// klLeft returns KL(p_β‖p_T). Cells without mass in the target do not count: above β = 0 the path has left them.
func klLeft(a chains.Annealing) func(beta float64) float64 {
	a, _ = a.WithoutConstants()
	target := make([]float64, a.Grid.Size())
	a.Bridge.At(target, 1)
	logZ := floats.LogSumExp(target)
	logf := make([]float64, len(target))
	return func(beta float64) float64 {
		a.Bridge.At(logf, beta)
		top := math.Inf(-1)
		for x, v := range target {
			if math.IsInf(v, -1) {
				logf[x] = v
			}
			top = max(top, logf[x])
		}
		sum, left := 0.0, 0.0
		for x, v := range logf {
			if mass := math.Exp(v - top); mass > 0 {
				sum += mass
				left += mass * (v - target[x])
			}
		}
		return left/sum + logZ - top - math.Log(sum)
	}
}

// normalize sets p to the distribution of a log density. Unlike chains.Normalize it divides by the sum of p itself, so
// that p sums to 1 to an ulp: where a descent ends depends on the last digits.
func normalize(p, logf []float64) {
	top := floats.Max(logf)
	for x, v := range logf {
		p[x] = math.Exp(v - top)
	}
	floats.Scale(1/floats.Sum(p), p)
}

// maxCells is the largest number of cells with mass for which friction is computed. It eliminates a matrix with that
// many rows at each of some hundred betas.
const maxCells = 1024

// friction returns the asymptotic variance of the slope under the kernel at β. One beta takes up to half a second; if
// ctx has ended it is not begun.
func friction(ctx context.Context, a chains.Annealing) (metric, error) {
	middle := a.NewLevel()
	middle.Move(0, 0.5)
	if live := len(chains.Support(chains.Normalized(middle.LogF()))); live > maxCells {
		return nil, fmt.Errorf("the friction of a kernel takes the inverse of a matrix "+
			"with a row for each of %d cells with mass; use at most %d cells, or fisher", live, maxCells)
	}
	op := chains.On(a.Kernel, a.Grid)
	return bridgeMetric(a, func(l *chains.Level, p, slope []float64) (float64, error) {
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
				"so that its friction is infinite; use another kernel, or fisher")
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
