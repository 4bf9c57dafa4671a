package averages

import (
	"context"
	"math"
	"math/cmplx"

	"breadboard/exact/accounts/laplace"
)

// tails are P(log V > b) for V = ŵ forward and 1/ŵ in reverse. log V + N stays within an
// interval of length Λ. So its density is a Fourier series, whose coefficients are the values of
// the characteristic function at 2πk/Λ, and the integral of the series is exact.
func (v annealedWeight) tails(ctx context.Context, width float64, b []float64) ([]Tail, error) {
	low, high := weightSpan(v.a)
	if v.inverse {
		low, high = -high, -low
	}
	s := series{top: high + 2*width, period: high - low + 4*width}
	delta := 2 * math.Pi / s.period
	powers := fading*spread/(width*delta) + 1
	if 4*powers*float64(len(b)) > mostWaves {
		return nil, laplace.ErrTooLarge
	}
	var err error
	s.values, err = v.moments(ctx, 0, delta, int(powers))
	if err != nil {
		return nil, err
	}
	for k, chi := range s.values { // E[V^-iξ] is the conjugate
		at := delta * float64(k) * width / spread
		s.values[k] = cmplx.Conj(chi) * complex(math.Exp(-at*at/2), 0)
	}
	var all []Tail
	for _, b := range b {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		all = append(all, Tail{b, s.above(b + width), s.above(b - width)})
	}
	return all, nil
}

// A series is the characteristic function at 2πk/Λ of a law on an interval of length Λ.
type series struct {
	top, period float64
	values      []complex128
}

// above is the mass above c.
func (s series) above(c float64) float64 {
	c = min(max(c, s.top-s.period), s.top)
	sum := real(s.values[0]) * (s.top - c)
	for k, v := range s.values[1:] {
		xi := 2 * math.Pi / s.period * float64(k+1)
		between := cmplx.Exp(complex(0, -xi*c)) - cmplx.Exp(complex(0, -xi*s.top))
		sum += 2 * real(v*between/complex(0, xi))
	}
	return min(max(sum/s.period, 0), 1)
}
