package exact

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
)

// A mass below 2^-1022, that is e^-708.4, has lost digits as a float64, and a mass below e^-745.1 is 0. J needs its
// logarithm all the same: KL(p||q) has p log p/q. So where such masses of q count, q is pushed once more over intervals
// (package numbers), whose exponents have no end. Its masses are the lower ends: one is 0 only in a cell that the chain
// cannot reach, and an infinite J is infinite.

// deepen finds log Q, and with it J. Where the ends have mass in different cells, it also finds whether a chain can be
// in a cell that has mass before a step of the weight and none after it, however small the probability: its path
// divergence is then infinite. Along mixture a chain may be sure to leave the cells that the target lacks before they
// lose their mass.
func (g *Measured) deepen(prog *progress, a chains.Annealing) {
	g.logq = pushLogs(prog, a, newChain(a, true).logp, func(q []*numbers.Interval, change []float64) {
		for x, by := range change {
			if math.IsInf(by, -1) && q[x].LogMass() > by {
				g.Paths.Forward = math.Inf(1)
			}
		}
	}, nil)
	if !a.SameCells() && g.reachesNew(prog, a) {
		g.Paths.Reverse = math.Inf(1)
	}
	g.setFinal()
}

// reachesNew reports whether the forward chain leads from a cell that has mass for the first time to x_T. A reverse
// chain then ends in that cell, and loses its weight.
func (g *Measured) reachesNew(prog *progress, a chains.Annealing) bool {
	none := math.Inf(-1)
	start := slices.Repeat([]float64{none}, a.Grid.Size())
	from := pushLogs(prog, a, start, func(q []*numbers.Interval, change []float64) {
		for x, by := range change {
			switch {
			case math.IsInf(by, 1):
				q[x] = numbers.Mass(0)
			case math.IsInf(by, -1): // where no reverse chain is
				q[x] = numbers.Mass(none)
			}
		}
	}, nil)
	return floats.Max(from) > none
}

// logMoment returns log E_fwd[ŵ^k], ŵ = w Z_1/Z_T, where a few weights are beyond floats: from a cell of mass e^-900
// they are e^900.
func logMoment(prog *progress, a chains.Annealing, k float64) float64 {
	ends := EndsOf(a)
	logs := pushLogs(prog, a, ends.LogP1, func(q []*numbers.Interval, change []float64) {
		for x, by := range change {
			if !q[x].IsZero() { // and so the level before has mass
				q[x] = q[x].Times(numbers.Mass(k * by))
			}
		}
	}, nil)
	return chains.LogSum(logs) - k*ends.LogR
}

// PushLogs returns the logarithm of a measure that the forward chain has pushed from level 1, where start has its
// logarithm, to level T. It is -Inf where x_T cannot be. The error is ctx's.
func PushLogs(ctx context.Context, a chains.Annealing, start []float64) ([]float64, error) {
	a, _ = a.WithoutConstants()
	prog := newProgress(ctx, a, nil)
	return pushLogs(prog, a, start, nil, nil), prog.err
}

// pushLogs returns the same for an annealing that was lowered. Unless nil, weigh is called at every level before the
// kernel, with the measure and the change of log f, and at after it.
func pushLogs(prog *progress, a chains.Annealing, start []float64, weigh func(q []*numbers.Interval, change []float64),
	at func(l *chains.Level, logs []float64)) []float64 {
	n := a.Grid.Size()
	l := a.NewLevel()
	a.LevelAt(l, 1)
	change := make([]float64, n)
	q := make([]*numbers.Interval, n)
	for x, v := range start {
		q[x] = numbers.Mass(v)
	}
	next := make([]*numbers.Interval, n)
	op := flows.DeepOf(chains.On(a.Kernel, a.Grid))
	for t := range prog.through(a.T()) {
		moveTo(&a, l, t, change)
		if weigh != nil {
			weigh(q, change)
		}
		if t <= a.PathEnd() {
			op.Aim(flows.DeepMasses(a.Grid, l))
			op.Push(next, q)
			q, next = next, q
		}
		if at != nil {
			at(l, logsOf(q))
		}
	}
	return logsOf(q)
}

// logsOf returns the logarithms of masses.
func logsOf(masses []*numbers.Interval) []float64 {
	logs := make([]float64, len(masses))
	for x, v := range masses {
		logs[x] = v.LogMass()
	}
	return logs
}
