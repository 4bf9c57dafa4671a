package averages

import (
	"cmp"
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact/accounts/laplace"
)

// atoms are a law with these masses at the values e^logv. e^-Inf is the value 0.
type atoms struct{ mass, logv []float64 }

// newAtoms returns the law with these masses at the values e^(above - below).
func newAtoms(mass, above, below []float64) atoms {
	logv := make([]float64, len(mass))
	for x := range mass {
		logv[x] = chains.LogRatio(above[x], below[x])
	}
	return atomsOf(mass, logv)
}

// atomsOf returns the law with these masses at the values e^logv. Equal values become one.
func atomsOf(mass, logv []float64) atoms {
	some, masses, _ := laplace.Distinct(logv, mass)
	return atoms{masses[0], some}
}

func (a atoms) combined(ctx context.Context, K int) (Combined, error) {
	least, t := 0., make([]float64, len(a.mass))
	for x, p := range a.mass {
		if p > 0 && math.IsInf(a.logv[x], -1) {
			return infinite, nil
		} else if p > 0 {
			least = min(least, a.logv[x])
		}
	}
	phi := laplacian(func(u float64) (logphi, off float64) {
		for x, logv := range a.logv {
			t[x] = math.Exp(u + logv)
		}
		return laplace.LogAtoms(a.mass, t), 0
	})
	return phi.combined(ctx, len(a.mass), K, least)
}

// tails are P(log v > b).
func (a atoms) tails(b []float64) (all []Tail) {
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
	return all
}

// largest returns the largest of K draws. It is at most the i-th value with probability F_i^K,
// for the distribution function F.
func (a atoms) largest(K int) Combined {
	order := make([]int, 0, len(a.mass))
	for x, p := range a.mass {
		if p > 0 {
			order = append(order, x)
		}
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(a.logv[x], a.logv[y]) })
	if math.IsInf(a.logv[order[0]], -1) {
		return infinite
	}
	c, below, sum := Combined{Off: 1e-13, How: Closed}, 0., 0.
	for _, x := range order {
		sum += a.mass[x]
		upTo, v := math.Pow(sum, float64(K)), a.logv[x]
		c.Mean += v * (upTo - below)
		c.Square += v * v * (upTo - below)
		below = upTo
	}
	return c
}
