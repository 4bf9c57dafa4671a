package exact

import (
	"context"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
)

// A mass below 2^-1022, that is e^-708.4, has lost digits as a float64, and one below e^-745.1 is 0. J needs its
// logarithm all the same: KL(p||q) has p log p/q. So where such masses of q count, the law is pushed once more over
// numbers whose exponents have no end, by the kernel's definition over them. Then a mass is 0 only in a cell that the
// chain cannot reach, and an infinite J is infinite.

// deepen finds log Q, and with it J.
func (g *Measured) deepen(prog *progress, a chains.Annealing) {
	g.logq = deepLaw(prog, a, deepStart(a))
	g.compare()
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
	op := flows.WideOf(chains.On(a.Kernel, a.Grid))
	for t := range prog.through(2, a.PathEnd(), 1) {
		a.LevelAt(l, t)
		op.Aim(flows.WideMasses(a.Grid, l))
		op.Push(next, q)
		q, next = next, q
	}
	logs := make([]float64, n)
	for x, v := range q {
		logs[x] = v.LogFloat()
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
	op := flows.WideOf(chains.On(a.Kernel, a.Grid))
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
		op.Aim(flows.WideMasses(a.Grid, l))
		op.Push(next, first)
		first, next = next, first
		op.Push(next, second)
		second, next = next, second
	}
	return sumOf(first).LogFloat(), sumOf(second).LogFloat()
}

func sumOf(masses []numbers.Wide) (sum numbers.Wide) {
	for _, v := range masses {
		sum = sum.Plus(v)
	}
	return sum
}
