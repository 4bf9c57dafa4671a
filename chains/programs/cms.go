package programs

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// CMS is the estimator of Chib, Murray and Salakhutdinov (BDMC, Section 5.2). For any cell x*
// p(y) is f_T(x*)/Z_1 over p(x*) (Eq. 42), and p(x*) is estimated by the mean of T(x*|x_k) along
// a chain that is stationary under the target (Eq. 43). T includes staying. A forward run picks
// a place s of K, draws x_s by the reversal of T from x*, and runs the chain from x_s both ways
// (Eq. 44). So the probability of a chain is its probability under the stationary law, times
//
//	mean over k of T(x*|x_k) / p(x*)
//
// and log w = log f_T(x*)/Z_1 - log mean T(x*|x_k). The run returns the state at a place that it
// picks anew. A reverse run puts its cell at a place that it picks, and runs the chain from
// there.
//
// If the kernel reaches x* from all cells in one step then E[w] = R. Otherwise the mean may
// be 0 in reverse. log w is then +Inf, and E[w] is below R: it lacks the share of these chains.
type CMS struct {
	Problem
	K    int // the number of states, at least 1
	Star int // x*; -1 for a draw from the target in each run

	logf []float64 // log f_T/Z_1, with both ends lowered
	ends ends
}

// Drawn is the Star of a CMS that draws x* from the target.
const Drawn = -1

// NewCMS returns the program with x* = star along a chain of K states.
func NewCMS(p Problem, K, star int) CMS {
	a, _ := p.Lowered()
	from, to := a.Ends()
	c := CMS{Problem: p, K: K, Star: star, logf: make([]float64, len(to)), ends: newEnds(p)}
	copy(c.logf, to)
	floats.AddConst(-chains.LogSum(from), c.logf)
	return c
}

// Mode is the cell where the target is largest. If several are it is the first.
func (p Problem) Mode() int {
	_, to := p.Ends()
	return floats.MaxIdx(to)
}

// Cost counts f_T(x*), the kernel's steps, and as much again for their probabilities.
func (p CMS) Cost() float64 { return 1 + 2*float64(p.K)*p.stepCost() }

// Forward runs the chain both ways from one of its places.
func (p CMS) Forward(d chains.Dice) (x int, logw float64) { return p.forward(place(p.K, d), d) }

// forward starts the chain at place s.
func (p CMS) forward(s int, d chains.Dice) (x int, logw float64) {
	c, star := newStationary(p.Problem), p.star(d)
	h := c.around(c.back.Step(star, d), s, p.K, d)
	return h[place(p.K, d)], p.weight(c, star, h)
}

// Reverse puts x at a place of the chain.
func (p CMS) Reverse(x int, d chains.Dice) float64 {
	c, star := newStationary(p.Problem), p.star(d)
	return p.weight(c, star, c.around(x, place(p.K, d), p.K, d))
}

// star is x*.
func (p CMS) star(d chains.Dice) int {
	if p.Star == Drawn {
		return d.Pick(p.ends.last)
	}
	return p.Star
}

func (p CMS) weight(c stationary, star int, h []int) float64 {
	sum := 0.
	for _, x := range h {
		sum += c.into(star, x)
	}
	return p.logf[star] + p.ends.rise - math.Log(sum/float64(len(h)))
}

// CMSFirst is CMS with a chain that always starts at the first place, as Section 5.2 says.
// From K = 3 on it is biased. With K = 2 it is unbiased if the kernel is reversible, because the
// chain has the same law when it is read backward. It has no reverse.
type CMSFirst struct{ Of CMS }

// Cost is the cost of CMS: both run a chain of K states.
func (p CMSFirst) Cost() float64 { return p.Of.Cost() }

// Forward starts the chain at x_1.
func (p CMSFirst) Forward(d chains.Dice) (x int, logw float64) { return p.Of.forward(0, d) }

func readCMS(a *Args) Maker {
	states := a.Whole("K", 1, MostParticles)
	at, start := a.WordOr("at", "mode", "sample"), a.WordOr("start", "random", "first")
	return func(p Problem) (Estimator, error) {
		star := Drawn
		if at == "mode" {
			star = p.Mode()
		}
		c := NewCMS(p, states, star)
		if start == "first" {
			return CMSFirst{c}, nil
		}
		return c, nil
	}
}
