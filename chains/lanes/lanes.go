// Package lanes has the loops over cells that run at every level of an annealing. On a machine with AVX they take four
// cells at a time, and with AVX-512 some take eight. The same loops in plain Go do the work on other machines and with
// the build tag purego. Tests compare the fast loops with them: cell by cell all give the same bits.
//
// The state is two functions u and v on the cells, and the mass p of each cell. A step of a kernel that proposes
// symmetrically along the edges of a grid pulls both:
//
//	(Tu)(x) = u(x) + 1/p(x) Σ_y c(x,y) (u(y) - u(x))
//
// c(x,y) = p(x) T(x,y) is the flow of package flows, symmetric by detailed balance. As in a network of resistors,
// c(x,y) (u(x) - u(y)) is the current from x to y: u is the potential and c the conductance. A pull takes two loops.
// The first (Currents) makes the currents along the edges i -> i+by of one axis. The second (Settle) adds to each cell
// the current in less the current out; it reads them by the cells that they go into (Stream). Rates and Carry take u, v
// and p from one beta to the next.
//
// The loops allocate nothing.
package lanes

import (
	"math"

	"breadboard/chains/numbers"
)

// A Pair is two functions on the same cells.
type Pair = [2][]float64

// A Stream holds the currents of both functions along the edges of one axis: Currents[k][x] goes into cell x, and
// Currents[k][x+By] out of it. They are 0 where there is no edge.
type Stream struct {
	By       int
	Currents Pair
}

// A BetaStep holds the changes of each cell as beta goes from one level to the next: Rise is the change of log f less a
// constant, Grow is expm1(Rise), More is Grow - Rise, and Shrink is expm1(-Rise).
type BetaStep struct{ Rise, Grow, More, Shrink []float64 }

// Sums holds the sums over a step of beta, from p and u before the step and v after it.
type Sums struct {
	Grow float64 // Σ p Grow
	More float64 // Σ p More
	Lag  float64 // Σ p u Rise
	Gain float64 // Σ p Grow v
}

// Add returns the sums of two pieces of the cells together.
func (s Sums) Add(t Sums) Sums {
	return Sums{s.Grow + t.Grow, s.More + t.More, s.Lag + t.Lag, s.Gain + t.Gain}
}

// wide is the number of cells that the fast loops take at a time.
const wide = 4

// An Acceptance is a rule by which a kernel accepts proposals that are as probable one way as the other. The doc of
// package flows says where the rules are written, and why there. The comments give the flow between two cells of masses
// a and b, divided by the probability of the proposal.
type Acceptance int

const (
	Metropolis Acceptance = iota // min(a, b)
	Barker                       // a b / (a + b)
)

// Currents sets dst to the currents of both functions along the edges i -> i+by, for every i of open: dst[i] = open[i]
// m (u[i] - u[i+by]), where open[i] is the probability of proposing the edge, 0 without an edge, and m is the flow
// divided by that probability: min(p[i], p[i+by]) by Metropolis. A current is positive if the function falls along the
// edge. dst may not overlap u.
func (a Acceptance) Currents(dst, u *Pair, p, open []float64, by int) {
	n := len(open)
	if !fast || n < wide {
		a.plainCurrents(dst, u, p, open, by)
		return
	}
	_, _ = dst[0][n-1], dst[1][n-1] // the fast loops do not check
	_ = u[0][n+by-1]
	_ = u[1][n+by-1]
	_ = p[n+by-1]
	currentsAVX(a, dst, u, &p[0], &open[0], by, n)
}

// Settle sets dst to base + (in - out)/p in each cell of p, where in and out are the
// sums of both streams. In a cell of p = 0 both are 0, and dst is base. dst may be base
// itself.
func Settle(dst, base *Pair, s, t *Stream, p []float64) {
	n := len(p)
	if !fast || n == 0 {
		plainSettle(dst, base, s, t, p)
		return
	}
	for k := range 2 {
		_ = dst[k][n-1]
		_ = base[k][n-1]
		_ = s.Currents[k][n-1+s.By]
		_ = t.Currents[k][n-1+t.By]
	}
	settleAVX(dst, base, s, t, &p[0], n)
}

// Carry makes a step of beta: p becomes p (1+Grow), and v = u[1] becomes v + Rise. u = u[0] is q/p - 1 for a
// distribution q that does not change, so it becomes u + Shrink (1+u).
func Carry(p []float64, u *Pair, s *BetaStep) (sums Sums) {
	n := len(p)
	if !fast || n == 0 {
		return plainCarry(p, u, s)
	}
	_ = u[0][n-1]
	_ = u[1][n-1]
	_ = s.Rise[n-1]
	_ = s.Grow[n-1]
	_ = s.More[n-1]
	_ = s.Shrink[n-1]
	carryAVX(&p[0], u, s, &sums, n)
	return sums
}

// Small is the largest step of log f in a cell that Rates takes.
const Small = 0.5

// The loops are plain except for two things. Each slice is first cut to the cells, which saves bounds checks in the
// loop. And each product is converted to float64 before an addition: the conversion rounds it, so that no machine fuses
// the two operations and all give the same bits.

func (a Acceptance) plainCurrents(dst, u *Pair, p, open []float64, by int) {
	n := len(open)
	here, there := p[:n], p[by:][:n]
	u0, next0 := u[0][:n], u[0][by:][:n]
	u1, next1 := u[1][:n], u[1][by:][:n]
	to0, to1 := dst[0][:n], dst[1][:n]
	for i, proposed := range open {
		c := here[i]
		if there[i] < c { // not min, which is a call in WebAssembly
			c = there[i]
		}
		c *= proposed
		if a == Barker {
			c = proposed * (here[i] * (there[i] / (here[i] + there[i] + numbers.Least)))
		}
		to0[i] = c * (u0[i] - next0[i])
		to1[i] = c * (u1[i] - next1[i])
	}
}

func plainSettle(dst, base *Pair, s, t *Stream, p []float64) {
	n := len(p)
	to0, to1 := dst[0][:n], dst[1][:n]
	from0, from1 := base[0][:n], base[1][:n]
	s0, sOut0 := s.Currents[0][:n], s.Currents[0][s.By:][:n]
	s1, sOut1 := s.Currents[1][:n], s.Currents[1][s.By:][:n]
	t0, tOut0 := t.Currents[0][:n], t.Currents[0][t.By:][:n]
	t1, tOut1 := t.Currents[1][:n], t.Currents[1][t.By:][:n]
	for x, mass := range p {
		if mass < numbers.Least { // not max, which is a call in WebAssembly
			mass = numbers.Least
		}
		inverse := 1 / mass // once for both functions
		to0[x] = from0[x] + float64(inverse*((s0[x]-sOut0[x])+(t0[x]-tOut0[x])))
		to1[x] = from1[x] + float64(inverse*((s1[x]-sOut1[x])+(t1[x]-tOut1[x])))
	}
}

func plainCarry(p []float64, u *Pair, s *BetaStep) (sum Sums) {
	n := len(p)
	u0, u1 := u[0][:n], u[1][:n]
	rise := s.Rise[:n]
	grow := s.Grow[:n]
	more := s.More[:n]
	shrink := s.Shrink[:n]
	for x, v := range p {
		gain := float64(v * grow[x])
		sum.Grow += gain
		sum.More += float64(v * more[x])
		sum.Lag += float64(v * u0[x] * rise[x])
		u1[x] += rise[x]
		sum.Gain += float64(gain * u1[x])
		p[x] = v + gain
		u0[x] += float64(u0[x]*shrink[x]) + shrink[x]
	}
	return sum
}

// Rates sets s to the step of beta in which log f of each cell rises by pace times its slope. Nowhere may it rise or
// fall by more than Small.
func Rates(s *BetaStep, slope []float64, pace float64) {
	n := len(slope)
	rise := s.Rise[:n]
	grow := s.Grow[:n]
	more := s.More[:n]
	shrink := s.Shrink[:n]
	for i, v := range slope {
		x := float64(pace * v)
		rise[i], more[i] = x, smallExpm1mx(x)
		grow[i] = x + more[i]
		shrink[i] = -grow[i] / (1 + grow[i])
	}
}

// Expm1mx returns exp(x) - 1 - x: x²/2 + x³/6 + ..., without cancellation.
func Expm1mx(x float64) float64 {
	if math.Abs(x) <= Small {
		return smallExpm1mx(x)
	}
	return math.Expm1(x) - x
}

// smallExpm1mx returns Expm1mx by its series, right to the last digit if |x| is at most Small. Below 2^-10 five terms
// are enough: the others are below 1e-18 of the sum.
func smallExpm1mx(x float64) float64 {
	terms := len(series)
	if math.Abs(x) < 0x1p-10 {
		terms = 5
	}
	sum := series[terms-1]
	for i := terms - 2; i >= 0; i-- {
		sum = float64(sum*x) + series[i]
	}
	return float64(x * x * sum)
}

// series has the coefficients of (exp(x) - 1 - x)/x²: 1/2!, 1/3!, and so on to 1/16!.
var series = inverseFactorials()

func inverseFactorials() (all [15]float64) {
	factorial := 1.0
	for i := range all {
		factorial *= float64(i + 2)
		all[i] = 1 / factorial
	}
	return all
}
