package diagnostics

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// A series is a number along chains, as a function, its normal score or an event, with the moments that
// diagnostics share.
type series struct {
	chains           [][]float64
	means, variances []float64   // by chain
	firsts           [][]float64 // autocovariances of each chain up to some lag; nil until asked for
	all              []float64   // mean autocovariances at all lags; nil until asked for
}

func newSeries(chains [][]float64) *series {
	s := &series{chains: chains}
	for _, c := range chains {
		s.means = append(s.means, mean(c))
		s.variances = append(s.variances, variance(c))
	}
	return s
}

// withinPooled returns W, the mean variance of the chains, and V = W (n-1)/n + the variance of
// their means, which is 0 for one chain.
func (s *series) withinPooled() (within, pooled float64) {
	n := float64(len(s.chains[0]))
	within = mean(s.variances)
	pooled = within * (n - 1) / n
	if len(s.chains) > 1 {
		pooled += variance(s.means)
	}
	return within, pooled
}

// summed adds a number of each chain, computed from its values and their variance.
func (s *series) summed(of func(chain []float64, variance float64) float64) (sum float64) {
	for i, c := range s.chains {
		sum += of(c, s.variances[i])
	}
	return sum
}

// first returns the autocovariances of one chain up to the highest lag of an autoregression.
func (s *series) first(chain int) []float64 {
	if s.firsts == nil {
		s.firsts = make([][]float64, len(s.chains))
	}
	if s.firsts[chain] == nil {
		s.firsts[chain] = firstAutocovariances(s.chains[chain])
	}
	return s.firsts[chain]
}

// gamma is the mean autocovariance of the chains at a lag below n. A sum that ends within the first lags,
// 30 of 1000, needs no transform.
func (s *series) gamma(lag int) (mean float64) {
	if lag > highestOrder(len(s.chains[0])) {
		if s.all == nil {
			s.all = autocovariances(s.chains)
		}
		return s.all[lag]
	}
	for i := range s.chains {
		mean += s.first(i)[lag] / float64(len(s.chains))
	}
	return mean
}

// A ranking has the distinct values of chains, sorted, and for each of them how many values are equal to
// it. On a lattice there are few.
type ranking struct {
	distinct []float64
	counts   []int
	places   [][]int32 // the place of every value among the distinct ones, by chain and step
}

func newRanking(chains [][]float64) *ranking {
	all := slices.Concat(chains...)
	slices.Sort(all)
	distinct := slices.Compact(all)
	places := make([][]int32, len(chains))
	for i, c := range chains {
		places[i] = make([]int32, len(c))
		for k, v := range c {
			place, _ := slices.BinarySearch(distinct, v)
			places[i][k] = int32(place)
		}
	}
	return counted(distinct, places)
}

// counted counts the places. It leaves out no distinct value that has none.
func counted(distinct []float64, places [][]int32) *ranking {
	r := &ranking{distinct, make([]int, len(distinct)), places}
	for _, c := range places {
		for _, place := range c {
			r.counts[place]++
		}
	}
	return r
}

// halves ranks the values of the halved chains among each other.
func (r *ranking) halves() *ranking { return counted(r.distinct, halves(r.places)) }

// each replaces every value by the number of its place.
func (r *ranking) each(by []float64) [][]float64 {
	all := make([][]float64, len(r.places))
	for i, c := range r.places {
		all[i] = make([]float64, len(c))
		for k, place := range c {
			all[i][k] = by[place]
		}
	}
	return all
}

// total is the number of all values.
func (r *ranking) total() int { return len(r.places) * len(r.places[0]) }

// normalScores replaces each value by the standard normal quantile of (rank - 3/8)/(S + 1/4).
// The rank is among all S values of all chains, and equal values share their mean rank (Vehtari
// et al. 2021, rank normalization).
func (r *ranking) normalScores() [][]float64 {
	scores, below := make([]float64, len(r.distinct)), 0
	for i, n := range r.counts {
		if n > 0 {
			rank := float64(2*below+n+1) / 2
			scores[i] = distuv.UnitNormal.Quantile((rank - 3./8) / (float64(r.total()) + 1./4))
			below += n
		}
	}
	return r.each(scores)
}

// folded ranks the distances of the values from their median (Vehtari et al. 2021, folding). Distances
// that differ by round-off are made equal, so that they share a rank: 0.3 - 0.2 and 0.2 - 0.1 do
// differ in floats.
func (r *ranking) folded() *ranking {
	n := r.total()
	median := (r.sorted((n-1)/2) + r.sorted(n/2)) / 2
	farthest := max(median-r.sorted(0), r.sorted(n-1)-median)
	const grain = 1e12 // round-off is some 1e-16 of the largest value
	distances := make([]float64, len(r.distinct))
	for i, v := range r.distinct {
		distances[i] = math.Round(math.Abs(v-median) / farthest * grain)
	}
	return newRanking(r.each(distances))
}

// sorted is the value with i values before it.
func (r *ranking) sorted(i int) float64 {
	for place, n := range r.counts {
		if i < n {
			return r.distinct[place]
		}
		i -= n
	}
	panic("diagnostics: a place beyond the last value")
}

// quantile returns the p-quantile, linear between the order statistics at 1 + (n-1) p: definition 7 of
// Hyndman and Fan (1996), R's default.
func (r *ranking) quantile(p float64) float64 {
	at := p * float64(r.total()-1)
	i := int(at)
	low := r.sorted(i)
	high := r.sorted(min(i+1, r.total()-1))
	return low + (at-float64(i))*(high-low)
}

// mean returns the mean of values. It is exact if all are equal: they are summed less the first.
func mean(x []float64) float64 {
	first, sum := x[0], 0.0
	for _, v := range x {
		sum += v - first
	}
	return first + sum/float64(len(x))
}

// variance returns the variance of values, divided by one fewer than there are. It is 0 exactly
// if all are equal.
func variance(x []float64) float64 { return covariance(x, x) }

// covariance returns the covariance of pairs, divided by one fewer than there are.
func covariance(x, y []float64) float64 {
	a := mean(x)
	b := mean(y)
	sum := 0.0
	for i := range x {
		sum += (x[i] - a) * (y[i] - b)
	}
	return sum / float64(len(x)-1)
}

// halves returns the first and the second half of each chain. Of an odd number of values the
// middle one is left out.
func halves[T any](chains [][]T) (all [][]T) {
	for _, c := range chains {
		n := len(c) / 2
		all = append(all, c[:n], c[len(c)-n:])
	}
	return all
}

// draws returns how many independent draws have a mean as exact as that of n values, if they
// vary by s2 and their mean by spectrum/n. It is 0 for a chain that stands still, and +Inf if
// its mean does not vary at all, as that of -1, 1, -1, 1, ... over an even number of steps.
func draws(n int, s2, spectrum float64) float64 {
	if s2 == 0 {
		return 0
	}
	return float64(n) * s2 / spectrum
}

// autoregressiveDraws sums the effective draws of all chains.
func autoregressiveDraws(c *Chains) (sum float64) {
	all := c.series()
	for i, chain := range all.chains {
		n := len(chain)
		sum += draws(n, all.variances[i], fitted(n, all.first(i)))
	}
	return sum
}

// spectrum returns the spectral density at frequency 0 of a chain, which is the asymptotic
// variance of its mean: that of a fitted autoregression.
func spectrum(x []float64) float64 { return fitted(len(x), firstAutocovariances(x)) }

// fitted returns the spectral density at frequency 0 of the autoregression that is fitted to n values by
// their autocovariances,
//
//	innovation variance / (1 - sum of coefficients)^2.
//
// It is 0 for a chain that stands still.
func fitted(n int, gamma []float64) float64 {
	innovation, coefficients := autoregression(n, gamma)
	rest := 1.0
	for _, a := range coefficients {
		rest -= a
	}
	return innovation / (rest * rest)
}

// autoregression fits x_i = sum_k a_k x_{i-k} + innovation to a chain of n values about its mean. It
// solves the equations of Yule and Walker in the autocovariances, for each order from the one below
// (Levinson, Durbin). The order is that of the least n log(variance) + 2 order (Akaike), at most the
// last lag of gamma. The variance of the innovations is divided by n - order - 1 values, as in R's
// ar: of 48 values and order 3 it is 48/44 of what the recursion says.
func autoregression(n int, gamma []float64) (innovation float64, coefficients []float64) {
	most := len(gamma) - 1
	if gamma[0] == 0 {
		return 0, nil
	}
	v := gamma[0]
	a := make([]float64, 0, most)
	next := make([]float64, 0, most)
	least := float64(n) * math.Log(v)
	innovation = v * float64(n) / float64(n-1)
	for order := 1; order <= most; order++ {
		reflection := gamma[order]
		for k, c := range a {
			reflection -= c * gamma[order-1-k]
		}
		reflection /= v
		next = next[:0]
		for k, c := range a {
			next = append(next, c-reflection*a[len(a)-1-k])
		}
		a, next = append(next, reflection), a
		v *= 1 - reflection*reflection
		if v <= 0 {
			break // rounded away: the chain is known from its past
		}
		if aic := float64(n)*math.Log(v) + 2*float64(order); aic < least {
			least, innovation = aic, v*float64(n)/float64(n-order-1)
			coefficients = append(coefficients[:0], a...)
		}
	}
	return innovation, coefficients
}

// autocovariances returns, for each lag t below the length n, the mean over the chains of
//
//	(1/n) sum_i (x_i - mean)(x_{i+t} - mean),
//
// each chain about its own mean. The divisor is n at all lags (Geyer 1992, Section 3.1).
func autocovariances(chains [][]float64) []float64 {
	means := make([]float64, len(chains))
	for i, c := range chains {
		means[i] = mean(c)
	}
	var lags Lags
	all := lags.Products(chains, means, len(chains[0]))
	for t := range all {
		all[t] /= float64(len(chains[0])) * float64(len(chains))
	}
	return all
}

// firstAutocovariances returns the autocovariances of one chain up to the highest lag of an
// autoregression, summed directly.
func firstAutocovariances(x []float64) []float64 {
	center, about := mean(x), make([]float64, len(x))
	for i, v := range x {
		about[i] = v - center
	}
	gamma := make([]float64, highestOrder(len(x))+1)
	for t := range gamma {
		gamma[t] = floats.Dot(about[t:], about[:len(x)-t]) / float64(len(x))
	}
	return gamma
}

// highestOrder is the largest order that is tried for an autoregression of n values: 10 log10(n), as 30
// for 1000 values.
func highestOrder(n int) int { return max(0, min(int(10*math.Log10(float64(n))), n-2)) }
