package score

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
	"breadboard/exact/timeaverage"
	"breadboard/experiments"
)

// Sample scores a kernel that can only be asked for moves, on the plan's only density: by the squared
// errors of so many chains, against the exact expectation (Eq. 4). Its rows have a standard error.
func (p *Plan) Sample(ctx context.Context, m outside.Mover, name string, chainsRun int, seed uint64,
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
		if err := w.run(ctx, m, start, chainsRun, sample.Seeded(seed, uint64(i)), part); err != nil {
			return nil, err
		}
	}
	for i := range w.rows {
		w.rows[i].Density, w.rows[i].Kernel = density, name
	}
	return w.rows, nil
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
	sums, means := make([][]float64, len(w.functions)), make([]float64, len(w.functions))
	for f, h := range w.functions {
		sums[f] = make([]float64, n)
		means[f] = mean(w.p, h.Of)
	}
	at, last := 0, w.budgets[len(w.budgets)-1]
	for step := 1; step <= last; step++ {
		if err := m.Move(ctx, next, states); err != nil {
			return err
		}
		states, next = next, states
		for f, h := range w.functions {
			for i, x := range states {
				sums[f][i] += h.Of[x] - means[f]
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

// look adds a row for each function, by the sums of its deviations along every chain.
func (w *watch) look(start string, n int, sums [][]float64) {
	for f, h := range w.functions {
		errors := make([]float64, len(sums[f]))
		floats.ScaleTo(errors, 1/float64(n), sums[f])
		squares := make([]float64, len(errors))
		floats.MulTo(squares, errors, errors)
		mse, bias := stat.Mean(squares, nil), stat.Mean(errors, nil)
		mu, spread := mean(w.p, h.Of), 0.0
		for x, mass := range w.p {
			if mass > 0 {
				spread += mass * (h.Of[x] - mu) * (h.Of[x] - mu)
			}
		}
		r := Row{Function: h.Name, Start: start, Budget: n, Limit: math.NaN(), Chains: len(errors),
			Accuracy: timeaverage.Accuracy{N: n, Spread: spread, Bias: bias, Variance: mse - bias*bias}}
		off := stat.StdDev(squares, nil) / math.Sqrt(float64(len(errors)))
		r.StdErr = r.RESS() * off / mse // of a quotient, to first order
		w.rows = append(w.rows, r)
	}
}

// mean is the expectation of a function, which may be anything where there is no mass.
func mean(p, h []float64) (m float64) {
	for x, mass := range p {
		if mass > 0 {
			m += mass * h[x]
		}
	}
	return m
}
