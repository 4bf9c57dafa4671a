package shipped

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// A filter is SMC through the levels of an annealing, and conditional SMC in reverse. It keeps
// the log weights since the last resampling. At each level log w grows by as much as the log of
// the mean weight. The steps are functions, so that a bug replaces one and leaves the others.
type filter struct {
	programs.Problem
	P     int
	share float64 // it resamples where the ESS is below this share of P; always if it is +Inf
	steps
	first []float64         // p_1
	logf  [][]float64       // of level t at t-1
	ops   []chains.Operator // T_t at t-1
}

// steps are the parts of a filter in which people made mistakes.
type steps struct {
	// size returns the ESS that decides whether to resample; kept is a conditional run.
	size func(logs []float64, kept bool) float64
	// carried returns the log weights with which particles come to a level.
	carried func(logs []float64) []float64
	// evidence returns the log of what level t multiplies the estimate by; gains are the log
	// weights of that level alone.
	evidence func(t int, logs, gains []float64) float64
	// resampled returns the log weights after a resampling.
	resampled func(logs []float64, ancestors []int) []float64
	// follows says who goes along the kept lineage after a resampling: rightly particle 0 alone.
	follows func(before []bool, ancestors []int) []bool
	// returned picks the particle whose cell is returned.
	returned func(logs []float64, d chains.Dice) int
}

// right are the steps as they should be.
var right = steps{
	size:      func(logs []float64, _ bool) float64 { return ess(logs) },
	carried:   func(logs []float64) []float64 { return logs },
	evidence:  func(_ int, logs, gains []float64) float64 { return logMean(sum(logs, gains)) - logMean(logs) },
	resampled: func(logs []float64, _ []int) []float64 { return make([]float64, len(logs)) },
	follows:   func(before []bool, _ []int) []bool { return onlyFirst(len(before)) },
	returned:  func(logs []float64, d chains.Dice) int { return d.Pick(weights(logs)) },
}

func newFilter(p programs.Problem, particles int, share float64, s steps) filter {
	f := filter{Problem: p, P: particles, share: share, steps: s}
	for t := 1; t <= p.T(); t++ {
		op, l := p.Aimed(t, p.Schedule.Beta(t))
		f.logf = append(f.logf, l.LogF())
		f.ops = append(f.ops, op)
	}
	f.first = weights(f.logf[0])
	return f
}

// Cost counts the densities of the weights.
func (f filter) Cost() float64 { return float64(f.P * (f.T() - 1)) }

// Forward runs the filter.
func (f filter) Forward(d chains.Dice) (x int, logw float64) {
	path, logw := f.run(nil, d)
	return path[f.PathEnd()-1], logw
}

// Reverse draws the lineage of x and runs the filter with particle 0 kept on it.
func (f filter) Reverse(x int, d chains.Dice) float64 {
	_, logw := f.run(f.lineage(x, d), d)
	return logw
}

// again is one step of particle Gibbs: it draws a lineage of the target, runs the filter around
// it, and returns the lineage that this run picks. That has the law of the first.
func (f filter) again(d chains.Dice) []int {
	path, _ := f.run(f.posterior(d), d)
	return path
}

// posterior draws a lineage of the target.
func (f filter) posterior(d chains.Dice) []int { return f.lineage(d.Pick(weights(f.logf[f.T()-1])), d) }

// lineage draws how x came about: x_{t-1} is one step of the reversal of T_t from x_t.
func (f filter) lineage(x int, d chains.Dice) []int {
	path := make([]int, f.PathEnd())
	path[f.PathEnd()-1] = x
	for t := f.PathEnd(); t >= 2; t-- {
		path[t-2] = f.ops[t-1].Reversal().Step(path[t-1], d)
	}
	return path
}

// run weighs, resamples and moves, level by level, and returns the path of one particle. With
// SkipLast it ends with the last weights. Particles that follow go along the lineage and draw
// nothing.
func (f filter) run(lineage []int, d chains.Dice) (path []int, logw float64) {
	paths := make([][]int, f.P)
	logs := make([]float64, f.P)
	follows := make([]bool, f.P)
	follows[0] = lineage != nil
	f.extend(paths, follows, lineage, func([]int) int { return d.Pick(f.first) })
	for t := 2; t <= f.T(); t++ {
		gains := make([]float64, f.P)
		for i, path := range paths {
			gains[i] = f.logf[t-1][path[t-2]] - f.logf[t-2][path[t-2]]
		}
		logs = f.carried(logs)
		logw += f.evidence(t, logs, gains)
		logs = sum(logs, gains)
		if t > f.PathEnd() {
			break
		}
		if f.size(logs, lineage != nil) < f.share*float64(f.P) {
			ancestors := f.ancestors(logs, lineage != nil, d)
			paths = chosen(paths, ancestors)
			logs = f.resampled(logs, ancestors)
			if lineage != nil {
				follows = f.follows(follows, ancestors)
			}
		}
		f.extend(paths, follows, lineage, func(path []int) int { return f.ops[t-1].Step(path[t-2], d) })
	}
	return paths[f.returned(logs, d)], logw
}

// ancestors draws them by weight. In a conditional run particle 0 is its own.
func (f filter) ancestors(logs []float64, kept bool, d chains.Dice) []int {
	all := make([]int, f.P)
	for i := range all {
		if i > 0 || !kept {
			all[i] = d.Pick(weights(logs))
		}
	}
	return all
}

// extend adds a cell to each path. Particles that follow the lineage get its cell; the others move.
func (f filter) extend(paths [][]int, follows []bool, lineage []int, move func(path []int) int) {
	for i, path := range paths {
		if follows[i] {
			paths[i] = lineage[:len(path)+1]
		} else {
			paths[i] = append(slices.Clone(path), move(path))
		}
	}
}

func chosen(paths [][]int, ancestors []int) [][]int {
	next := make([][]int, len(paths))
	for i, a := range ancestors {
		next[i] = paths[a]
	}
	return next
}

func sum(a, b []float64) []float64 { return floats.AddTo(make([]float64, len(a)), a, b) }

func weights(logs []float64) []float64 { return chains.Normalized(logs) }

func logMean(logs []float64) float64 { return floats.LogSumExp(logs) - math.Log(float64(len(logs))) }

// ess is the effective sample size of weights, (Σw)²/Σw².
func ess(logs []float64) float64 {
	w := weights(logs)
	return 1 / floats.Dot(w, w)
}

func onlyFirst(n int) []bool {
	first := make([]bool, n)
	first[0] = true
	return first
}
