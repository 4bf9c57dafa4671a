package exact

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
)

// A mass below 2^-1022, that is e^-708.4, has lost digits as a float64, and a mass below e^-745.1 is 0. J needs its
// logarithm all the same: KL(p||q) has p log p/q. So where such masses of q count, q is pushed once more over numbers
// whose exponents have no end. Then a mass is 0 only in a cell that the chain cannot reach, and an infinite J is
// infinite.

// deepen finds log Q, and with it J.
func (g *Measured) deepen(prog *progress, a chains.Annealing) {
	g.logq = pushLogs(prog, a, newChain(a, true).logp, nil)
	g.setFinal()
}

// PushLogs returns the logarithm of a measure that the forward chain has pushed from level 1, where start has its
// logarithm, to level T. It is -Inf where x_T cannot be. The error is ctx's.
func PushLogs(ctx context.Context, a chains.Annealing, start []float64) ([]float64, error) {
	a, _ = a.Lowered()
	prog := newProgress(ctx, a, nil)
	return pushLogs(prog, a, start, nil), prog.err
}

// pushLogs returns the same for an annealing that was lowered. Unless at is nil, it is called after every kernel.
func pushLogs(prog *progress, a chains.Annealing, start []float64, at func(l *chains.Level, logs []float64)) []float64 {
	n := a.Grid.Size()
	l := a.NewLevel()
	q := make([]numbers.Wide, n)
	for x, v := range start {
		q[x] = numbers.WideExp(v)
	}
	next := make([]numbers.Wide, n)
	op := flows.WideOf(chains.On(a.Kernel, a.Grid))
	for t := range prog.through(2, a.PathEnd()) {
		a.LevelAt(l, t)
		op.Aim(flows.WideMasses(a.Grid, l))
		op.Push(next, q)
		q, next = next, q
		if at != nil {
			at(l, logsOf(q))
		}
	}
	return logsOf(q)
}

// logsOf returns the logarithms of masses.
func logsOf(masses []numbers.Wide) []float64 {
	logs := make([]float64, len(masses))
	for x, v := range masses {
		logs[x] = v.LogFloat()
	}
	return logs
}

// deepWeights returns the logarithms of E_fwd[ŵ] and of E_fwd[ŵ²], ŵ = w Z_1/Z_T, where a few weights are beyond
// floats: from a cell of mass e^-900 they are e^900.
func deepWeights(prog *progress, a chains.Annealing) (mean, square float64) {
	n := a.Grid.Size()
	s := newChain(a, true)
	l := s.level
	logp := s.logpBefore
	before := s.logp
	first := make([]numbers.Wide, n)  // E[ŵ; x]
	second := make([]numbers.Wide, n) // E[ŵ²; x]
	next := make([]numbers.Wide, n)
	for x, v := range before {
		first[x] = numbers.WideExp(v)
		second[x] = first[x]
	}
	op := flows.WideOf(chains.On(a.Kernel, a.Grid))
	for t := range prog.through(2, a.T()) {
		a.LevelAt(l, t)
		chains.NormalizeLog(s.p, logp, l.LogF())
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

// sumOf returns the sum of masses.
func sumOf(masses []numbers.Wide) (sum numbers.Wide) {
	for _, v := range masses {
		sum = sum.Plus(v)
	}
	return sum
}

// losesWeight reports whether a chain, the forward or the reverse one, can be in a cell that has mass before a step of
// the weight and none after it, however small the probability: its path divergence is then infinite. Along mixture a
// chain may be sure to leave the cells that the target lacks before they lose their mass.
func losesWeight(prog *progress, a chains.Annealing, forward bool) (loses bool) {
	s := newChain(a, forward)
	kernel := flows.WideOf(chains.On(a.Kernel, a.Grid))
	from := make([]numbers.Wide, len(s.mass)) // 1 in the cells where the chain can be
	to := make([]numbers.Wide, len(s.mass))
	set := func(x int, canBe bool) {
		from[x] = numbers.Wide{}
		if canBe {
			from[x] = numbers.WideOf(1)
		}
	}
	for x, logp := range s.logp {
		set(x, !math.IsInf(logp, -1))
	}
	s.run(prog, func(int) {
		for x, logp := range s.logp {
			emptied := math.IsInf(logp, -1) && !math.IsInf(s.logpBefore[x], -1)
			loses = loses || emptied && !from[x].IsZero()
		}
	}, func() {
		kernel.Aim(flows.WideMasses(a.Grid, s.level))
		if forward {
			kernel.Push(to, from)
		} else { // the reversal leads to where the kernel comes from, and to no cell without mass
			kernel.Pull(to, from)
		}
		for x, logp := range s.logp {
			set(x, !to[x].IsZero() && (forward || !math.IsInf(logp, -1)))
		}
	}, func() {})
	return loses
}
