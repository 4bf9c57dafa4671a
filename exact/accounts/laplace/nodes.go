// Package laplace computes expectations of log S from the Laplace transform φ(s) = E e^-sS of a sum S > 0. It knows no
// programs: its callers say what S is.
//
// With s = e^u, D(u) = φ(s) - e^-s and Euler's γ
//
//	E[log S]   = -∫ D du               E[1/S]     = 1 + ∫ s D du
//	E[log² S]  = 2 ∫ (u + γ) D du      E[log S/S] = -∫ (u + γ) s D du
//
// E[log S] is Frullani's integral. The integrals of E[log² S] and E[log S/S] hold because the derivative of
// ∫ (e^-s - e^-sS) log s ds/s in S is ∫ e^-sS log s ds = -(γ + log S)/S. If E S = 1, E[S log S] is
// -∫ (E[S e^-sS] - e^-s) du.
//
// This file has the integrals, and mean.go the transform of a mean of draws.
package laplace

import (
	"context"
	"errors"
	"iter"
	"math"
)

// Step is h, the distance of two nodes. e^-sS is analytic and at most 1 for u within π/2 of the real line. The
// trapezoidal rule with step h is then off by about e^(-π²/h): by 1e-34 at this step, and by 1e-17 at twice the step,
// which every other node gives. So the distance of the two shows the rounding.
const Step = 1. / 8

// Euler is γ.
const Euler = 0.57721566490153286060651209008240243

// Lowest is the u below which D is under 1e-17, if E S is at most 1.
const Lowest = -40

// Highest is the log of the sS beyond which e^-sS is below the smallest float.
var Highest = math.Log(750)

// ErrTooLarge says that the integrals would take too long. Package accounts returns it for whatever is too large.
var ErrTooLarge = errors.New("too large for an exact account")

// mostTerms bounds the terms of an integral, over all its nodes: half a minute's work. Weights that span 10,000 nats
// have 80,000 nodes, and 2^20 weights within 20 nats have 500.
const mostTerms = 1 << 29

// A Node is a place of the integrals: u, s = e^u and e^-s.
type Node struct {
	U, S, One float64
	even      bool
}

// Nodes yields the nodes at u = k Step from low to high, or ctx's error if ctx ends. The integrand has this many terms
// at each node; if they are too many over all nodes the error is ErrTooLarge.
func Nodes(ctx context.Context, terms int, low, high float64) iter.Seq2[Node, error] {
	return func(yield func(Node, error) bool) {
		if !((high-low)/Step*float64(terms) < mostTerms) {
			yield(Node{}, ErrTooLarge)
			return
		}
		for k := int(math.Floor(low / Step)); k <= int(math.Ceil(high/Step)); k++ {
			u := float64(k) * Step
			n := Node{U: u, S: math.Exp(u), One: math.Exp(-math.Exp(u)), even: k%2 == 0}
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

// A Phi is a transform at a node: log φ, and Rest = log φ + s. A Rest of 1e-12 has its digits only if it was computed
// without log φ, which is rounded to 1e-16 of s.
type Phi struct{ Log, Rest float64 }

// Phi returns the transform that has this log φ.
func (n Node) Phi(logphi float64) Phi { return Phi{logphi, n.S + logphi} }

// Near reports whether s is so small that D = φ - e^-s counts to its last digit. At larger s it is below e^-32 unless φ
// is far from e^-s, and then log φ gives it.
func (n Node) Near() bool { return n.S <= 32 }

// Above returns D = φ - e^-s. It keeps its digits if φ is near e^-s.
func (n Node) Above(phi Phi) float64 {
	if math.Abs(phi.Rest) < 1 {
		return n.One * math.Expm1(phi.Rest)
	}
	return math.Exp(phi.Log) - n.One
}

// An Integral over u is the sum of its values at all nodes, and at every other one.
type Integral struct{ all, even, size float64 }

// Add adds the value at a node.
func (i *Integral) Add(n Node, v float64) {
	i.all += v
	i.size += math.Abs(v)
	if n.even {
		i.even += v
	}
}

// Value returns the integral.
func (i Integral) Value() float64 { return Step * i.all }

// Off bounds the error of the value, if each value at a node has an error of at most roundings.
func (i Integral) Off() float64 { return Step * (math.Abs(i.all-2*i.even) + roundings*i.size) }

// roundings bounds the relative error of a value at a node.
const roundings = 0x1p-51

// Logs are the integrals that give E[log S] and E[log² S].
type Logs struct{ First, Second Integral }

// Add adds D at a node.
func (l *Logs) Add(n Node, above float64) {
	l.First.Add(n, -above)
	l.Second.Add(n, 2*(n.U+Euler)*above)
}

// A LogSum adds up numbers that are known by their logarithms and may be below any float.
type LogSum struct{ top, sum float64 } // e^top times sum; top is the largest

// Add adds e^v.
func (l *LogSum) Add(v float64) {
	switch {
	case math.IsInf(v, -1):
	case l.sum == 0:
		l.top = v
		l.sum = 1
	case v > l.top:
		l.top, l.sum = v, l.sum*math.Exp(l.top-v)+1
	default:
		l.sum += math.Exp(v - l.top)
	}
}

// Log returns the logarithm of the sum, -Inf if there is none.
func (l LogSum) Log() float64 { return l.top + math.Log(l.sum) }
