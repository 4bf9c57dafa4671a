package explore

import (
	"context"
	"slices"

	"breadboard/chains"
	"breadboard/exact/spectra"
)

// A matrix of the kernel is written out on up to so many states, because all of its eigenvalues have all digits. On more
// the slowest mode is searched for, which takes a tenth of the time on 256 states, but does not know the gap of a kernel
// that is not reversible: such a matrix is written out on up to MostOneWay states, which takes half a second a beta.
const mostWritten = 256

// mostSearching is the time after which no further beta of a Spectrum is begun or waited for.
const mostSearching = 2 * MostTime / 3

// isWritten reports whether the eigenvalues of a kernel come from its matrix.
func isWritten(op chains.Operator, states int) bool {
	return states <= mostWritten || states <= MostOneWay && op.Reversal() != op
}

// searched is the speed at a level that a search of the two ends of the spectrum finds, with its bounds in words. A
// search that was stopped has an error.
func searched(ctx context.Context, op chains.Operator, level *chains.Level) (spectra.Spectrum, string, error) {
	ends, err := spectra.ChainAt(op, level).Extremes(ctx, 1)
	s := spectra.Spectrum{Reversible: ends.Reversible, Gap: ends.Gap.Value, RelaxationTime: ends.RelaxationTime.Value,
		Second: ends.Second}
	switch {
	case err != nil:
		return s, "", err
	case ends.AdditiveGap.High == 0: // the search for parts that never meet makes no mode
		s.Gap, s.Second = 0, nil
		return s, "", nil
	case !ends.Reversible:
		return s, "No gap is known: a kernel that is not reversible has its eigenvalues from its matrix, which is too large here.", nil
	case len(ends.Unsettled) > 0:
		return s, "The search ended before it had settled, and the chain may be slower by any factor.", nil
	case ends.Gap.Low == 0:
		return s, "The gap cannot be told from 0 here: it is lost in rounding.", nil
	}
	return s, "", nil
}

// coarseFirst are the places of so many betas in the order in which they are asked for: both ends, the middle, the
// quarters. If the time is over, those that are known lie everywhere along beta.
func coarseFirst(n int) (order []int) {
	for step := 1 << 30; len(order) < n; step /= 2 {
		for i := 0; i < n-1; i += step {
			if !slices.Contains(order, i) {
				order = append(order, i)
			}
			if i == 0 && !slices.Contains(order, n-1) {
				order = append(order, n-1)
			}
		}
	}
	return order
}
