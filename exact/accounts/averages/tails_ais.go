package averages

import (
	"context"
	"math"
	"math/cmplx"

	"breadboard/exact/accounts/laplace"
)

// tails are P(log V > b) for V = ŵ forward and 1/ŵ in reverse.
func (v annealedWeight) tails(ctx context.Context, width float64, b []float64) ([]Tail, error) {
	low, high := weightSpan(v.a)
	if powersTo(width, high-low+4*width)*tailWaves*float64(len(b)) > mostWaves {
		return nil, laplace.ErrTooLarge
	}
	s, err := v.series(ctx, width)
	if err != nil {
		return nil, err
	}
	var all []Tail
	for _, b := range b {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		all = append(all, inverted(b, s.above(b+width), s.above(b-width)))
	}
	return all, nil
}

// series returns the law of log V + N. It stays within an interval of length Λ. So its density
// is a Fourier series, whose coefficients are the values of the characteristic function at
// 2πk/Λ, and the integral of the series is exact.
func (v annealedWeight) series(ctx context.Context, width float64) (s series, err error) {
	low, high := weightSpan(v.a)
	if v.inverse {
		low, high = -high, -low
	}
	s = series{top: high + 2*width, period: high - low + 4*width}
	delta := 2 * math.Pi / s.period
	values, err := v.moments(ctx, 0, delta, int(powersTo(width, s.period)))
	if err != nil {
		return s, err
	}
	s.mass = real(values[0])
	for k, chi := range values[1:] { // E[V^-iξ] is the conjugate
		xi := delta * float64(k+1)
		at := xi * width / spread
		s.rates = append(s.rates, cmplx.Conj(chi)*complex(math.Exp(-at*at/2), 0)/complex(0, xi))
	}
	s.atTop = s.waves(s.top)
	return s, nil
}

// powersTo is the number of powers that a width takes.
func powersTo(width, period float64) float64 { return fading*spread*period/(2*math.Pi*width) + 1 }

// tailWaves is the time of the two products of a tail for each power, and pushWaves that of
// pushing a cell, both in complex exponentials.
const tailWaves, pushWaves = 1. / 8, 1. / 32

// waves is the number of complex exponentials that take as long as so many tails.
func (v annealedWeight) waves(width float64, tails int) float64 {
	low, high := weightSpan(v.a)
	return powersTo(width, high-low+4*width) *
		(tailWaves*float64(tails) + pushWaves*float64(v.a.T())*float64(8*v.a.Grid.Size()))
}

// above are the tails forward.
func (v annealedWeight) above(ctx context.Context, width float64, b []float64) ([]Tail, error) {
	return v.tails(ctx, width, b)
}

// A series is the characteristic function at ξ = 2πk/Λ of a law on an interval of length Λ.
type series struct {
	top, period float64
	mass        float64      // at k = 0
	rates       []complex128 // over iξ, from k = 1 on
	atTop       float64
}

// above is the mass above c.
func (s series) above(c float64) float64 {
	c = min(max(c, s.top-s.period), s.top)
	return min(max((s.mass*(s.top-c)+s.waves(c)-s.atTop)/s.period, 0), 1)
}

// waves is the sum of the waves at c, each with its rate. Exponentials are computed anew as in weigh.
func (s series) waves(c float64) (sum float64) {
	delta, by := 2*math.Pi/s.period, complex(0, 0)
	turn := cmplx.Exp(complex(0, -delta*c))
	for k, rate := range s.rates {
		if k%laplace.Afresh == 0 {
			by = cmplx.Exp(complex(0, -delta*float64(k+1)*c))
		}
		sum += 2 * real(rate*by)
		by *= turn
	}
	return sum
}
