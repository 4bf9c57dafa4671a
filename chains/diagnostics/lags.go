package diagnostics

import (
	"math/bits"

	"gonum.org/v1/gonum/dsp/fourier"
)

// LaggedProducts returns, for each lag t below the length of the longest chain, the sum over the chains of
//
//	Σ_i (x_i - about)(x_(i+t) - about),
//
// with a number about for each chain: its own mean, or the mean of all. A chain that is no longer than t adds nothing.
//
// The sums are the inverse Fourier transform of the power spectrum (Wiener and Khinchin). Zeros behind each chain, at
// least as many as it has values, keep its two ends from meeting.
func LaggedProducts(chains [][]float64, about []float64) []float64 {
	longest := 0
	for _, c := range chains {
		longest = max(longest, len(c))
	}
	size := 1 << bits.Len(uint(2*longest))
	transform := fourier.NewFFT(size)
	padded := make([]float64, size)
	one := make([]complex128, size/2+1)
	power := make([]complex128, size/2+1) // of all chains
	for i, c := range chains {
		clear(padded)
		for k, v := range c {
			padded[k] = v - about[i]
		}
		transform.Coefficients(one, padded)
		for k, z := range one {
			power[k] += complex(real(z)*real(z)+imag(z)*imag(z), 0)
		}
	}
	transform.Sequence(padded, power)
	sums := padded[:longest]
	for t := range sums {
		sums[t] /= float64(size) // gonum's inverse is not divided by it
	}
	return sums
}
