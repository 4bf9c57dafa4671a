package aidepaper

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/particles"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/experiments/studies/models/mixture"
)

type program = particles.SMC[mixture.State]

// authorsReverse goes back as the authors' code does. Their loop over the t points before a step is `for i=t:1`. It
// runs once where t is 1, and is empty beyond: there the partition and α stay as they are.
type authorsReverse struct{ mixture.Filter }

func (f authorsReverse) Back(t int, x mixture.State, d chains.Dice) (mixture.State, float64) {
	if t > 1 {
		f.Sweep = mixture.HyperSweep
	}
	return f.Filter.Back(t, x, d)
}

// programs are the filter of a case with the right reverse, and with the authors'.
func (c Case) programs(m *mixture.Model) [2]program {
	f := mixture.Filter{Model: m, Optimal: c.Proposal == programs.Optimal, Sweep: mixture.FullSweep, Sweeps: c.Sweeps}
	return [2]program{{Sequence: f, P: c.P}, {Sequence: authorsReverse{f}, P: c.P}}
}

// cost is roughly proportional to the time of a run.
func (c Case) cost() int { return c.P * (1 + 20*c.Sweeps) }

// What the dice are rolled for.
const (
	forward = iota
	goldInReverse
	targetInReverse
	goldForward
	purposes // how many there are
)

const mixtureSeed = 40

// dice are those of run i of a case. They are the same for both reverses.
func (c Case) dice(what, i int) chains.Dice {
	return sample.Seeded(mixtureSeed, uint64(slices.Index(proposals, c.Proposal)), uint64(c.P), uint64(c.Sweeps),
		uint64(what), uint64(i))
}

// A drawn state is what a forward run returned.
type drawn struct {
	x    mixture.State
	logw float64
}

// drawn is a run forward, of a target or of a gold standard: one case may be both, and its runs must not be the same.
func (c Case) drawn(m *mixture.Model, what, i int) (r drawn) {
	r.x, r.logw = c.programs(m)[0].Forward(c.dice(what, i))
	return r
}

// A gold is a gold standard with its forward runs, which all targets share.
type gold struct {
	Case
	model *mixture.Model
	runs  []drawn
	seed  uint64 // of the study
}

// back is the number of a target's outputs that the gold standard goes back from. It is dear, and its log weights
// differ little. So it gets half of the time of the target's own runs, both ways, and five outputs at least.
func (g gold) back(c Case) int { return min(len(g.runs), max(5, len(g.runs)*c.cost()/g.cost()/4)) }

// What is reversed has log weights by the right reverse, and by the authors'.
type reversed [2][]float64

func reversals(n int) reversed { return reversed{make([]float64, n), make([]float64, n)} }

// more is what the authors' reverse adds.
func (r reversed) more() Sampled {
	excess := slices.Clone(r[1])
	floats.Sub(excess, r[0])
	return meanOf(excess)
}

type target struct {
	Case
	runs []drawn
	gold reversed // by run of the gold standard: the log weight of the target in reverse, less that run's
	back reversed // by run of the target, of the first: the log weight of the gold standard in reverse
}

// reverse makes a run in reverse from x both ways.
func (t *target) reverse(to reversed, i int, c Case, m *mixture.Model, x mixture.State, what int) {
	for k, p := range c.programs(m) {
		to[k][i] = p.Reverse(x, t.dice(what, i))
	}
}

// compare makes all runs of the gold standard, and as many of each target, the last and dearest first. Both go back.
func (g gold) compare(ctx context.Context, cases []Case, progress experiments.Progress) ([]target, error) {
	all, n := make([]target, len(cases)), len(g.runs)
	other := int(g.seed) * purposes // what dice are rolled for on other draws
	for k, c := range cases {
		all[k] = target{c, make([]drawn, n), reversals(n), reversals(g.back(c))}
	}
	err := experiments.Each(ctx, n, progress.Share(0, 1, 10), func(_ context.Context, i int) error {
		g.runs[i] = g.drawn(g.model, goldForward+other, i)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all, experiments.Each(ctx, len(cases)*n, progress.Share(1, 10, 10), func(_ context.Context, j int) error {
		t := &all[len(all)-1-j/n]
		i := j % n
		t.runs[i] = t.drawn(g.model, forward+other, i)
		t.reverse(t.gold, i, t.Case, g.model, g.runs[i].x, targetInReverse+other)
		for k := range t.gold {
			t.gold[k][i] -= g.runs[i].logw
		}
		if i < len(t.back[0]) {
			t.reverse(t.back, i, g.Case, g.model, t.runs[i].x, goldInReverse+other)
		}
		return nil
	})
}

// apart is AIDE's estimate by one of the reverses: the mean of gold, and of the gold standard's log weights back less
// those of the target's own runs. Of n own runs k have one back. So the means have the covariance of a run, over n.
func (t target) apart(reverse int) Sampled {
	own, back := make([]float64, len(t.runs)), t.back[reverse]
	for i, r := range t.runs {
		own[i] = r.logw
	}
	g := meanOf(t.gold[reverse])
	b := meanOf(back)
	o := meanOf(own)
	both := 2 * stat.Covariance(back, own[:len(back)], nil) / float64(len(own))
	return Sampled{g.Value + b.Value - o.Value, math.Sqrt(g.Err*g.Err + b.Err*b.Err + o.Err*o.Err - both)}
}

// A walked program was run along every path of its dice.
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
