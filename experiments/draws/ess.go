package draws

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/diagnostics"
	"breadboard/grid"
)

// leastESS returns the least ESS of these functions of a cell. The mean of n draws has tau/n times the variance of a
// draw. tau is the larger of two, of which the first is of neighbours along chains that are independent of each other:
//
//	tau = 1 + 2 Σ_t γ_t/γ_0,  γ_t = Σ (h_s - m)(h_(s+t) - m)/n over all pairs of draws of one chain, t apart.
//
// m is the mean of all draws, so that chains that disagree stay correlated. Chains of any length have a tau, which is 1
// if each has one draw. If all draws are the same, the ESS is the number of chains. The second tau is by batches.
func leastESS(chains [][]int32, functions ...[]float64) float64 {
	all := slices.Concat(chains...)
	about := make([]float64, len(chains))
	tau := 0.0
	for _, h := range functions {
		rest := centered(h, all)
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
	for _, h := range functions {
		most = max(most, batchesOf(centered(h, all)).tauAbove(tau))
	}
	most = max(most, batchesOfCells(all, len(functions[0])).tauAbove(tau))
	return float64(len(all)) / most
}

// logAndPlaces returns log p and the coordinates, as functions of a cell.
func logAndPlaces(g grid.Grid, p []float64) [][]float64 {
	functions := make([][]float64, 1+g.Axes())
	for x, mass := range p {
		functions[0] = append(functions[0], math.Log(mass))
		for a := range g.Axes() {
			functions[1+a] = append(functions[1+a], float64(g.Coord(x, a)))
		}
	}
	return functions
}

// centered returns h of each draw, less the mean of all draws. It is exactly 0 if h is the same for all.
func centered(h []float64, all []int32) []float64 {
	values := make([]float64, len(all))
	sum := 0.0
	for k, x := range all {
		values[k] = h[x] - h[all[0]]
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

// A batches has draws of h, cut into batches of neighbours. Their sums S vary by
//
//	E Σ |S - b mean|² = tau b (m - 1) Var(h)   over m batches of b independent draws, with tau = 1.
//
// Walkers that take turns, as emcee writes them, differ from all their neighbours. The sum of a batch still has every
// pair of its draws, at any lag below b.
type batches struct {
	n        int
	variance float64                      // of a draw
	freedom  float64                      // degrees of freedom of one batch
	square   func(begin, end int) float64 // |S - b mean|² of the draws from begin to end
}

// fewBatches and manyBatches are the least and the largest number of batches. Few are long, and their tau is known to
// half of itself; many see a weak correlation of walkers by the dozen.
const fewBatches, manyBatches = 8, 128

// tauAbove returns the largest tau of batches, or 0 if none is above tau by more than chance, which is a χ² over its
// degrees of freedom. Independent draws have one above 1 about as often as Level says.
func (h batches) tauAbove(tau float64) (most float64) {
	for m := fewBatches; m <= manyBatches && 2*m <= h.n; m *= 2 {
		b := h.n / m
		sum := 0.0
		for i := range m {
			sum += h.square(i*b, (i+1)*b)
		}
		sum /= float64(b*(m-1)) * h.variance
		chance := distuv.ChiSquared{K: h.freedom * float64(m-1)}
		if sum > tau*chance.Quantile(1-Level)/chance.K {
			most = max(most, sum)
		}
	}
	return most
}

// batchesOf returns the batches of values about their mean.
func batchesOf(values []float64) batches {
	return batches{len(values), floats.Dot(values, values) / float64(len(values)), 1, func(begin, end int) float64 {
		return math.Pow(floats.Sum(values[begin:end]), 2)
	}}
}

// batchesOfCells returns the batches of cells, as the counts of all cells together. A weak correlation of all cells is
// clear there, and not in one coordinate. Its degrees of freedom are those of a sum of squares with the covariance
// diag(q) - qq' (Satterthwaite), where q has the shares of the cells: trace² over trace of square.
func batchesOfCells(all []int32, cells int) batches {
	q, second, trace := sharesOf(all, cells)
	variance := 1 - second
	counts := make([]float64, cells)
	square := func(begin, end int) float64 {
		clear(counts)
		for _, x := range all[begin:end] {
			counts[x]++
		}
		floats.AddScaled(counts, float64(begin-end), q)
		return floats.Dot(counts, counts)
	}
	return batches{len(all), variance, variance * variance / trace, square}
}

// sharesOf returns the shares q of the cells, Σq², and trace(C²) of their covariance C = diag(q) - qq'.
func sharesOf(all []int32, cells int) (q []float64, second, square float64) {
	q = make([]float64, cells)
	for _, x := range all {
		q[x] += 1 / float64(len(all))
	}
	third := 0.0
	for _, share := range q {
		second += share * share
		third += share * share * share
	}
	return q, second, second - 2*third + second*second
}

// mostApart bounds how far apart draws are compared, and so the walkers that take turns whose draws are known to depend
// on each other.
const mostApart = 1000

// areIndependent reports whether draws are alike no more often than by chance, however far apart. Of n independent
// pairs with the shares q, n Σq² are alike, with the variance n trace(C²) where q is counted from the draws.
// Bernstein's inequality says what chance adds, also where pairs are few: any distance exceeds it with probability
// Level.
func areIndependent(all []int32, cells int) bool {
	_, second, variance := sharesOf(all, cells)
	most := math.Log(mostApart / Level)
	for apart := 1; apart <= min(mostApart, len(all)/2); apart++ {
		n := float64(len(all) - apart)
		alike := 0
		for k, x := range all[apart:] {
			if x == all[k] {
				alike++
			}
		}
		if float64(alike) > n*second+math.Sqrt(2*most*n*variance)+most {
			return false
		}
	}
	return true
}
