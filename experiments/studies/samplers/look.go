package samplers

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/diagnostics"
	"breadboard/experiments/score"
)

// A design says what is drawn of each kernel on each density, from each start: k chains of n steps.
type design struct {
	k, n         int      // n is a multiple of 10
	budgets      []int    // the numbers of steps of the exact scores
	evaluations  int      // the budget where evaluations of the density are equal
	microseconds int      // and where time is
	starts       []string // of the exact scores, as in flags
	sampled      []string // those of them from which chains are drawn
	seed         uint64
	diagnostics  []diagnostics.Diagnostic
}

// look draws the chains of a kernel on a density and sets what diagnostics say of them beside what is
// true: all has the truth of each function from each start. Chains depend on the seed, on the names of
// the density, the kernel and the start, and on their number alone. Only KS distances have sampled scores.
func (d design) look(e entry, s score.Subject, all [][]truth) (runs []Run, scores []score.Row) {
	drawer := s.Drawer(d.seed)
	for i, start := range e.starts {
		if !slices.Contains(d.sampled, start.Name) {
			continue
		}
		cells, draw := make([][]int32, d.k), drawer.From(start)
		for k := range cells {
			cells[k] = make([]int32, d.n)
			draw(cells[k], k)
		}
		for f, function := range e.functions {
			r := d.run(s, start, function, cells, all[f][i])
			r.Group = e.group
			runs = append(runs, r)
			if h, ok := e.distances[function.Name]; ok {
				run, row := distances(r, cells, h)
				runs, scores = append(runs, run), append(scores, row)
			}
		}
	}
	return runs, scores
}

// run is what diagnostics say of one function along the chains.
func (d design) run(s score.Subject, start score.Start, h score.Function, cells [][]int32, t truth) Run {
	values := make([][]float64, d.k)
	for k, chain := range cells {
		values[k] = make([]float64, len(chain))
		for i, x := range chain {
			values[k][i] = h.Of[x]
		}
	}
	mean, _ := h.Truth(s.P)
	r := Run{Density: s.Density, Kernel: s.Kernel, Start: start.Name, Function: h.Name, Axes: s.Target.Grid.Axes(),
		Chains: d.k, N: d.n, RESS: t.whole.RESS(), Pooled: t.pooled(d.k),
		Limit: float64(d.n) * t.whole.Spread / t.limit, Blame: t.blame(), RHat: t.rhat(d.k), Geweke: t.geweke(),
		Sampled: score.Real(t.whole.Spread, deviations(h, mean, cells))}
	all := diagnostics.NewChains(values)
	for _, diagnostic := range d.diagnostics {
		r.Values = append(r.Values, diagnostic.Of(all))
	}
	r.Alone, r.Fine = d.alone(values)
	return r
}

// alone is what each diagnostic says of one chain, in the mean, and the share of the chains that it calls
// fine.
func (d design) alone(values [][]float64) (means, fine []float64) {
	means, fine = make([]float64, len(d.diagnostics)), make([]float64, len(d.diagnostics))
	counted := make([]float64, len(d.diagnostics))
	for k := range values {
		one := diagnostics.NewChains(values[k : k+1])
		for i, diagnostic := range d.diagnostics {
			v := diagnostic.Of(one)
			if diagnostic.Fine(v, 1) {
				fine[i] += 1 / float64(d.k)
			}
			if diagnostic.Kind == diagnostics.Score {
				v = math.Abs(v)
			}
			if !math.IsNaN(v) {
				means[i], counted[i] = means[i]+v, counted[i]+1
			}
		}
	}
	floats.Div(means, counted)
	return means, fine
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

// distances are the run and the score of the KS distances of an axis, beside the run of its mean.
func distances(mean Run, cells [][]int32, h score.Function) (Run, score.Row) {
	r := mean
	none := math.NaN()
	center, scale := h.Truth(nil)
	far := deviations(h, center, cells)
	r.Function, r.Sampled = h.Name, score.Real(scale, far)
	r.RESS, r.Pooled, r.Limit, r.Blame, r.RHat, r.Geweke = none, none, none, none, none, none
	row := score.SampledRow(h, scale, r.Start, r.N, far)
	row.Density, row.Kernel = r.Density, r.Kernel
	return r, row
}
