package diagnostics

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/floats"
)

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
	v, a, next := gamma[0], make([]float64, 0, most), make([]float64, 0, most)
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
// each chain about its own mean. The divisor is n at all lags (Geyer 1992, Section 3.1). It is the
// inverse transform of the power spectrum, whose zeros behind the values keep ends apart.
func autocovariances(chains [][]float64) []float64 {
	n := len(chains[0])
	size := smooth(2 * n)
	f := fourier.NewFFT(size)
	seq, coeff := make([]float64, size), make([]complex128, size/2+1)
	power := make([]complex128, size/2+1)
	for _, c := range chains {
		center := mean(c)
		for i, v := range c {
			seq[i] = v - center
		}
		for k, z := range f.Coefficients(coeff, seq) {
			power[k] += complex(real(z)*real(z)+imag(z)*imag(z), 0)
		}
	}
	all := f.Sequence(seq, power)[:n]
	for t := range all {
		all[t] /= float64(size) * float64(n) * float64(len(chains))
	}
	return all
}

// smooth returns the least even number from n on that has no prime factor above 5: transforms
// of that length are fast.
func smooth(n int) int {
	for size := n + n%2; ; size += 2 {
		rest := size
		for _, p := range []int{2, 3, 5} {
			for rest%p == 0 {
				rest /= p
			}
		}
		if rest == 1 {
			return size
		}
	}
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
