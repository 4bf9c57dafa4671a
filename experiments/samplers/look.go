package samplers

import (
	"hash/fnv"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/diagnostics"
	"breadboard/chains/sample"
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
// the density, the kernel and the start, and on their number alone.
func (d design) look(e entry, s score.Subject, all [][]truth) (runs []Run) {
	paths := sample.NewPaths(s.Operator(), s.Chain().States())
	for i, start := range e.starts {
		if !slices.Contains(d.sampled, start.Name) {
			continue
		}
		cells := d.draw(paths, s, start)
		for f, function := range e.functions {
			r := d.run(s, start, function, cells, all[f][i])
			r.Group = e.group
			runs = append(runs, r)
			if m, ok := e.marginals[function.Name]; ok {
				runs = append(runs, d.distances(r, cells, m))
			}
		}
	}
	return runs
}

// draw returns the cells of each chain.
func (d design) draw(paths sample.Paths, s score.Subject, start score.Start) [][]int32 {
	law, cells := chains.NewLaw(s.OnStates(start.Law)), make([][]int32, d.k)
	for k := range cells {
		cells[k] = make([]int32, d.n)
		paths.Draw(cells[k], law, d.seed, word(s.Density), word(s.Kernel), word(start.Name), uint64(k))
		for i, x := range cells[k] {
			cells[k][i] = x / int32(s.Share())
		}
	}
	return cells
}

// word is a name as a word of a seed.
func word(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// run is what diagnostics say of one function along the chains.
func (d design) run(s score.Subject, start score.Start, h score.Function, cells [][]int32, t truth) Run {
	values, errors := make([][]float64, d.k), 0.0
	mean := expectation(s.P, h.Of)
	for k, chain := range cells {
		values[k] = make([]float64, len(chain))
		off := 0.0
		for i, x := range chain {
			values[k][i] = h.Of[x]
			off += (h.Of[x] - mean) / float64(d.n)
		}
		errors += off * off
	}
	r := Run{Density: s.Density, Kernel: s.Kernel, Start: start.Name, Function: h.Name, Axes: s.Target.Grid.Axes(),
		Chains: d.k, N: d.n, RESS: t.whole.RESS(), Pooled: t.pooled(d.k),
		Limit: float64(d.n) * t.whole.Spread / t.limit, Blame: t.blame(), RHat: t.rhat(d.k), Geweke: t.geweke(),
		Sampled: t.whole.Spread * float64(d.k) / errors}
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

// distances is the run of the KS distances of an axis, beside the run of its mean.
func (d design) distances(mean Run, cells [][]int32, m marginal) Run {
	squares := 0.0
	for _, chain := range cells {
		off := m.distance(m.counts(chain))
		squares += off * off
	}
	r := mean
	none := math.NaN()
	r.Function, r.Sampled = "ks"+mean.Function[len("mean"):], m.scale*float64(d.k)/squares
	r.RESS, r.Pooled, r.Limit, r.Blame, r.RHat, r.Geweke = none, none, none, none, none, none
	return r
}
