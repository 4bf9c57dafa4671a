package explore

import (
	"context"
	"errors"

	"breadboard/chains"
	"breadboard/exact/spectra"
)

// A matrix of the kernel is written out on up to so many states, because all of its eigenvalues have all digits. On
// more the slowest mode is searched for. A search does not know the gap of a kernel that is not reversible: its matrix
// is written out on up to MostOneWay states, which takes half a second a beta.
const mostWritten = 256

// mostSearching is the time after which no further beta of a Spectrum is begun or waited for.
const mostSearching = 2 * MostTime / 3

// spectrumAt is the spectrum at a level, by the matrix if it is small, and what is not known of it.
func spectrumAt(ctx context.Context, op chains.Operator, level *chains.Level, p []float64) (
	s spectra.Spectrum, doubt string, err error) {
	if ctx.Err() == nil && (len(p) <= mostWritten || len(p) <= MostOneWay && op.Reversal() != op) {
		s, err = spectra.Of(op, len(p)).Spectrum(p)
	} else if ctx.Err() == nil {
		s, doubt, err = searched(ctx, op, level)
	}
	if ctx.Err() != nil {
		err = errors.New("the time of an answer was over")
	}
	return s, doubt, err
}

// searched is the spectrum at a level as far as a search of its two ends finds it.
func searched(ctx context.Context, op chains.Operator, level *chains.Level) (spectra.Spectrum, string, error) {
	ends, err := spectra.ChainAt(op, level).Extremes(ctx, 1)
	s := spectra.Spectrum{Reversible: ends.Reversible, Gap: ends.Gap.Value, RelaxationTime: ends.RelaxationTime.Value,
		Second: ends.Second}
	switch {
	case err != nil:
		return s, "", err
	case ends.AdditiveGap.High == 0: // parts that never meet, of which the search makes no mode
		s.Gap, s.Second = 0, nil
	case !ends.Reversible:
		return s, "No gap is known: a kernel that is not reversible has its eigenvalues from its matrix, which is " +
			"too large here.", nil
	case len(ends.Unsettled) > 0:
		return s, "The search ended before it had settled, and the chain may be slower by any factor.", nil
	case ends.Gap.Low == 0:
		return s, "The gap cannot be told from 0 here: it is lost in rounding.", nil
	}
	return s, "", nil
}
