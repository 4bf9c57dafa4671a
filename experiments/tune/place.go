package tune

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments"
	"breadboard/toys"
)

// A subject is a target that was made, with its names and its initial density.
type subject struct {
	setting experiments.Setting // its kernel and its bridge are no part of it
	target  toys.Target
	least   float64 // the least J that was found for it at the price; of one target alone nobody asks
	out     bool    // it is left out: a run has to be afforded on it, and what comes of that counts nothing
}

// on puts a kernel and a bridge on the target.
func (on subject) on(kernel, bridge string) (experiments.Chain, error) {
	s := on.setting
	s.Kernel = kernel
	s.Bridge = bridge
	return s.On(on.target)
}

// A place is a target, or several, with one kernel on one bridge, their parameters chosen. Steps and betas are free
// there.
type place struct {
	chains []experiments.Chain // of each target
	goal   Goal
	least  []float64 // the least J of each target
	step   float64   // evaluations in a step of the kernel, on the target where they are most
	down   *tuning.Search
	panel  *tuning.Panel // in the place of down, of several targets
}

// newPlace puts a kernel and a bridge on targets.
func newPlace(subjects []subject, kernel, bridge string, goal Goal) (*place, error) {
	p := &place{goal: goal}
	for _, one := range subjects {
		chain, err := one.on(kernel, bridge)
		if err != nil {
			return nil, err
		}
		p.step = max(p.step, chain.StepCost())
		if !one.out {
			p.chains = append(p.chains, chain)
			p.least = append(p.least, one.least)
		}
	}
	switch goal {
	case ByJ:
		p.down = tuning.ByJ(p.chains[0].Fewest())
	case ByB:
		p.down = tuning.ByB(p.chains[0].Fewest())
	default:
		var families []tuning.Family
		for _, chain := range p.chains {
			families = append(families, tuning.Family{At: func([]float64) chains.Annealing { return chain.Fewest() }})
		}
		p.panel = tuning.PanelByJ(families)
	}
	return p, nil
}

// value is the goal of a run; +Inf if it is infinite, or if ctx has ended.
func (p *place) value(ctx context.Context, levels chains.Schedule, steps []int) float64 {
	var values []float64
	for i, chain := range p.chains {
		v := valueOn(ctx, chain, p.goal, levels, steps)
		if p.goal.isRatio() {
			v = OverLeast(v, p.least[i])
		}
		values = append(values, v)
	}
	if p.goal.isRatio() {
		return p.goal.ofRatios(values)
	}
	return values[0]
}

// valueOn is J of a run on one target, or B if that is the goal.
func valueOn(ctx context.Context, chain experiments.Chain, goal Goal, levels chains.Schedule, steps []int) float64 {
	m, err := exact.Measure(ctx, chain.Base(levels.Standing(steps)).Extended())
	if err != nil {
		return math.Inf(1)
	}
	v := m.B()
	if goal != ByB {
		final := m.Final
		if chain.Extended() {
			_, _, final = m.Marginal(chain.Target.Grid.Size())
		}
		v = final.Jeffreys()
	}
	if math.IsNaN(v) {
		return math.Inf(1)
	}
	return v
}

// follow returns the levels to which those of a run descend: by norms of these powers, of several targets.
func (p *place) follow(ctx context.Context, run point, powers []float64) (chains.Schedule, error) {
	if p.panel != nil {
		end, err := p.descend(ctx, p.panel, tuning.Start{Schedule: run.levels, Steps: run.steps}, powers)
		return end.Schedule, err
	}
	c, err := p.down.From(ctx, run.levels, run.steps)
	return c.Schedule, err
}

// slide returns where betas end together with the parameters of families, one on each target.
func (p *place) slide(ctx context.Context, families []tuning.Family, from tuning.Start, powers []float64) (
	tuning.Ending, error) {
	switch p.goal {
	case ByJ:
		return families[0].ByJ().From(ctx, from)
	case ByB:
		return families[0].ByB().From(ctx, from)
	}
	return p.descend(ctx, tuning.PanelByJ(families), from, powers)
}

// Powers of the norms that a panel goes down, one after the other. A small one sees all targets, a large one is near
// what is wanted: of ten ratios that are alike the norm is at 512 1.0045 times the largest, and at 32,768 1.0001 times.
var (
	firstPowers = []float64{16, 512}
	powers      = []float64{512}
	lastPowers  = []float64{4096, 32768}
)

// descend returns where a panel ends.
func (p *place) descend(ctx context.Context, panel *tuning.Panel, from tuning.Start, powers []float64) (
	end tuning.Ending, err error) {
	for _, power := range powers {
		end, err = panel.From(ctx, from, p.goal.smoothly(p.least, power))
		if err != nil {
			return end, err
		}
		from.Schedule = end.Schedule
		from.Values = end.Values
	}
	return end, nil
}

// cost is the number of evaluations of a run, on the target where they are most.
func (p *place) cost(weight float64, steps []int) float64 {
	return weight*float64(len(steps)) + p.step*float64(movesOf(steps))
}
