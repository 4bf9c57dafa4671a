package accounts

import (
	"context"
	"iter"
	"math"
)

// The expectation of log S, for a sum S > 0 of weights, is one integral over its Laplace
// transform φ(s) = E e^-sS. With s = e^u, D(u) = φ(s) - e^-s and Euler's γ
//
//	E[log S]   = -∫ D du               E[1/S]     = 1 + ∫ s D du
//	E[log² S]  = 2 ∫ (u + γ) D du      E[log S/S] = -∫ (u + γ) s D du
//
// The first is Frullani's integral. The second holds because the derivative of
// ∫ (e^-s - e^-sS) log s ds/s in S is ∫ e^-sS log s ds = -(γ + log S)/S; and so does the last.
//
// e^-sS is analytic and at most 1 for u within π/2 of the real line. The trapezoidal rule
// with step h is then off by about e^(-π²/h): by 1e-34 at the step below, and by 1e-17 at
// twice the step, which every other node gives. So the distance of the two says what
// rounding costs.
const step = 1. / 8

// euler is γ.
const euler = 0.57721566490153286060651209008240243

// mostSeen bounds the terms of an integral, over all its nodes: half a minute's work. The nodes
// of weights that span 10,000 nats are 80,000.
const mostSeen = 1 << 28

// nodes are the places u = k step from low to high, with ctx's error if it ends. A node has so
// many terms, and too many of them are ErrTooLarge.
func nodes(ctx context.Context, terms int, low, high float64) iter.Seq2[node, error] {
	return func(yield func(node, error) bool) {
		if !((high-low)/step*float64(terms) < mostSeen) {
			yield(node{}, ErrTooLarge)
			return
		}
		for k := int(math.Floor(low / step)); k <= int(math.Ceil(high/step)); k++ {
			u := float64(k) * step
			n := nodeAt(u)
			n.even = k%2 == 0
			if ctx.Err() != nil {
				yield(n, context.Cause(ctx))
				return
			}
			if !yield(n, nil) {
				return
			}
		}
	}
}

// A node is a place of the integrals: u, s = e^u and e^-s.
type node struct {
	even bool
	u, s float64
	one  float64
}

func nodeAt(u float64) node {
	s := math.Exp(u)
	return node{u: u, s: s, one: math.Exp(-s)}
}

// above is φ - e^-s for log φ. If both are near it takes no digits off.
func (n node) above(logphi float64) float64 {
	if rest := n.s + logphi; math.Abs(rest) < 1 {
		return n.one * math.Expm1(rest)
	}
	return math.Exp(logphi) - n.one
}

// An integral over u is the sum of its values at all nodes, and at every other one.
type integral struct{ all, even float64 }

func (i *integral) add(n node, v float64) {
	i.all += v
	if n.even {
		i.even += v
	}
}

func (i integral) value() float64 { return step * i.all }

// off is how far the value can be off.
func (i integral) off() float64 { return math.Abs(step * (i.all - 2*i.even)) }

// logs are the integrals of log S and log² S.
type logs struct{ first, second integral }

// add takes D at a node.
func (l *logs) add(n node, above float64) {
	l.first.add(n, -above)
	l.second.add(n, 2*(n.u+euler)*above)
}

// The lowest u from where D is below 1e-17 if E S is at most 1, and the log of the s S from
// where e^-sS is below the smallest float.
const lowest = -40

var highest = math.Log(750)

// logLaplace is log φ, for a law of masses at the values t = s S: from φ - 1 while φ is near
// 1, and otherwise from φ. A value with mass 0 may be anything.
func logLaplace(mass, t []float64) float64 {
	less := 0.
	for x, p := range mass {
		if p > 0 {
			less += p * math.Expm1(-t[x])
		}
	}
	if less > -0.5 {
		return math.Log1p(less)
	}
	phi := 0.
	for x, p := range mass {
		if p > 0 {
			phi += p * math.Exp(-t[x])
		}
	}
	return math.Log(phi)
}
