package exact

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
)

// A mass below 2^-1022, that is e^-708.4, has lost digits as a float64, and one below e^-745.1 is 0. J needs its
// logarithm all the same: KL(p||q) has p log p/q. So where such masses of q count, the law is pushed once more over
// numbers whose exponents have no end, by the kernel's definition over them. Then a mass is 0 only in a cell that the
// chain cannot reach, and an infinite J is infinite.

// faint is the mass from which on a pushed law has all its digits. Below it, but above 2^-1022, a mass may be a sum of
// many that have lost theirs: each is wrong by 2^-1075 at most, and a million levels of a thousand moves by 1e-314.
const faint = 1e-290

// counts is the share of J from which on a number counts.
const counts = 1e-13

// deepen finds log Q if J needs masses of Q below faint, and with it J. It leaves alone a J that is infinite because
// the chain is sure to miss a cell, or to end in one where p has no mass.
func (g *Measured) deepen(prog *progress, a chains.Annealing) {
	if prog.err != nil || g.missed || math.IsNaN(g.B()) || math.IsInf(g.Final.Forward, 1) {
		return
	}
	if math.IsNaN(g.J()) || g.fainted() {
		g.logq = deepLaw(prog, a, deepStart(a))
		g.compare()
	}
}

// blunt is the least difference, as a share of a cell's mass, of which Q - P as it was carried and as log Q says it can
// be off only if it has lost its digits. Logarithms of e^-1000 are off by 1e-13, and a thousand times as much after
// thousands of levels.
const blunt = 1e-9

// fromLogs takes Q and Q - P from log Q, but in cells where Q is near P and the two that were carried have their
// digits.
func (g *Measured) fromLogs() {
	for x, logq := range g.logq {
		q := math.Exp(logq)
		d := q - g.P[x]
		if math.Abs(d) < g.P[x]/2 {
			d = g.P[x] * math.Expm1(logq-g.logp[x])
			if math.Abs(g.d[x]-d) <= blunt*g.P[x] && g.Q[x] >= faint {
				continue
			}
		}
		g.Q[x] = q
		g.d[x] = d
		g.pushedAt(x, q)
	}
}

// fainted reports whether faint masses of Q may count in J: a cell's term is at most p times deepest nats.
func (g *Measured) fainted() bool {
	lost := 0.0
	for x, q := range g.Q {
		if !(q >= faint) && !math.IsInf(g.logp[x], -1) {
			lost += g.P[x]
		}
	}
	return lost*deepest > counts*(g.Final.Forward+g.Final.Reverse-lost*deepest) || lost > 0 && math.IsInf(g.J(), 1)
}

// DeepLaw is the logarithm of the measure that the forward chain makes of one at level 1, which start has the logarithm
// of: the law of x_T of log p_1. It is -Inf where x_T cannot be. The error is ctx's.
func DeepLaw(ctx context.Context, a chains.Annealing, start []float64) ([]float64, error) {
	a, _ = a.Lowered()
	prog := newProgress(ctx, a, nil)
	return deepLaw(prog, a, start), prog.err
}

// deepStart is log p_1.
func deepStart(a chains.Annealing) []float64 {
	l := a.NewLevel()
	a.LevelAt(l, 1)
	p := make([]float64, len(l.LogF()))
	logp := make([]float64, len(p))
	chains.NormalizeLog(p, logp, l.LogF())
	return logp
}

// deepLaw is DeepLaw of an annealing that was lowered.
func deepLaw(prog *progress, a chains.Annealing, start []float64) []float64 {
	n := a.Grid.Size()
	l := a.NewLevel()
	q := make([]numbers.Wide, n)
	for x, v := range start {
		q[x] = numbers.WideExp(v)
	}
	next := make([]numbers.Wide, n)
	op := operators.NewDeep(a.Kernel, a.Grid)
	for t := range prog.through(2, a.PathEnd(), 1) {
		a.LevelAt(l, t)
		op.Aim(l)
		op.Push(next, q)
		q, next = next, q
	}
	logs := make([]float64, n)
	for x, v := range q {
		logs[x] = v.Log()
	}
	return logs
}

// deepWeights returns the logarithms of E_fwd[ŵ] and of E_fwd[ŵ²], ŵ = w Z_1/Z_T, where the weights of a few chains
// outweigh all others: from a cell of mass e^-900 they are e^900. It pushes both measures over numbers with a wider
// exponent.
func deepWeights(prog *progress, a chains.Annealing) (mean, square float64) {
	n := a.Grid.Size()
	l := a.NewLevel()
	a.LevelAt(l, 1)
	p := make([]float64, n)
	logp := make([]float64, n)
	before := make([]float64, n)
	chains.NormalizeLog(p, before, l.LogF())
	first := make([]numbers.Wide, n)  // E[ŵ; x]
	second := make([]numbers.Wide, n) // E[ŵ²; x]
	next := make([]numbers.Wide, n)
	for x, v := range before {
		first[x] = numbers.WideExp(v)
		second[x] = first[x]
	}
	op := operators.NewDeep(a.Kernel, a.Grid)
	for t := range prog.through(2, a.T(), 1) {
		a.LevelAt(l, t)
		chains.NormalizeLog(p, logp, l.LogF())
		for x, v := range logp {
			if first[x].M == 0 { // also where the level before has no mass, and the ratio is infinite
				continue
			}
			by := numbers.WideExp(chains.LogRatio(v, before[x])) // 0 in a cell that has lost its mass
			first[x] = first[x].Times(by)
			second[x] = second[x].Times(by).Times(by)
		}
		logp, before = before, logp
		if t == a.T() { // no weight comes after the last kernel
			break
		}
		op.Aim(l)
		op.Push(next, first)
		first, next = next, first
		op.Push(next, second)
		second, next = next, second
	}
	return sumOf(first).Log(), sumOf(second).Log()
}

// heavy reports whether the square of a weight may lie beyond the range of floats.
func heavy(a chains.Annealing) bool {
	first, last := a.Ends()
	return max(chains.LogSpan(first), chains.LogSpan(last)) >= depth/2
}

func sumOf(masses []numbers.Wide) (sum numbers.Wide) {
	for _, v := range masses {
		sum = sum.Plus(v)
	}
	return sum
}
