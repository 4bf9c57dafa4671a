package draws

import (
	"math"

	"breadboard/grid"
)

// fewLags is how many lags are looked at first. Most chains have forgotten by then, or have after some times moreLags
// as many: what these take of time and memory is hardly seen beside the draws.
const fewLags, moreLags = 64, 16

// leastESS is the least ESS of the functions that the package names. Chains are independent of each other. So their n
// draws have a mean of variance tau/n times that of a draw, where
//
//	tau = 1 + 2 Σ_t γ_t/γ_0,  γ_t = Σ (h_s - m)(h_(s+t) - m)/n over all pairs of draws of one chain, t apart.
//
// m is the mean of all draws, so that chains that disagree stay correlated, and chains of any lengths have a tau: 1,
// if each has one draw. The sum ends as Geyer's initial monotone sequence (1992, Section 3.3). Of independent draws a
// sum of L lags has the standard error sqrt(L/n), and a sum of up to two of these is taken as 0. If all draws are the
// same, as many count as there are chains.
func leastESS(g grid.Grid, p []float64, chains [][]int32) float64 {
	f := along(g, p, chains)
	most := 0.0
	for axis := -1; axis < f.grid.Axes(); axis++ {
		f.set(axis)
		for looked := fewLags; ; looked *= moreLags {
			tau, ended := tauOf(f.lags.Products(f.values, f.about, looked), f.n)
			if ended || looked >= f.longest {
				most = max(most, tau)
				break
			}
		}
	}
	if most == 0 {
		return float64(len(f.chains))
	}
	return float64(f.n) / most
}

// tauOf is tau of n draws by the first n γ_t, and whether its sum ends among them. It is 0 if all draws are the same,
// or one is impossible.
func tauOf(gamma []float64, n int) (tau float64, ended bool) {
	if !(gamma[0] > 0) {
		return 0, true
	}
	tau = -1
	least := math.Inf(1)
	t := 0
	for ; t+1 < len(gamma) && gamma[t]+gamma[t+1] > 0; t += 2 {
		least = min(least, (gamma[t]+gamma[t+1])/gamma[0])
		tau += 2 * least
	}
	if tau <= 1+4*math.Sqrt(float64(t)/float64(n)) {
		tau = 1
	}
	return tau, t+1 < len(gamma)
}
