package draws

import (
	"math"
	"slices"

	"breadboard/chains/diagnostics"
	"breadboard/grid"
)

// leastESS returns the least ESS of log p and of the coordinates. Chains are independent of each other, so that the
// mean of their n draws has tau/n times the variance of a draw, where
//
//	tau = 1 + 2 Σ_t γ_t/γ_0,  γ_t = Σ (h_s - m)(h_(s+t) - m)/n over all pairs of draws of one chain, t apart.
//
// m is the mean of all draws, so that chains that disagree stay correlated. Chains of any length have a tau, which is 1
// if each has one draw. If all draws are the same, the ESS is the number of chains.
func leastESS(g grid.Grid, p []float64, chains [][]int32) float64 {
	n := 0
	for _, c := range chains {
		n += len(c)
	}
	first := chains[0][0]
	values := make([][]float64, len(chains))
	most := 0.0
	for axis := -1; axis < g.Axes(); axis++ {
		sum := 0.0
		for i, c := range chains {
			values[i] = make([]float64, len(c))
			for k, x := range c {
				v := math.Log(p[x] / p[first])
				if axis >= 0 {
					v = float64(g.Coord(int(x), axis) - g.Coord(int(first), axis))
				}
				values[i][k] = v
				sum += v
			}
		}
		about := slices.Repeat([]float64{sum / float64(n)}, len(chains))
		most = max(most, tauOf(diagnostics.LaggedProducts(values, about), n))
	}
	if most == 0 {
		return float64(len(chains))
	}
	return float64(n) / most
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
