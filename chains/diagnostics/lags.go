package diagnostics

import (
	"math/bits"

	"gonum.org/v1/gonum/dsp/fourier"
)

// laggedProducts returns, for each lag t below the length of the chain,
//
//	Σ_i (x_i - about)(x_(i+t) - about).
//
// The sums are the inverse Fourier transform of the power spectrum (Wiener and Khinchin). Zeros behind the chain, at
// least as many as it has values, keep its two ends from meeting.
func laggedProducts(chain []float64, about float64) []float64 {
	size := 1 << bits.Len(uint(2*len(chain)))
	transform := fourier.NewFFT(size)
	padded := make([]float64, size)
	for k, v := range chain {
		padded[k] = v - about
	}
	power := transform.Coefficients(nil, padded)
	for k, z := range power {
		power[k] = complex(real(z)*real(z)+imag(z)*imag(z), 0)
	}
	transform.Sequence(padded, power)
	sums := padded[:len(chain)]
	for t := range sums {
		sums[t] /= float64(size) // gonum's inverse is not divided by it
	}
	return sums
}
