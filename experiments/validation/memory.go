package validation

import (
	"breadboard/exact/spectra"
	"breadboard/experiments"
)

// Bytes is the memory of validating a kernel: matrices with a row and a column a
// state; on too many states for that, the vectors in which a spectrum is searched.
func Bytes(s experiments.Space, _ int) float64 {
	const searched = 90 // vectors
	switch n := s.States; {
	case n > MostCells:
		return 8 * searched * n
	case n > spectra.MaxStates:
		return 8 * (searched*n + 6*n*n)
	default:
		return 8 * (10*n + 6*n*n)
	}
}
