package bdmc

import (
	"context"

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
