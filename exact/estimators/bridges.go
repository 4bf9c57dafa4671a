package estimators

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// bridge is a step of the optimal bridge. With l = log p_t/p_{t-1} and σ(l) = 1/(1 + e^{λ-l}), n chains estimate log
// Z_t/Z_{t-1} by the λ at which the mean over chains of
//
//	ψ = σ(l(x_{t-1})) + σ(l(x_t)) - 1
//
// is 0. Its expectation falls in λ, with slope -D, D = -E[∂ψ/∂λ], and is 0 at the root of which a chain's ψ moves the
// estimate by ψ/D. To the first order in 1/n the bias is
//
//	Cov(ψ, ∂ψ/∂λ)/nD² + E[∂²ψ/∂λ²] Var(ψ)/2nD³.
func (s step) bridge(n float64) part {
	both := slices.Clone(s.law) // the sum of the laws of x_{t-1} and x_t
	floats.Add(both, s.next)
	lambda, sigma := s.root(both)
	falls := make([]float64, len(sigma)) // σ(1-σ), which is -∂σ/∂λ
	for x, v := range sigma {
		falls[x] = v * (1 - v)
	}
	moved := s.pushed(sigma) // E[σ(x_{t-1}); x_t]
	late := s.pushed(falls)  // E[σ(1-σ)(x_{t-1}); x_t]

	slope := floats.Dot(both, falls)
	cov := slope    // Cov(ψ, ∂ψ/∂λ) = D - E[(σ + σ')(φ + φ')], φ = σ(1-σ), a stroke for x_t
	variance := -1. // Var(ψ) = E[(σ + σ')²] - 1
	second := 0.    // E[∂²ψ/∂λ²]
	for x, v := range sigma {
		cov -= both[x]*v*falls[x] + moved[x]*falls[x] + late[x]*v
		variance += both[x]*v*v + 2*moved[x]*v
		second += both[x] * falls[x] * (1 - 2*v)
	}
	moves := func(x int) float64 { return sigma[x] / slope }
	return part{lambda + (cov/(slope*slope)+second*variance/(2*slope*slope*slope))/n, moves, moves}
}

// halvings is enough for the last digit of a root: a thousand nats over 2^60 are 1e-15.
const halvings = 60

// root returns the λ at which ψ has expectation 0, between the least and the largest l, and σ there.
func (s step) root(both []float64) (lambda float64, sigma []float64) {
	sigma = make([]float64, len(s.rise))
	low := floats.Min(s.rise)
	high := floats.Max(s.rise)
	lambda = (low + high) / 2
	by := (high - low) / 4
	for range halvings {
		for x, l := range s.rise {
			sigma[x] = 1 / (1 + math.Exp(lambda-l))
		}
		lambda += math.Copysign(by, floats.Dot(both, sigma)-1)
		by /= 2
	}
	return lambda, sigma
}

// pushed is E[f(x_{t-1}); x_t].
func (s step) pushed(f []float64) []float64 {
	at := make([]float64, len(f))
	s.push(at, floats.MulTo(make([]float64, len(f)), s.law, f))
	return at
}
