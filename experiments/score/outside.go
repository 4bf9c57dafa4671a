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
	"breadboard/chains/outside"
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
	op := k.On(t.Grid)
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

// errApart says that a kernel from outside is of one density.
var errApart = errors.New("a kernel from outside is of one density; one, by its name or its file, would do")

// Alone returns the plan's only density.
func (p *Plan) Alone() (toys.Target, error) {
	if len(p.Densities) != 1 {
		return toys.Target{}, errApart
	}
	return p.Densities[0].Make(), nil
}

// Sample scores a kernel that can only be asked for moves, on the plan's only density: by the squared
// errors of so many chains, against the exact expectation (Eq. 4). Its rows have a standard error.
func (p *Plan) Sample(ctx context.Context, m outside.Mover, name string, chainsRun int,
	tell experiments.Progress) (rows []Row, err error) {
	density := p.Densities[0].Name
	here, err := p.scenes[density]()
	if err != nil {
		return nil, err
	}
	if err := m.Aim(ctx, 1, here.target.LogF); err != nil {
		return nil, err
	}
	w := watch{p: chains.Normalized(here.target.LogF), functions: here.functions, budgets: p.Budgets}
	for i, start := range here.starts {
		part := tell.Share(i, i+1, len(here.starts))
		if err := w.run(ctx, m, start, chainsRun, sample.Seeded(p.MCSeed, uint64(i)), part); err != nil {
			return nil, err
		}
	}
	for i := range w.rows {
		w.rows[i].Density, w.rows[i].Kernel = density, name
	}
	p.seed(w.rows)
	return w.rows, nil
}

// seed adds the density's seed to rows, and the seed of the chains to those that are sampled.
func (p *Plan) seed(rows []Row) {
	for i := range rows {
		rows[i].Seed = p.Seed
		if rows[i].Chains > 0 {
			rows[i].MCSeed = p.MCSeed
		}
	}
}

// A watch looks at sampled chains at the budgets.
type watch struct {
	p         []float64
	functions []Function
	budgets   []int
	rows      []Row
}

// run moves chains from one start.
func (w *watch) run(ctx context.Context, m outside.Mover, start Start, n int, dice chains.Dice,
	tell experiments.Progress) error {
	states, next := make([]int, n), make([]int, n)
	for i := range states {
		states[i] = dice.Pick(start.Law)
	}
	sums := make([][]Tally, len(w.functions))
	for f, h := range w.functions {
		mean, _ := h.Truth(w.p)
		for range n {
			sums[f] = append(sums[f], NewTally(h, mean))
		}
	}
	at, last := 0, w.budgets[len(w.budgets)-1]
	for step := 1; step <= last; step++ {
		if err := m.Move(ctx, next, states); err != nil {
			return err
		}
		states, next = next, states
		for f := range sums {
			for i, x := range states {
				sums[f][i].Add(int32(x))
			}
		}
		if tell != nil {
			tell(step, last)
		}
		if step == w.budgets[at] {
			w.look(start.Name, step, sums)
			at++
		}
	}
	return nil
}

// look adds a row for each function, by its errors along every chain.
func (w *watch) look(start string, n int, sums [][]Tally) {
	for f, h := range w.functions {
		_, spread := h.Truth(w.p)
		errors := make([]float64, len(sums[f]))
		for i := range sums[f] {
			errors[i] = sums[f][i].Error()
		}
		w.rows = append(w.rows, SampledRow(h, spread, start, n, errors))
	}
}
