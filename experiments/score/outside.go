package score

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/toys"
)

// Given is a kernel that is given as a matrix for one target, row by row. It is an error if a law is
// broken by more than the slack of its entries: a chain that does not leave the target invariant
// estimates something else. Rows of cells without mass may be anything.
func Given(name string, matrix []float64, t toys.Target, slack float64) (chains.Entry[chains.Kernel], error) {
	n := t.Grid.Size()
	matrix = slices.Clone(matrix)
	for x, v := range t.LogF {
		if math.IsInf(v, -1) {
			clear(matrix[x*n:][:n])
			matrix[x*n+x] = 1
		}
	}
	k := kernels.Matrices{N: n, P: [][]float64{matrix}}
	level := chains.NewLevel(chains.Geometric{From: t.LogF, To: t.LogF}, n)
	level.Move(2, 1)
	w := laws.At(t.Grid, level)
	w.Slack = laws.Slack(slack)
	op := chains.On(k, t.Grid)
	op.Aim(level)
	w.Write(op, slices.Collect(slices.Chunk(matrix, n)))
	_, invariance, _ := w.Invariance()
	broken := laws.Broken([]laws.Finding{w.Entries(), w.Sums(), w.Walls(), invariance})
	if len(broken) > 0 {
		return chains.Entry[chains.Kernel]{}, fmt.Errorf("%s does not leave %s invariant: %v; a kernel that validate "+
			"accepts would do", name, t.Name, broken[0])
	}
	return chains.Entry[chains.Kernel]{Name: name, Make: k}, nil
}

// Alone returns the plan's only density.
func (p *Plan) Alone() (toys.Target, error) {
	if len(p.Densities) != 1 {
		return toys.Target{}, errors.New("a matrix is of one density; one, by its name or its file, would do")
	}
	return p.Densities[0].Make(), nil
}

// Sample scores a kernel that can only be asked for moves, on the plan's only density: by the squared errors of so
// many chains, against the exact expectation (Eq. 4). Its rows have a standard error: from each start there is one for
// each budget and function.
func (p *Plan) Sample(ctx context.Context, m chains.Mover, name string, chainsRun int,
	tell experiments.Progress) (rows []Row, err error) {
	density := p.Densities[0].Name
	here := p.scenes[density]()
	if err := m.Aim(ctx, 1, here.target.LogF); err != nil {
		return nil, err
	}
	law := chains.Normalized(here.target.LogF)
	last := p.Budgets[len(p.Budgets)-1]
	for s, start := range here.starts {
		part := tell.Share(s, s+1, len(here.starts))
		dice := sample.Seeded(p.MCSeed, uint64(s))
		states := make([]int, chainsRun)
		next := make([]int, chainsRun)
		for i := range states {
			states[i] = dice.Pick(start.Law)
		}
		sums := make([][]Tally, len(here.functions))
		spreads := make([]float64, len(here.functions))
		for f, h := range here.functions {
			mean, spread := h.Truth(law)
			spreads[f] = spread
			for range chainsRun {
				sums[f] = append(sums[f], NewTally(h, mean))
			}
		}
		for step, at := 1, 0; step <= last; step++ {
			if err := m.Move(ctx, next, states); err != nil {
				return nil, err
			}
			states, next = next, states
			for f := range sums {
				for i, x := range states {
					sums[f][i].Add(int32(x))
				}
			}
			part.Tell(step, last)
			if step < p.Budgets[at] {
				continue
			}
			at++
			for f, h := range here.functions {
				errors := make([]float64, chainsRun)
				for i := range sums[f] {
					errors[i] = sums[f][i].Error()
				}
				rows = append(rows, SampledRow(h, spreads[f], start.Name, step, errors))
			}
		}
	}
	for i := range rows {
		rows[i].Density, rows[i].Kernel = density, name
	}
	p.seed(rows)
	return rows, nil
}
