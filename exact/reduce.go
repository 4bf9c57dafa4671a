package exact

import "breadboard/chains"

// reduce adds up the results of do on the cells from 0 to n, on all cores. It adds up
// piece by piece and then the pieces in their order, so that the sum is the same on any
// number of cores.
func reduce[T interface{ Add(T) T }](n int, do func(from, to int) T) T {
	if n < chains.ParallelFrom {
		return do(0, n)
	}
	parts := make([]T, (n+chains.PieceSize-1)/chains.PieceSize)
	chains.Parallel(n, func(from, to int) { parts[from/chains.PieceSize] = do(from, to) })
	sum := parts[0]
	for _, part := range parts[1:] {
		sum = sum.Add(part)
	}
	return sum
}

// sums holds the sums of a pass over cells, and the largest number that it compared.
type sums struct {
	max, mass, slope, fwd, rev float64
}

// Add joins the sums of two parts.
func (s sums) Add(t sums) sums {
	return sums{max(s.max, t.max), s.mass + t.mass, s.slope + t.slope, s.fwd + t.fwd, s.rev + t.rev}
}
