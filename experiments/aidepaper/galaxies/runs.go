package galaxies

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/mixture"
	"breadboard/chains/particles"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/experiments/aidepaper/terms"
)

// meanOf is the mean of independent draws.
func meanOf(draws []float64) terms.Sampled {
	m, v := stat.MeanVariance(draws, nil)
	return terms.Sampled{Value: m, Err: math.Sqrt(v / float64(len(draws)))}
}

// A program is a particle filter that draws mixtures of galaxies.
type program = particles.SMC[mixture.State]

// authorsReverse goes back as the authors' code does: their loop over the points is empty, so that
// the partition and α stay as they are.
type authorsReverse struct{ mixture.Filter }

func (f authorsReverse) Back(t int, x mixture.State, d chains.Dice) (mixture.State, float64) {
	f.Sweep = mixture.HyperSweep
	return f.Filter.Back(t, x, d)
}

// program is the filter of a case.
func (c Case) program(m *mixture.Model) program {
	return program{Sequence: c.filter(m), P: c.P}
}

// wrong is the filter with the authors' reverse.
func (c Case) wrong(m *mixture.Model) program {
	return program{Sequence: authorsReverse{c.filter(m)}, P: c.P}
}

func (c Case) filter(m *mixture.Model) mixture.Filter {
	return mixture.Filter{Model: m, Proposal: c.Proposal.of(), Sweep: mixture.FullSweep, Sweeps: c.Sweeps}
}

// cost is roughly proportional to the time of a run.
func (c Case) cost() int { return c.P * (1 + 20*c.Sweeps) }

// What the dice are rolled for.
const (
	forward = iota
	goldInReverse
	targetInReverse
)

// galaxySeed is the seed of all runs.
const galaxySeed = 40

// dice are those of run i of a case. They are the same for both reverses.
func (c Case) dice(what, i int) chains.Dice {
	return sample.Seeded(galaxySeed, uint64(c.Proposal.number()), uint64(c.P), uint64(c.Sweeps), uint64(what), uint64(i))
}

// A drawn state is what a forward run returned.
type drawn struct {
	x    mixture.State
	logw float64
}

// drawn is forward run i.
func (c Case) drawn(m *mixture.Model, i int) (r drawn) {
	r.x, r.logw = c.program(m).Forward(c.dice(forward, i))
	return r
}

// A gold is a gold standard with its forward runs, which all targets share.
type gold struct {
	Case
	model *mixture.Model
	runs  []drawn
}

// newGold runs the gold standard forward.
func newGold(ctx context.Context, c Case, m *mixture.Model, runs int,
	progress experiments.Progress) (gold, error) {
	g := gold{c, m, make([]drawn, runs)}
	err := experiments.Each(ctx, runs, progress, func(_ context.Context, i int) error {
		g.runs[i] = c.drawn(m, i)
		return nil
	})
	return g, err
}

// A target is all runs for one target.
type target struct {
	runs   []drawn
	right  aide.Estimate
	excess []float64 // by run of the gold standard: AIDE's ratio with the authors' reverse, less the right one
}

// compare runs each target forward, and both programs in reverse.
func (g gold) compare(ctx context.Context, cases []Case, runs int,
	progress experiments.Progress) ([]target, error) {
	all := make([]target, len(cases))
	var tasks []func()
	var costs []int
	for k, c := range cases {
		t := &all[k]
		*t = target{make([]drawn, runs), aide.Estimate{Gold: make([]aide.Look, len(g.runs)),
			Target: make([]aide.Look, runs)}, make([]float64, len(g.runs))}
		for i := range runs {
			tasks, costs = append(tasks, func() { g.lookAtTarget(t, c, i) }), append(costs, c.cost()+g.cost())
		}
		for i := range g.runs {
			tasks, costs = append(tasks, func() { g.lookAtGold(t, c, i) }), append(costs, 2*c.cost())
		}
	}
	order := experiments.Dearest(costs)
	err := experiments.Each(ctx, len(tasks), progress, func(_ context.Context, i int) error {
		tasks[order[i]]()
		return nil
	})
	return all, err
}

// lookAtTarget makes run i of the target, and runs the gold standard in reverse from what it returns.
func (g gold) lookAtTarget(t *target, c Case, i int) {
	r := c.drawn(g.model, i)
	other := g.program(g.model).Reverse(r.x, c.dice(goldInReverse, i))
	t.runs[i], t.right.Target[i] = r, aide.Look{Own: []float64{r.logw}, Other: []float64{other}}
}

// lookAtGold runs the target in reverse from what run i of the gold standard returned, both ways.
func (g gold) lookAtGold(t *target, c Case, i int) {
	r := g.runs[i]
	other := c.program(g.model).Reverse(r.x, c.dice(targetInReverse, i))
	t.right.Gold[i] = aide.Look{Own: []float64{r.logw}, Other: []float64{other}}
	if c.Sweeps > 0 { // or there is nothing to be done in reverse
		t.excess[i] = c.wrong(g.model).Reverse(r.x, c.dice(targetInReverse, i)) - other
	}
}
