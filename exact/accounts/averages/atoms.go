package averages

import (
	"cmp"
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact/accounts/laplace"
)

// atoms are a law with these masses at the values v = e^logv. e^-Inf is the value 0. times are the masses
// times v, also where v is infinite and has no mass: then what E[v] lacks to 1.
type atoms struct {
	mass, times, logv []float64
	zero              bool // v may be 0, be it with a mass below any float
}

// newAtoms returns the law of over/mass, of two laws, for a draw from mass. Equal values become one.
func newAtoms(mass, logmass, over, logover []float64) (a atoms) {
	logv := make([]float64, len(mass))
	for x := range mass {
		logv[x] = chains.LogRatio(logover[x], logmass[x])
		a.zero = a.zero || math.IsInf(logv[x], -1)
	}
	some, masses, _ := laplace.Distinct(logv, mass, over)
	a.mass, a.times, a.logv = masses[0], masses[1], some
	return a
}

// mean is the log of the mean of K values.
func (a atoms) mean(ctx context.Context, K int) (Combined, error) {
	if a.zero {
		return infinite, nil
	}
	var l laplace.Logs
	sum := laplace.NewMean(a.mass, a.times, a.logv, K)
	for n, err := range laplace.Nodes(ctx, len(a.mass), sum.Low, sum.High) {
		if err != nil {
			return Combined{}, err
		}
		l.Add(n, n.Above(sum.At(n)))
	}
	return ofLogs(l, 0), nil
}

// tails are P(log v > b).
func (a atoms) tails(_ context.Context, _ float64, b []float64) (all []Tail, err error) {
	for _, b := range b {
		t := Tail{B: b, How: Closed}
		for x, p := range a.mass {
			if p > 0 && a.logv[x] > b+narrow {
				t.Low += p
			}
			if p > 0 && a.logv[x] > b-narrow {
				t.High += p
			}
		}
		all = append(all, t)
	}
	return all, nil
}

// largest returns the largest of K draws. It is below a value with probability (1 - P)^K, where P is the mass from
// that value on.
func (a atoms) largest(K int) Combined {
	order := make([]int, 0, len(a.mass))
	for x, p := range a.mass {
		if p > 0 {
			order = append(order, x)
		}
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(a.logv[y], a.logv[x]) })
	if a.zero {
		return infinite
	}
	c, upTo, above := Combined{How: Closed}, 1., 0.
	for _, x := range order {
		above = min(above+a.mass[x], 1)
		below, v := math.Exp(float64(K)*math.Log1p(-above)), a.logv[x]
		if x == order[len(order)-1] {
			below = 0
		}
		c.Mean += v * (upTo - below)
		c.Square += v * v * (upTo - below)
		upTo = below
	}
	c.Off = 1e-13 * max(1, c.Square)
	return c
}
