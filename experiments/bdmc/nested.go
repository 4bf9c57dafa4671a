package bdmc

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/programs"
	"breadboard/chains/sample"
)

// nestedBudgets are steps of the kernel for a draw from the constrained prior. 0 are exact draws,
// which the paper could not have; they have no row.
var nestedBudgets = []int{0, 1, 4, 16}

// particles is the number with which nested sampling was most accurate in the paper.
const particles = 2

// exactDraws: a run with exact draws is so many times as fast as one with a kernel's steps.
const exactDraws = 50

// nested makes the row of nested sampling with two particles, and counts overshoots, both from
// the same runs. Of 25 runs the mean of the logs is taken (footnote 5), so that the bias stays.
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
