package diagnostics

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/floats"
)

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
