// Package timeaverage computes exactly how well the time average of a Markov chain estimates an expectation.
//
// A chain starts at x_0 ~ s and makes N steps. The start is not counted. For a function h the estimate of <p, h> is
//
//	m_N = (h(x_1) + ... + h(x_N)) / N.
//
// Its mean squared error is a finite sum of propagated moments, so that the real effective sample size of Turner and
// Neal (2017, Eq. 4),
//
//	RESS = Var_p[h] / E[(m_N - <p, h>)^2],
//
// is a number and not an estimate. Independent draws of p have RESS = N. As N grows, RESS/N tends to Var_p[h] over the
// asymptotic variance (Limits).
//
// A Chain (this file) finds the mean and the variance of sums along it (moments.go), in one of two ways. Let
// g = h - <p, h>, S_n = g(x_1) + ... + g(x_n), A_n(x) its mean from the start x, and V_n(x) its variance. From a start
// with the distribution s the bias of m_N is <s, A_N>/N, and its variance is the mean of V_N under s plus the variance
// of A_N, over N².
//
// # Step by step
//
// The first step gives both for every start at once (stepByStep):
//
//	A_n = T(g + A_{n-1}),    V_n = T V_{n-1} + the variance of (g + A_{n-1})(x_1).
//
// No term of V is negative. N steps cost N times the moves of the chain.
//
// # Doubling
//
// Let P_n be the matrix of n steps, and K_n(x,y) = E_x[(S_n - A_n(x)) 1{x_n = y}] the covariance of the sum with where
// it ends. After n steps and m more, with a = A_m less its mean under P_n(x,.),
//
//	A_{n+m}(x)   = A_n(x) + sum over y of P_n(x,y) A_m(y)
//	V_{n+m}(x)   = V_n(x) + sum over y of P_n(x,y) (V_m(y) + a(y)²) + 2 K_n(x,y) a(y)
//	K_{n+m}(x,z) = sum over y of (K_n(x,y) + P_n(x,y) a(y)) P_m(y,z) + P_n(x,y) K_m(y,z)
//
// by the law of total covariance. So 2^k steps cost 2k matrix products a function and k for P. A and V after N steps
// need none: a block takes them on from the steps that come after it, for all starts at once. N = 1,000,000 is 19
// doublings and 7 such blocks. Each takes the cheaper way: on BARRIER seven functions from three starts take 10 ms at
// N = 1,000,000.
//
// Eigenvectors would give every N at the same cost. But they are computed to an ulp of their norm under p, and in a
// cell of mass 1e-30 that is 1e15 times what they are there. Doubling adds and multiplies probabilities, needs no
// reversibility, and keeps its digits in cells of every mass.
//
// # Digits
//
// A slow chain moves once in 1e7 steps, and its entries of that size decide everything. Products of numbers that are
// not negative keep them. Rows are divided by their sums after every product; otherwise the round-off of one doubling
// would be doubled by the next. h first loses its value in the heaviest state, and then its mean: a state with all mass
// but 1e-20 has a deviation of that size, which differences of large numbers lose. Means are found by differences from
// the likeliest next state and added up in 106 bits (twice.go), so that only chance is rounded: 1e-16 sqrt(N) of the
// standard deviation.
//
// Against 400 bits the mean squared error is right to 1e-12 on chains that cross once in 1e7 steps, with masses down to
// 1e-30 and from the lightest state, at N up to 1e6; and to 1e-9 at N up to 1e9 also on chains with many time scales,
// with a period or nearly so, or in parts that are not connected. A rounding of p is a bias of that size. On BARRIER
// doubling keeps 15 digits over a million steps, and single steps keep 10.
package timeaverage

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/grid/text"
)

// Each calls see with the sums of every function after each number of steps in ns, which are above 0, by their places
// in both lists and in any order. The error is ctx's.
func (c *Chain) Each(ctx context.Context, functions [][]float64, ns []int, see visitor) error {
	of := make([]centred, len(functions))
	for f, h := range functions {
		of[f] = c.centred(h)
	}
	if c.doubles(len(functions), ns) {
		return c.byDoubling(ctx, of, ns, see)
	}
	return c.stepByStep(ctx, of, ns, see)
}

// A visitor sees the sums of a function after a number of steps, by their places. It must not keep the sums.
type visitor = func(function, k int, s Sums)

// A Chain is a Markov chain that leaves a distribution invariant, written out as rows. It has only the states with
// mass, which it never leaves.
type Chain struct {
	size   int       // the number of states, with mass or without
	states []int     // those with mass, in order
	p      []float64 // their masses
	from   []int     // what state x leads to are the entries from[x] to from[x+1]
	to     []int     // the next state, which may be x itself
	prob   []float64 // its probability
}

// New returns the chain of an operator that is aimed at the distribution p. A state whose mass is below any float has
// none: instead of moving there the chain stays.
func New(op chains.Operator, p []float64) *Chain {
	c := &Chain{size: len(p), from: []int{0}}
	c.states = chains.Support(p)
	c.p = chains.In(c.states, p)
	place := make([]int, len(p))
	for i, x := range c.states {
		place[x] = i
	}
	for i, x := range c.states {
		own := len(c.to)
		c.to = append(c.to, i)
		c.prob = append(c.prob, op.Stay(x))
		op.Row(x, func(y int, prob float64) {
			if p[y] == 0 {
				c.prob[own] += prob
			} else if prob > 0 {
				c.to = append(c.to, place[y])
				c.prob = append(c.prob, prob)
			}
		})
		c.from = append(c.from, len(c.to))
	}
	return c
}

// States returns the number of states, with mass or without: the length of functions and of starts.
func (c *Chain) States() int { return c.size }

// A centred is a function less its mean, on the states with mass, and its variance.
type centred struct {
	g      []twice
	spread float64
}

// centred returns h less its mean. Its value in the heaviest state is taken off first: if that state has all mass but
// 1e-20, the function is of that size there.
func (c *Chain) centred(h []float64) centred {
	var of centred
	on := chains.In(c.states, h)
	heaviest := on[floats.MaxIdx(c.p)]
	for _, v := range on {
		of.g = append(of.g, exactly(v, -heaviest))
	}
	shift := mean(c.p, of.g).times(-1)
	for x, p := range c.p {
		of.g[x] = of.g[x].plus(shift)
		of.spread += p * of.g[x].hi * of.g[x].hi
	}
	return of
}

// floats returns the function as floats.
func (of centred) floats() (g []float64) {
	for _, v := range of.g {
		g = append(g, v.hi)
	}
	return g
}

// A Start is a distribution on the states with mass.
type Start []float64

// Start returns the distribution s on the states with mass. Mass of s anywhere else is an error, because kernels do not
// say what they do there.
func (c *Chain) Start(s []float64) (Start, error) {
	on := chains.In(c.states, s)
	if floats.Sum(on) == floats.Sum(s) {
		return on, nil
	}
	for x, v := range s {
		if _, has := slices.BinarySearch(c.states, x); v > 0 && !has {
			return nil, fmt.Errorf("a start in state %d, whose mass is 0; use a state with mass", x)
		}
	}
	return on, nil
}

// A Sums has the mean and the variance of S_N for one function, from every state with mass.
type Sums struct {
	N              int
	spread         float64
	states         []int
	mean, variance []float64
}

// newSums returns the sums after n steps. Where nothing is left to chance, a mean within the rounding of n steps
// becomes 0: a chain that has gone round its cycle has no bias, and its RESS is +Inf.
func (c *Chain) newSums(n int, of centred, mean []twice, variance []float64) Sums {
	s := Sums{N: n, spread: of.spread, states: c.states, mean: make([]float64, len(mean)), variance: variance}
	rounding := float64(n) * floats.Norm(of.floats(), math.Inf(1)) * 0x1p-100
	for x, m := range mean {
		if variance[x] > 0 || math.Abs(m.hi) > rounding {
			s.mean[x] = m.hi
		}
	}
	return s
}

// Worst returns the accuracy from the worst cell. A cell is share states in a row, among which the chain starts by the
// distribution within, given the cell.
func (s Sums) Worst(share int, within []float64) (worst Accuracy) {
	worst.Variance = -1
	for i := 0; i < len(s.states); {
		cell, begin := s.states[i]/share, i
		var start Start
		for ; i < len(s.states) && s.states[i]/share == cell; i++ {
			start = append(start, within[s.states[i]])
		}
		part := Sums{N: s.N, spread: s.spread, mean: s.mean[begin:i], variance: s.variance[begin:i]}
		if a := part.From(start); a.MSE() > worst.MSE() {
			worst = a
		}
	}
	return worst
}

// From returns the accuracy from a start. Its variance is the mean of the variances from each state, and the variance
// of their means.
func (s Sums) From(start Start) Accuracy {
	mean := 0.0
	for x, p := range start {
		mean += p * s.mean[x]
	}
	variance := 0.0
	for x, p := range start {
		variance += p * (s.variance[x] + (s.mean[x]-mean)*(s.mean[x]-mean))
	}
	steps := float64(s.N)
	return Accuracy{N: s.N, Spread: s.spread, Bias: mean / steps, Variance: variance / steps / steps}
}

// An Accuracy says how well the time average of a function over N steps estimates its expectation.
type Accuracy struct {
	N        int     `json:"N" column:"N"`
	Spread   float64 `json:"spread" column:"spread"`     // Var_p[h], the variance of the function under the target
	Bias     float64 `json:"bias" column:"bias"`         // the mean of the time average less the expectation
	Variance float64 `json:"variance" column:"variance"` // of the time average
}

// MSE returns the mean squared error of the time average.
func (a Accuracy) MSE() float64 { return a.Bias*a.Bias + a.Variance }

// RESS returns the real effective sample size: the number of independent draws whose mean has the same squared error.
// It is +Inf if there is no error at all, and NaN for a constant function.
func (a Accuracy) RESS() float64 {
	if a.Spread == 0 {
		return math.NaN()
	}
	return a.Spread / a.MSE()
}

// Efficiency returns RESS/N (Eq. 6): 1 if the steps are independent draws.
func (a Accuracy) Efficiency() float64 { return a.RESS() / float64(a.N) }

// A Limit holds what numbers tend to as N grows.
type Limit struct {
	MSE        float64 // the limit of N times the mean squared error: the asymptotic variance
	Efficiency float64 // the limit of RESS/N
}

// Limits returns the limits for functions, from whichever start; several take little more time than one. A constant
// function is an error, and so is a chain that does not get from every state to every other, or has more than
// spectra.MaxStates. The means are taken off first: of values near 1e6 the squares would leave ten digits.
func (c *Chain) Limits(functions [][]float64) ([]Limit, error) {
	picked := make([][]float64, len(functions))
	for i, h := range functions {
		picked[i] = c.centred(h).floats()
	}
	rows := slices.Collect(slices.Chunk(c.block(nil).dist.RawMatrix().Data, len(c.p)))
	variances, autocorrelations, err := spectra.Matrix(rows).AsymptoticVariances(c.p, picked)
	limits := make([]Limit, len(variances))
	for i, v := range variances {
		limits[i] = Limit{MSE: v, Efficiency: 1 / autocorrelations[i]}
	}
	return limits, err
}

// stepWork is the cost of one move in a step, in operations of a matrix product. A step takes the moves of a state one
// by one, 3 ns each; a product takes whole rows, 0.1 ns a number.
const stepWork = 30

// doubles reports whether doubling takes fewer operations than going step by step, and has room.
func (c *Chain) doubles(functions int, ns []int) bool {
	last, states := slices.Max(ns), float64(len(c.p))
	steps := float64(last) * float64(functions) * float64(len(c.to)) * stepWork
	doubling := float64(bits.Len(uint(last))*(4*functions+2)) * states * states * states
	return doubling < steps && CanDouble(states, functions)
}

// CanDouble reports whether doubling has room: two blocks and a change, each with a covariance for each function and
// every pair of states.
func CanDouble(states float64, functions int) bool {
	return 8*states*states*float64(3*functions+2) <= text.MostBytes/2
}

// Bytes returns the memory of New and Each for a chain of this many states and moves, and for many numbers of steps,
// each with its sums; without that of doubling. A move has its place and its probability, in lists that grow, and may
// be an edge of the operator.
func Bytes(states, moves float64, functions, many int) float64 {
	const aMove, vectors = 60, 10
	return aMove*moves + 8*states*float64(vectors+2*functions*(many+1))
}
