package tune

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/tuning"
	"breadboard/experiments"
)

// A place is a target with one kernel on one bridge, their parameters chosen. Steps and betas are free there.
type place struct {
	chain experiments.Chain
	down  *tuning.Search // of the goal
	goal  Goal
	step  float64 // evaluations in a step of the kernel
}

// newPlace puts the kernel and the bridge of a setting on the target of a chain.
func newPlace(on experiments.Chain, s experiments.Setting, goal Goal) (*place, error) {
	chain, err := s.On(on.Target)
	if err != nil {
		return nil, err
	}
	by := tuning.ByJ
	if goal == ByB {
		by = tuning.ByB
	}
	return &place{chain: chain, down: by(chain.Fewest()), goal: goal, step: chain.StepCost()}, nil
}

// run is the annealing with some steps at each level of a schedule but the first.
func (p *place) run(levels chains.Schedule, steps []int) chains.Annealing {
	return p.chain.Base(levels.Standing(steps)).Extended()
}

// value is the goal of a run; +Inf if it is infinite, or if ctx has ended.
func (p *place) value(ctx context.Context, levels chains.Schedule, steps []int) float64 {
	m, err := exact.Measure(ctx, p.run(levels, steps))
	if err != nil {
		return math.Inf(1)
	}
	v := m.B()
	if p.goal == ByJ {
		final := m.Final
		if p.chain.Extended() {
			_, _, final = m.Marginal(p.chain.Target.Grid.Size())
		}
		v = final.Jeffreys()
	}
	if math.IsNaN(v) {
		return math.Inf(1)
	}
	return v
}

// cost is the number of evaluations of a run.
func (p *place) cost(weight float64, steps []int) float64 {
	return weight*float64(len(steps)) + p.step*float64(movesOf(steps))
}
