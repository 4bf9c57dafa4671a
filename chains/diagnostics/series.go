package diagnostics

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// A series is a number along chains, with the moments that diagnostics share.
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
