package draws

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/diagnostics"
	"breadboard/grid"
)

// leastESS returns the least ESS of log p and of the coordinates. The mean of n draws has tau/n times the variance of a
// draw. tau is the larger of two, of which the first is of neighbours along chains that are independent of each other:
//
//	tau = 1 + 2 Σ_t γ_t/γ_0,  γ_t = Σ (h_s - m)(h_(s+t) - m)/n over all pairs of draws of one chain, t apart.
//
// m is the mean of all draws, so that chains that disagree stay correlated. Chains of any length have a tau, which is 1
// if each has one draw. If all draws are the same, the ESS is the number of chains. The second tau is by batches.
func leastESS(g grid.Grid, p []float64, chains [][]int32) float64 {
	all := slices.Concat(chains...)
	about := make([]float64, len(chains))
	tau := 0.0
	for axis := -1; axis < g.Axes(); axis++ {
		rest := centered(g, p, all, axis)
		var values [][]float64
		for _, c := range chains {
			values = append(values, rest[:len(c)])
			rest = rest[len(c):]
		}
		tau = max(tau, tauOf(diagnostics.LaggedProducts(values, about), len(all)))
	}
	if tau == 0 {
		return float64(len(chains))
	}
	most := tau
	for axis := -1; axis < g.Axes(); axis++ {
		most = max(most, batchesOf(centered(g, p, all, axis)).tauAbove(tau))
	}
	most = max(most, batchesOfCells(all, len(p)).tauAbove(tau))
	return float64(len(all)) / most
}

// centered returns a coordinate of each draw, or log p if axis is -1, less the mean of all draws.
func centered(g grid.Grid, p []float64, all []int32, axis int) []float64 {
	values := make([]float64, len(all))
	first, sum := all[0], 0.0
	for k, x := range all {
		values[k] = math.Log(p[x] / p[first])
		if axis >= 0 {
			values[k] = float64(g.Coord(int(x), axis))
		}
		sum += values[k]
	}
	floats.AddConst(-sum/float64(len(all)), values)
	return values
}

// tauOf returns tau of n draws from n γ_t. The sum ends as Geyer's initial monotone sequence (1992, Section 3.3). For
// independent draws, a sum of L lags has the standard error sqrt(L/n), and a sum of up to two standard errors is taken
// as 0. tau is 0 if all draws are the same, or one is impossible.
func tauOf(gamma []float64, n int) float64 {
	if !(gamma[0] > 0) {
		return 0
	}
	tau := -1.0
	least := math.Inf(1)
	t := 0
	for ; t < len(gamma); t += 2 {
		pair := gamma[t]
		if t+1 < len(gamma) {
			pair += gamma[t+1]
		}
		if !(pair > 0) {
			break
		}
		least = min(least, pair/gamma[0])
		tau += 2 * least
	}
	if tau <= 1+4*math.Sqrt(float64(t)/float64(n)) {
		return 1
	}
	return tau
}
