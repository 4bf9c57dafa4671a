package samplers

import (
	"breadboard/chains/diagnostics"
	"breadboard/experiments/score"
)

// A design says what is drawn of each kernel on each density: k chains of n steps.
type design struct {
	k, n        int
	evaluations int // the budget where evaluations of the density are equal
	seed        uint64
	diagnostics []diagnostics.Diagnostic
}

// look draws the chains of a kernel on a density and sets what diagnostics say of them beside what is
// true. Chains depend on the seed, on the names of the density and the kernel, and on their number alone.
// Only KS distances have sampled scores.
func (d design) look(e entry, s score.Subject) (runs []Run, scores []score.Row) {
	cells := make([][]int32, d.k)
	draw := s.Drawer(d.seed).From(e.start)
	for k := range cells {
		cells[k] = make([]int32, d.n)
		draw(cells[k], k)
	}
	for _, function := range e.functions {
		r := d.run(s, function, cells)
		runs = append(runs, r)
		if h, ok := e.distances[function.Name]; ok {
			// The distances of Kolmogorov and Smirnov of an axis, beside the run of its mean.
			center, scale := h.Truth(nil)
			far := deviations(h, center, cells)
			r.Function, r.Sampled = h.Name, score.Real(scale, far)
			row := score.SampledRow(h, scale, e.start.Name, r.N, far)
			row.Density, row.Kernel = r.Density, r.Kernel
			runs = append(runs, r)
			scores = append(scores, row)
		}
	}
	return runs, scores
}

// run is what diagnostics say of one function along the chains.
func (d design) run(s score.Subject, h score.Function, cells [][]int32) Run {
	values := make([][]float64, d.k)
	singly := make([]*diagnostics.Chains, d.k)
	for k, chain := range cells {
		values[k] = make([]float64, len(chain))
		for i, x := range chain {
			values[k][i] = h.Of[x]
		}
		singly[k] = diagnostics.NewChains(values[k : k+1])
	}
	mean, spread := h.Truth(s.P)
	r := Run{Density: s.Density, Kernel: s.Kernel, Function: h.Name, Axes: s.Target.Grid.Axes(), Chains: d.k, N: d.n,
		Sampled: score.Real(spread, deviations(h, mean, cells))}
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
