package validation

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/experiments"
)

// climb runs the forward chain up the levels, and checks each level and each step. It fills
// v's levels.
func (v *Validation) climb(ctx context.Context, progress experiments.Progress) (*laws.Chain, laws.Flow, error) {
	s := v.Candidate
	T, op := s.T(), s.Kernel.On(s.Grid)
	here := s.write(1, s.Schedule.Beta(1), op)
	if here.Rows != nil && !walled(here) {
		v.Levels = append(v.Levels, s.checkLevel(here))
	}
	var flow laws.Flow
	up := laws.NewChain(here.P, T, laws.Slack(s.Slack), s.loweredBy)
	for t := 2; t <= T; t++ {
		if err := ctx.Err(); err != nil {
			return nil, flow, err
		}
		there := s.write(t, s.Schedule.Beta(t), op)
		v.Levels = append(v.Levels, s.checkLevel(there))
		step := s.step(here, there)
		flow.See(step)
		up.Up(step)
		here = there
		if progress != nil {
			progress(t, 2*T)
		}
	}
	return up, flow, nil
}

// walled reports whether a wall of the grid has mass. An initial density may have mass
// there; no chain steps at its level.
func walled(w *laws.Written) bool {
	for x, p := range w.P {
		if p > 0 && w.Grid.Wall(x) {
			return true
		}
	}
	return false
}

// step is the step between two levels. In the last step no chain moves if the last kernel is
// left out.
func (s Candidate) step(from, to *laws.Written) laws.Step {
	step := laws.Between(from, to)
	step.Stays = s.SkipLast && to.T == s.T()
	return step
}

// descend runs the reverse chain. It writes every level out again and does not keep them
// all.
func (s Candidate) descend(ctx context.Context, progress experiments.Progress) (*laws.Chain, error) {
	T, op := s.T(), s.Kernel.On(s.Grid)
	there := s.write(T, s.Schedule.Beta(T), op)
	down := laws.NewChain(there.P, T, laws.Slack(s.Slack), s.loweredBy)
	for t := T; t >= 2; t-- {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		here := s.write(t-1, s.Schedule.Beta(t-1), op)
		down.Down(s.step(here, there))
		there = here
		if progress != nil {
			progress(2*T-t, 2*T)
		}
	}
	return down, nil
}

// chainLaws returns the findings about the laws of chains. The means of w are Z_T/Z_1 or
// Z_1/Z_T only if one end has mass wherever the other has.
func (s Candidate) chainLaws(up, down *laws.Chain, flow laws.Flow) []laws.Finding {
	first, last := s.logf(1), s.logf(s.T())
	found := []laws.Finding{down.Bound(laws.Above)}
	if laws.Carries(last, first) {
		found = append(found, down.Mean(laws.MeanInvW))
	}
	found = append(found, flow.Crooks(s.Grid.Size()), up.Bound(laws.Below))
	if laws.Carries(first, last) {
		found = append(found, up.Mean(laws.MeanW))
	}
	return append(found, laws.SandwichOf(up, down))
}

// truth runs the annealing exactly and checks the laws of J and B. If the rows are no
// probabilities, a law of a level is broken, and J and B mean nothing.
func (v *Validation) truth(ctx context.Context, up, down *laws.Chain) error {
	if !v.finding(laws.Entries).OK {
		v.note("J and B are left out: the kernel's rows are no probabilities")
		return nil
	}
	res, err := exact.Run(ctx, v.Candidate.Annealing)
	if err != nil {
		return err
	}
	v.J, v.B, v.gap = res.J(), res.B(), res.Gap
	v.Notes = append(v.Notes, res.Warnings...)
	pairs := res.Pairwise.Jeffreys()
	depth := max(chains.LogSpan(v.Candidate.logf(1)), chains.LogSpan(v.Candidate.target()))
	tooDeep := math.IsInf(pairs, 0) && depth > laws.Deepest/2 // for products of two masses
	if math.IsInf(v.B, 0) || math.IsNaN(pairs) || tooDeep {
		return nil
	}
	v.Laws = append(v.Laws, laws.BoundsJOf(up, v.J, v.B), laws.TwoFormulasOf(up, down, pairs))
	return nil
}
