package accounts

import (
	"math"
	"math/cmplx"
)

// A circle holds the law of a number D that lies between -reach and reach, laid around a circle of length Λ, by its
// characteristic function χ(u) = E[e^iuD] at u = 2πk/Λ. Where D may be infinite its law has a mass below 1.
type circle struct {
	reach, length float64
	chi           []complex128 // by k, from 0
}

// newCircle leaves a tenth of the circle without mass, where a stretch of it can begin.
func newCircle(reach float64) circle {
	reach = max(reach, 1e-9)
	return circle{reach: reach, length: 2.2 * reach}
}

// step is the frequency of k = 1.
func (c circle) step() float64 { return 2 * math.Pi / c.length }

// add adds the next coefficient.
func (c *circle) add(chi complex128) { c.chi = append(c.chi, chi) }

// below is P(D < b), of K+1 coefficients. Let ψ(x) = x - ⌊x⌋ - 1/2. For b on the circle and a below -reach
//
//	1{a < D < b} = (b - a)/Λ + ψ((a - D)/Λ) + ψ((D - b)/Λ).
//
// Vaaler (1985, Theorem 18) has the trigonometric polynomial of degree K that is nearest to ψ, and what it is off:
//
//	ψ*(x) = -Σ J(k/(K+1))/(2πik) e(kx) over 0 < |k| <= K, with J(t) = πt (1-|t|) cot πt + |t| and e(x) = e^2πix
//	|ψ*(x) - ψ(x)| <= 1/(2K+2) Σ (1 - |k|/(K+1)) e(kx) over |k| <= K.
//
// So the expectations of both sides are finite sums of χ, and the second bounds the error of the first: it is large
// only if D has much mass within Λ/K of b.
func (c circle) below(b float64) Chance {
	mass := real(c.chi[0])
	switch {
	case b > c.reach:
		return Chance{Value: mass}
	case b < -c.reach:
		return Chance{}
	}
	a := -c.length / 2
	many := float64(len(c.chi)) // K + 1
	value := (b - a) / c.length * mass
	off := 2 * mass
	for i, chi := range c.chi[1:] {
		k := float64(i + 1)
		t := k / many
		factor := complex(math.Pi*t*(1-t)/math.Tan(math.Pi*t)+t, 0) / complex(0, 2*math.Pi*k)
		atB := chi * cmplx.Exp(complex(0, -c.step()*k*b)) // E[e(k (D-b)/Λ)]
		atA := cmplx.Conj(chi) * cmplx.Exp(complex(0, c.step()*k*a))
		value -= 2 * real(factor*(atA+atB))
		off += 2 * (1 - t) * real(atA+atB)
	}
	off = math.Abs(off)/(2*many) + 1e-12
	return Chance{min(max(value, 0), mass), off}
}
