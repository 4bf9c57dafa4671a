package averages

import (
	"context"
	"math"
	"math/cmplx"

	"breadboard/exact/accounts/laplace"
)

// above are P(log S > b). Noise within r = e^b (1 - e^-width) is added to S, so that log S is
// known to about the width.
func (m meanLaw) above(ctx context.Context, width float64, b []float64) (all []Tail, err error) {
	if m.waves(width, len(b)) > mostWaves {
		return nil, laplace.ErrTooLarge
	}
	for _, b := range b {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		at := math.Exp(b)
		r := -at * math.Expm1(-width)
		all = append(all, inverted(b, 1-m.within(at+r, r), 1-m.within(at-r, r)))
	}
	return all, nil
}

// below are P(log S < -b).
func (m meanLaw) below(ctx context.Context, width float64, b []float64) (all []Tail, err error) {
	if m.waves(width, len(b)) > mostWaves {
		return nil, laplace.ErrTooLarge
	}
	for _, b := range b {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		at := math.Exp(-b)
		r := -at * math.Expm1(-width)
		all = append(all, inverted(b, m.within(at-r, r), m.within(at+r, r)))
	}
	return all, nil
}

// damped is the exponent by which a period of the inversion is damped. The next period adds an
// error of e^-32, which is 1e-14.
const damped, periods = 32, 8

// waves is the number of complex exponentials of so many tails.
func (m meanLaw) waves(width float64, tails int) float64 {
	one := fading * spread * periods / (2 * math.Pi * -math.Expm1(-width))
	return 2 * one * float64(tails) * float64(len(m.logw))
}

// within is P(S + N <= y) for normal noise N within r. It inverts the Fourier transform of e^-τy
// times this function of y, which needs the Laplace transform of S along τ + iω (Abate and Whitt
// 1992, Section 5). A period is 8y, so that undoing the damping at y costs no more than a digit
// or two.
func (m meanLaw) within(y, r float64) float64 {
	period, sd := periods*y, r/spread
	tau := damped / period
	sum := 0.
	for j := 0; ; j++ {
		omega := 2 * math.Pi / period * float64(j)
		if omega*sd > fading {
			break
		}
		s := complex(tau, omega)
		term := m.transform(s) * cmplx.Exp(s*s*complex(sd*sd/2, 0)) / s * cmplx.Exp(complex(0, omega*y))
		if j > 0 {
			term *= 2
		}
		sum += real(term)
	}
	return min(max(math.Exp(tau*y)/period*sum, 0), 1)
}
