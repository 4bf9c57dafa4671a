package diagnostics

import "gonum.org/v1/gonum/dsp/fourier"

// Lags adds up products along chains. The lists that it needs are kept from one call to the next.
type Lags struct {
	transform *fourier.FFT
	padded    []float64    // a block, and behind it zeros, which keep its ends apart
	block     []complex128 // its Fourier transform
	ahead     []complex128 // that of the block and of what the lags reach behind it, if they do
	cross     []complex128 // the products of both, added over blocks of one size
	most      int          // lags that these have
}

// Products are, for each lag t below most and below the length of the longest chain, the sum over the chains of
//
//	Σ_i (x_i - about)(x_(i+t) - about),
//
// with a number about for each chain: its own mean, or that of all. A chain that is no longer than t adds nothing.
//
// The sums are the inverse Fourier transform of the cross spectrum of what stands at i and what stands at i+t (Wiener
// and Khinchin). A chain that is long beside most is read in blocks of blockLags times as many: then the lists are as
// long as a block, and the work grows as the length of the chain.
func (l *Lags) Products(chains [][]float64, about []float64, most int) []float64 {
	longest := 0
	for _, c := range chains {
		longest = max(longest, len(c))
	}
	sums := make([]float64, min(most, longest))
	for i, c := range chains {
		lags := min(most, len(c))
		length := min(len(c), blockLags*lags)
		if size := smooth(length + lags); size != len(l.padded) {
			l.settle(sums)
			l.fit(size)
		}
		l.most = max(l.most, lags)
		for at := 0; at < len(c); at += length {
			here := c[at:min(at+length, len(c))]
			there := c[at:min(at+length+lags, len(c))]
			l.look(l.block, here, about[i])
			seen := l.block
			if len(there) > len(here) {
				if l.ahead == nil {
					l.ahead = make([]complex128, len(l.block))
				}
				l.look(l.ahead, there, about[i])
				seen = l.ahead
			}
			for k, z := range l.block {
				l.cross[k] += complex(real(z), -imag(z)) * seen[k]
			}
		}
	}
	l.settle(sums)
	return sums
}

// blockLags is the length of a block over the number of lags. The transforms are longer than it by a third.
const blockLags = 3

// look transforms values about a number.
func (l *Lags) look(into []complex128, values []float64, about float64) {
	clear(l.padded[len(values):])
	for k, v := range values {
		l.padded[k] = v - about
	}
	l.transform.Coefficients(into, l.padded)
}

// fit makes the lists as long as the transform.
func (l *Lags) fit(size int) {
	*l = Lags{} // what is no longer needed may go before more comes
	l.transform = fourier.NewFFT(size)
	l.padded = make([]float64, size)
	l.block = make([]complex128, size/2+1)
	l.cross = make([]complex128, size/2+1)
}

// settle adds what the cross spectrum says to the sums, and empties it.
func (l *Lags) settle(sums []float64) {
	if l.transform == nil {
		return
	}
	size := float64(len(l.padded)) // gonum's inverse is not divided by it
	l.transform.Sequence(l.padded, l.cross)
	for t := range l.most {
		sums[t] += l.padded[t] / size
	}
	clear(l.cross)
	l.most = 0
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
