package score

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/exact/timeaverage"
	"breadboard/experiments"
	"breadboard/toys"
)

// FromMatrix returns the kernel of a matrix for one target, row by row. It is an error if a law is broken by more than
// the slack of the entries: a chain that does not leave the target invariant estimates something else. Rows of cells
// without mass may hold anything.
func FromMatrix(name string, matrix []float64, t toys.Target, slack float64) (chains.Entry[chains.Kernel], error) {
	a := chains.Annealing{Grid: t.Grid, Bridge: chains.Geometric{From: t.LogF, To: t.LogF}}
	by, clean := experiments.ByMatrices(a, [][]float64{matrix})
	op, level := by.Aimed(2, 1)
	w := laws.At(t.Grid, level)
	w.Slack = laws.Slack(slack)
	w.Write(op, slices.Collect(slices.Chunk(clean[0], t.Grid.Size())))
	_, invariance, _ := w.Invariance()
	broken := laws.Broken([]laws.Finding{w.Entries(), w.Sums(), w.Walls(), invariance})
	if len(broken) > 0 {
		return chains.Entry[chains.Kernel]{}, fmt.Errorf("%s does not leave %s invariant: %v; use a kernel that "+
			"validate accepts", name, t.Name, broken[0])
	}
	return chains.Entry[chains.Kernel]{Name: name, Make: by.Kernel}, nil
}

// ExecKernel names the user's command in rows.
const ExecKernel = "exec"

// Exactly scores a kernel on one of the plan's densities, as Run does, whatever that takes.
func (p *Plan) Exactly(ctx context.Context, k chains.Entry[chains.Kernel], density int) ([]Row, error) {
	whole := *p
	whole.MostWork = 0
	here := p.prepared[density]
	return whole.measure(ctx, job{preparedDensity: here, kernel: k, box: here.target.Grid})
}

// Sample scores a user's command that makes moves, on one of the plan's densities: by the squared errors of chains from
// the exact expectation (Eq. 4). There is a row for each start, budget and function, with a standard error.
func (p *Plan) Sample(ctx context.Context, m chains.Mover, density, chainsRun int, seed uint64,
	progress experiments.Progress) (rows []Row, err error) {
	here := p.prepared[density]
	if err := m.Aim(ctx, 1, here.target.LogF); err != nil {
		return nil, err
	}
	distribution := chains.Normalized(here.target.LogF)
	last := p.Budgets[len(p.Budgets)-1]
	for s, start := range here.starts {
		part := progress.Share(s, s+1, len(here.starts))
		dice := sample.Seeded(seed, uint64(s))
		states := make([]int, chainsRun)
		next := make([]int, chainsRun)
		for i := range states {
			states[i] = dice.Pick(start.Distribution)
		}
		sums := make([][]float64, len(here.functions)) // over the steps of each chain
		for f := range sums {
			sums[f] = make([]float64, chainsRun)
		}
		for step := 1; step <= last; step++ {
			if err := m.Move(ctx, next, states); err != nil {
				return nil, err
			}
			states, next = next, states
			for f, h := range here.functions {
				for i, x := range states {
					sums[f][i] += h.Values[x]
				}
				if slices.Contains(p.Budgets, step) {
					r := Row{Density: here.target.Name, Kernel: ExecKernel, Function: h.Name, Start: start.Name,
						Budget: step, Limit: math.NaN(), Chains: chainsRun, Seed: p.Seed, MCSeed: seed}
					mean, spread := h.Truth(distribution)
					rows = append(rows, r.sampled(sums[f], mean, spread))
				}
			}
			part.Tell(step, last)
		}
	}
	return rows, nil
}

// sampled returns the row with the accuracy of chains, from each chain's sum over its steps.
func (r Row) sampled(sums []float64, mean, spread float64) Row {
	errors := make([]float64, len(sums))
	for i, sum := range sums {
		errors[i] = sum/float64(r.Budget) - mean
	}
	squares := floats.MulTo(make([]float64, len(sums)), errors, errors)
	mse := stat.Mean(squares, nil)
	bias := stat.Mean(errors, nil)
	r.Accuracy = timeaverage.Accuracy{N: r.Budget, Spread: spread, Bias: bias, Variance: mse - bias*bias}
	off := stat.StdDev(squares, nil) / math.Sqrt(float64(len(sums)))
	r.StdErr = r.RESS() * off / mse // the error of a quotient, to first order
	return r
}
