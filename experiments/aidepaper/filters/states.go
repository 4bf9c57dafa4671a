package filters

import (
	"context"
	"fmt"

	"breadboard/chains/hidden"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	exactly "breadboard/exact/hidden"
)

// A Portrait has the laws of the states that a program returns, as in the upper rows of Figure 4.
type Portrait struct {
	Name string
	Runs int         // that the laws were counted from; 0 if they are exact
	Law  [][]float64 // Law[t][x] is the probability that state t is x
}

// portraits are the true states, the posterior, and filters.
func (h run) portraits(ctx context.Context) ([]Portrait, error) {
	posterior, _ := exactly.Posterior(h.model)
	all := []Portrait{{Name: "true states", Law: make([][]float64, h.model.Len())},
		{Name: "posterior", Law: posterior.Marginals()}}
	for t, x := range fromZero("states.json") {
		all[0].Law[t] = make([]float64, h.model.States())
		all[0].Law[t][x] = 1
	}
	for _, f := range []hidden.Filter{h.filter(programs.Optimal, h.goldParticles()), h.filter(programs.Prior, 1),
		h.filter(programs.Prior, 10), h.filter(programs.Optimal, 100)} {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		all = append(all, h.portrait(f))
	}
	return all, nil
}

// portrait is exact for one particle, and counted for more.
func (h run) portrait(f hidden.Filter) Portrait {
	p := Portrait{Name: fmt.Sprintf("%s proposal, P = %d", f.Proposal, f.P)}
	if f.P == 1 {
		p.Law = exactly.Alone(h.model, f.Proposal).Marginals()
		return p
	}
	p.Runs = 1000
	if h.Quick {
		p.Runs = 100
	}
	for range h.model.Len() {
		p.Law = append(p.Law, make([]float64, h.model.States()))
	}
	d := sample.Seeded(seedHMM, uint64(f.P))
	for range p.Runs {
		x, _ := f.Forward(d)
		for t, state := range x.States() {
			p.Law[t][state] += 1 / float64(p.Runs)
		}
	}
	return p
}
