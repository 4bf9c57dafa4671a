package protocol

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/toys"
)

// Drawn is the protocol as its user carries it out, with a kernel of which only moves are seen: nothing in it is exact
// but the fit.
type Drawn struct {
	Case
	Options
	Sets []Curves // the real data, and then the simulated; the quartiles are of log w
}

// Drawn carries the protocol out by a kernel from outside, which is told the density of each level anew. In reverse it
// moves as it does forward, so it should keep detailed balance; if it does not, the reverse curves bound log p(y) all
// the same, and are none of BREAD's.
func (c Case) Drawn(ctx context.Context, m chains.Mover, o Options, tell experiments.Progress) (Drawn, error) {
	d := Drawn{Case: c, Options: o}
	target := c.Family.Given(c.Data)
	mode := newFit(c.Family.Etas(), target).Mode
	for i := range o.Sets + 1 {
		if i > 0 {
			target = c.simulated(mode, o.Seed, i-1)
		}
		set, err := c.drawn(ctx, m, target, o, i)
		if err != nil {
			return d, err
		}
		d.Sets = append(d.Sets, set)
		tell.Tell(i+1, o.Sets+1)
	}
	return d, nil
}

// drawn makes the runs on one set of data.
func (c Case) drawn(ctx context.Context, m chains.Mover, target toys.Target, o Options, number int) (set Curves,
	err error) {
	chain, err := c.Setting.On(target)
	if err != nil {
		return set, err
	}
	var starts []int
	if number == 1 {
		if starts, err = swept(ctx, m, target, o.Sweeps); err != nil {
			return set, err
		}
	}
	for _, T := range o.Ts {
		a, _, err := chain.At(ctx, T)
		if err != nil {
			return set, err
		}
		run := func(reverse bool, states []int) (Quartiles, error) {
			logw, err := outside.Anneal(ctx, m, a, reverse, states, nil)
			if err != nil {
				return Quartiles{}, err
			}
			return quartiles(logw, 0, stat.Mean(logw, nil)), nil
		}
		first, _ := chain.Ends()
		prior := chains.NewLaw(chains.Normalized(first))
		states := make([]int, Chains)
		for i := range states {
			states[i] = prior.Draw(sample.Seeded(o.Seed, uint64(number), uint64(T), uint64(i)))
		}
		forward, err := run(false, states)
		if err != nil {
			return set, err
		}
		var reverse []Quartiles
		for _, x := range starts {
			q, err := run(true, slices.Repeat([]int{x}, Chains))
			if err != nil {
				return set, err
			}
			reverse = append(reverse, q)
		}
		set.Forward = append(set.Forward, forward)
		set.Reverse = append(set.Reverse, reverse)
	}
	return set, nil
}

// swept moves from the fitted values and the latents that were drawn with the data, and returns where the walker is
// after each number of sweeps. Each has a step for every hyperparameter and latent.
func swept(ctx context.Context, m chains.Mover, target toys.Target, sweeps []int) (starts []int, err error) {
	at, done := []int{target.Model.Latents}, 0
	if err := m.Aim(ctx, 1, target.LogF); err != nil {
		return nil, err
	}
	for _, S := range sweeps {
		for ; done < S*target.Grid.Axes(); done++ {
			next := make([]int, 1)
			if err := m.Move(ctx, next, at); err != nil {
				return nil, err
			}
			at = next
		}
		starts = append(starts, at[0])
	}
	return starts, nil
}
