package aidepaper

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/enumerate"
	"breadboard/chains/models/mixture"
	"breadboard/chains/particles"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments"
)

type program = particles.SMC[mixture.State]

// authorsReverse goes back as the authors' code does. Their loop over the t points before a step is `for i=t:1`. It runs
// once where t is 1, and is empty beyond: there the partition and α stay as they are.
type authorsReverse struct{ mixture.Filter }

func (f authorsReverse) Back(t int, x mixture.State, d chains.Dice) (mixture.State, float64) {
	if t > 1 {
		f.Sweep = mixture.HyperSweep
	}
	return f.Filter.Back(t, x, d)
}

// program is the filter of a case, and wrong is that with the authors' reverse.
func (c Case) program(m *mixture.Model) program { return program{Sequence: c.filter(m), P: c.P} }
func (c Case) wrong(m *mixture.Model) program {
	return program{Sequence: authorsReverse{c.filter(m)}, P: c.P}
}

func (c Case) filter(m *mixture.Model) mixture.Filter {
	return mixture.Filter{Model: m, Optimal: c.Proposal == programs.Optimal, Sweep: mixture.FullSweep, Sweeps: c.Sweeps}
}

// cost is roughly proportional to the time of a run.
func (c Case) cost() int { return c.P * (1 + 20*c.Sweeps) }

// What the dice are rolled for.
const (
	forward = iota
	goldInReverse
	targetInReverse
)

const galaxySeed = 40

// dice are those of run i of a case. They are the same for both reverses.
func (c Case) dice(what, i int) chains.Dice {
	return sample.Seeded(galaxySeed, uint64(slices.Index(galaxyProposals, c.Proposal)), uint64(c.P), uint64(c.Sweeps),
		uint64(what), uint64(i))
}

// A drawn state is what a forward run returned.
type drawn struct {
	x    mixture.State
	logw float64
}

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

func newGold(ctx context.Context, c Case, m *mixture.Model, runs int, progress experiments.Progress) (gold, error) {
	g := gold{c, m, make([]drawn, runs)}
	return g, experiments.Each(ctx, runs, progress, func(_ context.Context, i int) error {
		g.runs[i] = c.drawn(m, i)
		return nil
	})
}

type target struct {
	runs   []drawn
	right  aide.Estimate
	excess []float64 // by run of the gold standard: AIDE's ratio with the authors' reverse, less the right one
}

// compare runs each target forward, and both programs in reverse.
func (g gold) compare(ctx context.Context, cases []Case, runs int, progress experiments.Progress) ([]target, error) {
	all := make([]target, len(cases))
	var tasks []func()
	var costs []int
	one := func(logw float64) []float64 { return []float64{logw} }
	for k, c := range cases {
		t := &all[k]
		*t = target{make([]drawn, runs), aide.Estimate{Gold: make([]aide.Look, len(g.runs)),
			Target: make([]aide.Look, runs)}, make([]float64, len(g.runs))}
		for i := range runs { // and the gold standard in reverse from what they return
			costs = append(costs, c.cost()+g.cost())
			tasks = append(tasks, func() {
				r := c.drawn(g.model, i)
				other := g.program(g.model).Reverse(r.x, c.dice(goldInReverse, i))
				t.runs[i], t.right.Target[i] = r, aide.Look{Own: one(r.logw), Other: one(other)}
			})
		}
		for i, r := range g.runs { // the target in reverse from what these returned, both ways
			costs = append(costs, 2*c.cost())
			tasks = append(tasks, func() {
				other := c.program(g.model).Reverse(r.x, c.dice(targetInReverse, i))
				t.right.Gold[i] = aide.Look{Own: one(r.logw), Other: one(other)}
				if c.Sweeps > 0 { // or there is nothing to be done in reverse
					t.excess[i] = c.wrong(g.model).Reverse(r.x, c.dice(targetInReverse, i)) - other
				}
			})
		}
	}
	order := experiments.Dearest(costs)
	return all, experiments.Each(ctx, len(tasks), progress, func(_ context.Context, i int) error {
		tasks[order[i]]()
		return nil
	})
}

// A BoundRow has the exact values of a filter with one particle on a few of the galaxies. The gold
// standard is the posterior.
type BoundRow struct {
	From     int               `column:"first"` // the number of the first galaxy
	Proposal programs.Proposal `column:"proposal"`
	// With one sweep: the symmetrised divergence from the posterior, and AIDE's expectation with either
	// reverse.
	J     float64 `column:"J"`
	Right float64 `column:"aide"`
	Wrong float64 `column:"theirs"`
	// What bounds Wrong: KL(posterior, filter without sweeps) + KL(filter, posterior).
	Half float64 `column:"their_bound"`
	// Without sweeps. This is AIDE's expectation too: the filter then has only one way to a partition, and
	// so it knows the probability of what it returns.
	Unswept float64 `column:"unswept"`
}

// FewGalaxies is the number of galaxies of a BoundRow.
const FewGalaxies = 4

// FewHypers are the hyperparameters of every BoundRow. They have one value each, so that the authors'
// reverse has nothing left to redraw.
var FewHypers = mixture.Hyper{M: 0, R: 0.5, Nu: 6, S: 0.03, Alpha: 1}

func bound(m *mixture.Model, proposal programs.Proposal, from int) BoundRow {
	all := m.States()
	logp := make([]float64, len(all))
	for i, x := range all {
		logp[i] = m.LogJoint(x)
	}
	p := chains.Normalized(logp)
	c, still := Case{proposal, 1, 1}, Case{proposal, 1, 0}
	right, wrong := enumerated(c.program(m), all), enumerated(c.wrong(m), all)
	without := enumerated(still.program(m), all)
	there, back := stat.KullbackLeibler(p, without.q), stat.KullbackLeibler(right.q, p)
	return BoundRow{From: from, Proposal: proposal,
		J: stat.KullbackLeibler(p, right.q) + back, Right: right.expected(p), Wrong: wrong.expected(p),
		Half: there + back, Unswept: there + stat.KullbackLeibler(without.q, p)}
}

// walked is what all paths of a program's dice give.
type walked struct {
	q       []float64 // the law of what it returns
	forward float64   // E[log w] of forward runs
	reverse []float64 // E[log w] of reverse runs, by state
}

// expected is AIDE's expectation with M = 1 from p, of which exact draws are at hand.
func (w walked) expected(p []float64) float64 { return floats.Dot(p, w.reverse) - w.forward }

func enumerated(p program, all []mixture.State) walked {
	name := func(x mixture.State) string { return fmt.Sprint(x.Labels(), x.Places) }
	number := map[string]int{}
	for i, x := range all {
		number[name(x)] = i
	}
	w := walked{q: make([]float64, len(all)), reverse: make([]float64, len(all))}
	var r drawn
	for prob := range enumerate.Every(func(d chains.Dice) { r.x, r.logw = p.Forward(d) }) {
		w.q[number[name(r.x)]] += prob
		w.forward += prob * r.logw
	}
	for i, x := range all {
		var logw float64
		for prob := range enumerate.Every(func(d chains.Dice) { logw = p.Reverse(x, d) }) {
			w.reverse[i] += prob * logw
		}
	}
	return w
}
