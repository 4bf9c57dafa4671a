package accounts

import (
	"math"
	"math/cmplx"

	"breadboard/exact/accounts/laplace"
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

// tails are the law on the circle from K+1 coefficients, ready for many places. Let ψ(x) = x - ⌊x⌋ - 1/2. For b on the
// circle and a below -reach
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
type tails struct {
	circle
	a, mass    float64
	psi, fejer []complex128 // coefficients of both sums from k = 1 on, times χ
	atA, offA  float64      // what the end at a adds to them
}

// tails weighs the coefficients.
func (c circle) tails() tails {
	t := tails{circle: c, a: -c.length / 2, mass: real(c.chi[0])}
	many := float64(len(c.chi)) // K + 1
	for i, chi := range c.chi[1:] {
		k := float64(i + 1)
		share := k / many
		j := math.Pi*share*(1-share)/math.Tan(math.Pi*share) + share
		psi := complex(0, j/(math.Pi*k)) // both signs of k together are twice a real part
		fejer := complex((1-share)/many, 0)
		atA := cmplx.Conj(chi) * cmplx.Exp(complex(0, c.step()*k*t.a)) // E[e(k (a-D)/Λ)]
		t.psi = append(t.psi, psi*chi)
		t.fejer = append(t.fejer, fejer*chi)
		t.atA += real(psi * atA)
		t.offA += real(fejer * atA)
	}
	return t
}

// below is P(D < b).
func (t tails) below(b float64) Chance {
	switch {
	case b > t.reach:
		return Chance{Value: t.mass}
	case b < -t.reach:
		return Chance{}
	}
	value := (b-t.a)/t.length*t.mass + t.atA
	off := t.mass/float64(len(t.chi)) + t.offA
	turn := cmplx.Exp(complex(0, -t.step()*b))
	by := complex(0, 0)
	for i, psi := range t.psi { // by is e(-kb/Λ), computed anew as in raise
		by *= turn
		if i%laplace.Afresh == 0 {
			by = cmplx.Exp(complex(0, -t.step()*float64(i+1)*b))
		}
		value += real(psi * by)
		off += real(t.fejer[i] * by)
	}
	return Chance{min(max(value, 0), t.mass), math.Abs(off) + 1e-12}
}
