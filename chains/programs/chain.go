package programs

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/flows"
)

// A stationary chain is a chain of the problem's kernel, aimed at the target. It can be drawn from left to right by the
// kernel, or from right to left by its reversal: its distribution is the same.
type stationary struct {
	op                chains.Operator
	forward, reversal Move
}

// chainsOf returns chains of the problem's kernel at the target, which runs take in turn: to aim a kernel may take
// longer than a run.
func chainsOf(p Problem) *sync.Pool {
	return &sync.Pool{New: func() any {
		a, _ := p.WithoutConstants()
		op, _ := a.Aimed(a.T(), 1)
		n := p.Grid.Size()
		return &stationary{op, chains.NewKeptRows(n, op), chains.NewKeptRows(n, op.Reversal())}
	}}
}

// around puts x at place s of a chain of K states and draws the others: the kernel runs to its right, and the reversal
// to its left.
func (c stationary) around(x, s, K int, d chains.Dice) []int {
	h := make([]int, K)
	h[s] = x
	for k := s + 1; k < K; k++ {
		h[k] = c.forward.Step(h[k-1], d)
	}
	for k := s - 1; k >= 0; k-- {
		h[k] = c.reversal.Step(h[k+1], d)
	}
	return h
}

// place picks one of the K places of a chain, each with probability 1/K.
func place(K int, d chains.Dice) int { return d.Pick(slices.Repeat([]float64{1}, K)) }

// HMEChain is the harmonic mean estimator along a chain (BDMC, Section 3.2, with the states of a chain for draws). The
// estimator is the reverse run: a chain of K states begins at an exact draw x, its kernel leaves the target invariant,
// and
//
//	1/w = mean over k of f_1(x_k)/f_T(x_k)
//
// is unbiased for 1/R. A forward run needs no exact draw. By the law of the package its distribution is R/w times the
// distribution of the stationary chain. That is a mean over k: in term k the state x_k is a draw from p_1, and the
// chain runs from there both ways. So a forward run first picks the place k. It returns x_1.
type HMEChain struct {
	Problem
	K    int // the number of states, at least 1
	ends ends
	pool *sync.Pool // of chains
}

// NewHMEChain returns the program along a chain of K states.
func NewHMEChain(p Problem, K int) HMEChain { return HMEChain{p, K, newEnds(p), chainsOf(p)} }

// Cost counts one density a state for the weight, and the kernel's steps.
func (p HMEChain) Cost() float64 { return float64(p.K) + float64(p.K-1)*p.stepCost() }

// Forward draws the state of one place from p_1, and runs the chain from there both ways.
func (p HMEChain) Forward(d chains.Dice) (x int, logw float64) {
	k := place(p.K, d)
	return p.run(p.ends.prior.Draw(d), k, d)
}

// Reverse runs the chain from x.
func (p HMEChain) Reverse(x int, d chains.Dice) float64 {
	_, logw := p.run(x, 0, d)
	return logw
}

// run returns the first state of a chain with x at place k, and the log of the harmonic mean.
func (p HMEChain) run(x, k int, d chains.Dice) (first int, logw float64) {
	c := p.pool.Get().(*stationary)
	defer p.pool.Put(c)
	h := c.around(x, k, p.K, d)
	return h[0], p.harmonic(h)
}

// harmonic returns the log of the harmonic mean of f_T/f_1 along a chain.
func (p HMEChain) harmonic(h []int) float64 {
	inverse := make([]float64, len(h))
	for k, x := range h {
		inverse[k] = -p.ends.logw[x]
	}
	return p.ends.offset - logMean(inverse)
}

// CMS is the estimator of Chib, Murray and Salakhutdinov (BDMC, Section 5.2). For any cell x* p(y) is f_T(x*)/Z_1 over
// p(x*) (Eq. 42). The mean of T(x*|x_k) along a chain that is stationary under the target estimates p(x*) (Eq. 43). T
// includes staying. A forward run picks a place s of K, draws x_s by the reversal of T from x*, and runs the chain from
// x_s both ways (Eq. 44). So the probability of a chain is its probability under the stationary distribution, times
//
//	mean over k of T(x*|x_k) / p(x*)
//
// and log w = log f_T(x*)/Z_1 - log mean T(x*|x_k). The run returns the state at another random place. A reverse run
// puts its cell at a random place, and runs the chain from there.
//
// If the kernel reaches x* from all cells in one step then E[w] = R. Otherwise the mean may be 0 in reverse. log w is
// then +Inf, and E[w] is below R: it lacks the share of these chains.
type CMS struct {
	Problem
	K    int // the number of states, at least 1
	Star int // x*

	logw float64          // log f_T(x*)/Z_1
	last []float64        // p_T
	pool *sync.Pool       // of chains
	deep bool             // steps may have probabilities below every float
	into func() []float64 // by cell, log of the probability of a step to x*
}

// NewCMS returns the program with x* = star along a chain of K states.
func NewCMS(p Problem, K, star int) CMS {
	a, offset := p.WithoutConstants()
	from, to := a.Ends()
	return CMS{Problem: p, K: K, Star: star, logw: to[star] - chains.LogSum(from) + offset, last: chains.Normalized(to),
		pool: chainsOf(p),
		deep: max(chains.LogSpan(from), chains.LogSpan(to)) >= chains.MaxLogSpan,
		into: sync.OnceValue(func() []float64 {
			l := a.NewLevel()
			a.LevelAt(l, a.T())
			return flows.LogInto(chains.On(a.Kernel, a.Grid), a.Grid, l, star)
		})}
}

// Mode returns the cell where the target is largest, the first of several.
func (p Problem) Mode() int {
	_, to := p.Ends()
	return floats.MaxIdx(to)
}

// Cost counts f_T(x*), the kernel's steps, and as much again for their probabilities.
func (p CMS) Cost() float64 { return 1 + 2*float64(p.K)*p.stepCost() }

// Forward runs the chain both ways from a random place.
func (p CMS) Forward(d chains.Dice) (x int, logw float64) {
	start := place(p.K, d)
	c := p.pool.Get().(*stationary)
	defer p.pool.Put(c)
	h := c.around(chains.Step(c.op.Reversal(), p.Star, d), start, p.K, d)
	return h[place(p.K, d)], p.weight(c.op, h)
}

// Reverse puts x at a random place of the chain.
func (p CMS) Reverse(x int, d chains.Dice) float64 {
	c := p.pool.Get().(*stationary)
	defer p.pool.Put(c)
	return p.weight(c.op, c.around(x, place(p.K, d), p.K, d))
}

// weight returns log f_T(x*)/Z_1 less the logarithm of the mean of T(x*|x_k).
func (p CMS) weight(op chains.Operator, h []int) float64 {
	sum := 0. // of T(x*|x_k)
	for _, x := range h {
		if x == p.Star {
			sum += op.Stay(x)
			continue
		}
		op.Row(x, func(y int, probability float64) {
			if y == p.Star {
				sum += probability
			}
		})
	}
	if p.deep && sum < flows.LeastSure {
		logs := make([]float64, len(h))
		for k, x := range h {
			logs[k] = p.into()[x]
		}
		return p.logw - logMean(logs)
	}
	return p.logw - math.Log(sum/float64(len(h)))
}

// Chib is the estimator of Chib (BDMC, Eq. 42-43). It is CMS along a chain that begins in a draw from the target. A run
// returns the state at a random place.
//
// E[1/w] = 1/R: log w is the log weight of CMS in reverse, and so at least log R on average. It is +Inf if the kernel
// does not reach x*. For a chain that begins elsewhere nothing holds. Neal (1999) has the misleading case: if the chain
// stays in one mode, and x* is there, p(x*) seems as large as if there were no other mode.
type Chib struct{ Of CMS }

// Cost counts f_T(x*), the steps to each state, and as much again for their probabilities to step to x*.
func (p Chib) Cost() float64 { return 1 + float64(2*p.Of.K-1)*p.Of.stepCost() }

// Forward runs the chain.
func (p Chib) Forward(d chains.Dice) (x int, logw float64) {
	c := p.Of.pool.Get().(*stationary)
	defer p.Of.pool.Put(c)
	h := c.around(d.Pick(p.Of.last), 0, p.Of.K, d)
	return h[place(p.Of.K, d)], p.Of.weight(c.op, h)
}
