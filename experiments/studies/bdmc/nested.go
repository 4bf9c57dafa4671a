package bdmc

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/programs"
	"breadboard/chains/sample"
)

// nestedBudgets are numbers of kernel steps for a draw from the constrained prior. 0 stands for
// exact draws. The paper could not have these, and they have no row.
var nestedBudgets = []int{0, 1, 4, 16}

// particles is the number with which nested sampling was most accurate in the paper.
const particles = 2

// exactDraws is the number of runs with exact draws in the time of one with the kernel's steps.
const exactDraws = 50

// nested makes the row of nested sampling with two particles, and counts overshoots, both from
// the same runs. 25 runs are combined by the mean of their logs (footnote 5), so that the bias
// stays.
func nested(ctx context.Context, c Case, steps int, size Size) (rows []Row, all []Overshoot, err error) {
	p := c.problem(2)
	e := programs.NewNS(p, particles, steps, programs.MeanShrinkage)
	runs := size.Nested
	if steps == 0 {
		runs *= exactDraws
	}
	r, err := sample.RunProgram(ctx, e, p, sample.Options{Chains: runs, Seed: runSeed, Workers: 1})
	if err != nil {
		return nil, nil, err
	}
	errors := r.Forward.LogW
	floats.AddConst(-c.LogP, errors)
	if steps > 0 {
		row := Row{Case: c.Name, Estimator: "NS", Knob: "step", Budget: steps, Cost: e.Cost(),
			Single: sampledScore(errors), Combine: MeanOfLogs}
		row.Combined = row.Single.meanOfLogs()
		rows = []Row{row}
	}
	return rows, overshootsOf(errors, Overshoot{Case: c.Name, Estimator: "NS", Budget: steps}), nil
}

// An Overshoot says how often an estimate of log p(y) is more than B nats too large. By Markov's
// inequality the probability is at most exp(-B) for a stochastic lower bound (BDMC, Section 4.1).
type Overshoot struct {
	Case      string  `column:"model"`
	Estimator string  `column:"estimator"`
	Budget    int     `column:"budget"` // steps of NS, 0 for exact draws from the constrained prior; levels of AIS
	B         float64 `column:"b"`
	Share     float64 `column:"share"`
	ShareErr  float64 `column:"share_stderr"`
	Runs      int     `column:"runs"`
}

// Allowed is exp(-B).
func (o Overshoot) Allowed() float64 { return math.Exp(-o.B) }

// Z is the share less exp(-B), in standard errors of a share whose probability is exp(-B).
func (o Overshoot) Z() float64 {
	allowed := o.Allowed()
	return (o.Share - allowed) / math.Sqrt(allowed*(1-allowed)/float64(o.Runs))
}

// Breaks reports whether the share is above what is allowed, beyond what chance explains.
func (o Overshoot) Breaks() bool { return o.Z() > 3 }

// Worst returns for each estimator the overshoot with the largest Z.
func (s Study) Worst() (all []Overshoot) {
	for _, o := range s.Overshoots {
		n := len(all) - 1
		switch {
		case n < 0 || all[n].Case != o.Case || all[n].Estimator != o.Estimator || all[n].Budget != o.Budget:
			all = append(all, o)
		case o.Z() > all[n].Z():
			all[n] = o
		}
	}
	return all
}

var overshootBs = []float64{0.5, 1, 1.5, 2, 2.5, 3}

// overshootsOf counts the overshoots among the errors of runs.
func overshootsOf(errors []float64, of Overshoot) (all []Overshoot) {
	for _, b := range overshootBs {
		above := 0.0
		for _, v := range errors {
			if v > b {
				above++
			}
		}
		n := float64(len(errors))
		of.B, of.Runs = b, len(errors)
		of.Share, of.ShareErr = above/n, math.Sqrt(above/n*(1-above/n)/n)
		all = append(all, of)
	}
	return all
}

// lowerBound counts the overshoots of an annealing, which is a stochastic lower bound and passes.
func lowerBound(ctx context.Context, c Case, size Size) ([]Overshoot, error) {
	const levels = 10
	p := c.problem(levels)
	m := measured{e: programs.AIS{Problem: p}, p: p, logP: c.LogP, size: size}
	m.size.Groups = size.Nested * exactDraws / Trials / sideBySide
	errors, err := m.runs(ctx, false)
	return overshootsOf(errors, Overshoot{Case: c.Name, Estimator: "AIS", Budget: levels}), err
}
