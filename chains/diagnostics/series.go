package diagnostics

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// mean returns the mean of values. It is exact if all are equal: they are summed less the first.
func mean(x []float64) float64 {
	first, sum := x[0], 0.0
	for _, v := range x {
		sum += v - first
	}
	return first + sum/float64(len(x))
}

// variance returns the variance of values, with divisor len(x) - 1. It is 0 exactly if all are equal.
func variance(x []float64) float64 { return covariance(x, x) }

// covariance returns the covariance of pairs, with divisor len(x) - 1.
func covariance(x, y []float64) float64 {
	a := mean(x)
	b := mean(y)
	sum := 0.0
	for i := range x {
		sum += (x[i] - a) * (y[i] - b)
	}
	return sum / float64(len(x)-1)
}

// spectrum returns the spectral density of a chain at frequency 0, the asymptotic variance of its mean. It takes it
// from an autoregression fitted to the chain, as coda does (Plummer et al. 2006):
//
//	innovation variance / (1 - sum of coefficients)^2.
//
// It is 0 for a chain that stands still.
func spectrum(x []float64) float64 {
	innovation, coefficients := autoregression(len(x), firstAutocovariances(x))
	rest := 1.0
	for _, a := range coefficients {
		rest -= a
	}
	return innovation / (rest * rest)
}

// autoregression fits x_i = sum_k a_k x_{i-k} + innovation to a chain of n values about its mean. It solves the
// equations of Yule and Walker in the autocovariances, for each order from the one below (Levinson, Durbin). The order
// has the least n log(variance) + 2 order (Akaike), at most the last lag of gamma. The variance of the innovations has
// the divisor n - order - 1, as in R's ar: with 48 values and order 3 it is 48/44 of the recursion's variance.
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

// highestOrder returns the largest order to try for an autoregression of n values: 10 log10(n), as 30 for 1000 values.
func highestOrder(n int) int { return max(0, min(int(10*math.Log10(float64(n))), n-2)) }
