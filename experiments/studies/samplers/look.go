package samplers

import (
	"context"
	"math"
	"slices"

	"breadboard/chains/diagnostics"
	"breadboard/experiments/score"
)

// A design says what is drawn of each kernel on each density, from each start: k chains of n steps.
type design struct {
	k, n         int
	budgets      []int    // the numbers of steps of the exact scores
	evaluations  int      // the budget where evaluations of the density are equal
	microseconds int      // and where time is
	starts       []string // of the exact scores, as in flags
	sampled      []string // those of them from which chains are drawn
	seed         uint64
	diagnostics  []diagnostics.Diagnostic
}

// look draws the chains of a kernel on a density and sets what diagnostics say of them beside what is
// true: whole has that of each function from each start. Chains depend on the seed, on the names of
// the density, the kernel and the start, and on their number alone. Only KS distances have sampled scores.
func (d design) look(e entry, s score.Subject, whole []score.Row) (runs []Run, scores []score.Row) {
	drawer := s.Drawer(d.seed)
	for i, start := range e.starts {
		if !slices.Contains(d.sampled, start.Name) {
			continue
		}
		cells := make([][]int32, d.k)
		draw := drawer.From(start)
		for k := range cells {
			cells[k] = make([]int32, d.n)
			draw(cells[k], k)
		}
		for f, function := range e.functions {
			r := d.run(s, start, function, cells, whole[f*len(e.starts)+i])
			runs = append(runs, r)
			if h, ok := e.distances[function.Name]; ok {
				// The distances of Kolmogorov and Smirnov of an axis, beside the run of its mean.
				none := math.NaN()
				center, scale := h.Truth(nil)
				far := deviations(h, center, cells)
				r.Function, r.Sampled = h.Name, score.Real(scale, far)
				r.RESS = none
				r.Pooled = none
				r.Limit = none
				row := score.SampledRow(h, scale, r.Start, r.N, far)
				row.Density, row.Kernel = r.Density, r.Kernel
				runs = append(runs, r)
				scores = append(scores, row)
			}
		}
	}
	return runs, scores
}

// run is what diagnostics say of one function along the chains.
func (d design) run(s score.Subject, start score.Start, h score.Function, cells [][]int32, whole score.Row) Run {
	values := make([][]float64, d.k)
	singly := make([]*diagnostics.Chains, d.k)
	for k, chain := range cells {
		values[k] = make([]float64, len(chain))
		for i, x := range chain {
			values[k][i] = h.Of[x]
		}
		singly[k] = diagnostics.NewChains(values[k : k+1])
	}
	mean, _ := h.Truth(s.P)
	r := Run{Density: s.Density, Kernel: s.Kernel, Start: start.Name, Function: h.Name, Axes: s.Target.Grid.Axes(),
		Chains: d.k, N: d.n, RESS: whole.RESS(), Pooled: pooled(whole, d.k),
		Limit: float64(d.n) * float64(whole.Limit), Sampled: score.Real(whole.Spread, deviations(h, mean, cells))}
	all := diagnostics.NewChains(values)
	for _, diagnostic := range d.diagnostics {
		r.Values = append(r.Values, diagnostic.Of(all))
		each := make([]float64, d.k)
		for k, one := range singly {
			each[k] = diagnostic.Of(one)
		}
		r.Each = append(r.Each, each)
	}
	return r
}

// deviations are how far the estimate from each chain is off.
func deviations(h score.Function, mean float64, cells [][]int32) (all []float64) {
	for _, chain := range cells {
		sum := score.NewTally(h, mean)
		for _, x := range chain {
			sum.Add(x)
		}
		all = append(all, sum.Error())
	}
	return all
}

// exactly returns the scores of a kernel on a density, and what is true along chains of N steps: a row for each
// function and start, in this order.
func (d design) exactly(ctx context.Context, e entry, s score.Subject) (scores, whole []score.Row, err error) {
	rows, err := s.Measure(ctx, e.functions, e.starts, append([]int{d.n}, d.budgets...))
	for of := range slices.Chunk(rows, 1+len(d.budgets)) {
		whole = append(whole, of[0])
		scores = append(scores, of[1:]...)
	}
	return scores, whole, err
}

// pooled is the real ESS of the mean over all draws of k chains.
func pooled(r score.Row, k int) float64 { return r.Spread / (r.Bias*r.Bias + r.Variance/float64(k)) }
