package diagnostics

import "gonum.org/v1/gonum/dsp/fourier"

// Lags adds up products along chains. The lists that it needs are kept from one call to the next: of a long chain they
// are larger than all else that is held.
type Lags struct {
	transform *fourier.FFT
	padded    []float64    // a chain, and as many zeros behind it, which keep its ends apart
	spectrum  []complex128 // its Fourier transform
	power     []float64    // |spectrum|², added over chains of one length
}

// Products are, for each lag t below the length of the longest chain, the sum over the chains of
//
//	Σ_i (x_i - about)(x_(i+t) - about),
//
// with a number about for each chain: its own mean, or that of all. A chain that is no longer than t adds nothing.
// The sums are the inverse Fourier transform of the power spectrum (Wiener and Khinchin).
func (l *Lags) Products(chains [][]float64, about []float64) []float64 {
	longest := 0
	for _, c := range chains {
		longest = max(longest, len(c))
	}
	sums := make([]float64, longest)
	for i, c := range chains {
		l.fit(smooth(2 * len(c)))
		clear(l.padded)
		for k, v := range c {
			l.padded[k] = v - about[i]
		}
		l.transform.Coefficients(l.spectrum, l.padded)
		for k, z := range l.spectrum {
			l.power[k] += real(z)*real(z) + imag(z)*imag(z)
		}
		if i+1 == len(chains) || len(chains[i+1]) != len(c) {
			l.settle(sums[:len(c)])
		}
	}
	return sums
}

// fit makes the lists as long as the transform.
func (l *Lags) fit(size int) {
	if len(l.padded) == size {
		return
	}
	*l = Lags{} // what is no longer needed may go before more comes
	l.transform = fourier.NewFFT(size)
	l.padded = make([]float64, size)
	l.spectrum = make([]complex128, size/2+1)
	l.power = make([]float64, size/2+1)
}

// settle adds what the power spectrum says to the sums.
func (l *Lags) settle(sums []float64) {
	for k, v := range l.power {
		l.spectrum[k] = complex(v, 0)
	}
	clear(l.power)
	size := float64(len(l.padded)) // gonum's inverse is not divided by it
	for t, v := range l.transform.Sequence(l.padded, l.spectrum)[:len(sums)] {
		sums[t] += v / size
	}
}

// smooth is the least even number from n on that has no prime factor above 5: transforms of that length are fast.
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
