package validation

import (
	"context"
	"slices"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/experiments/validation"
	"breadboard/experiments/validation/seeded"
)

// hunt validates the annealing with the bug in it. If the bug is in a program and not in the kernel, no candidate can
// have it: its chains are then run here, over the same laws.
func hunt(ctx context.Context, b seeded.Bug) (validation.Validation, error) {
	a := b.Annealing()
	v, err := validation.Run(ctx, validation.Candidate{Name: b.Name, Annealing: a, Base: a, Declared: b.Declares(),
		Given: b.Given()}, nil)
	if err != nil || b.Start == nil && b.ReverseStart == nil && b.Forward == nil && b.Reverse == nil {
		return v, err
	}
	res, err := exact.Run(ctx, v.Candidate.Annealing)
	if err != nil {
		return v, err
	}
	p := seeded.NewProgram(b)
	up, down, flow, J := p.Run()
	found := slices.Clone(v.Laws[:len(v.Levels[0].Laws)])
	if b.Start != nil {
		found = append(found, p.Levels[0].Starts(laws.Start, p.Starts))
	}
	if b.ReverseStart != nil {
		found = append(found, p.Levels[p.T()-1].Starts(laws.ReverseStart, p.ReverseStarts))
	}
	v.Laws = slices.Concat(found, ofChains(p, up, down, flow), []laws.Finding{
		laws.BoundsJOf(up, J, down.LogW-up.LogW), laws.TwoFormulasOf(up, down, res.Pairwise.Jeffreys())})
	return v, nil
}

// ofChains are the findings about a program's chains. The means of w are Z_T/Z_1 or Z_1/Z_T only if one end has mass
// wherever the other has.
func ofChains(p *seeded.Program, up, down *laws.Chain, flow laws.Flow) []laws.Finding {
	first, last := p.Ends()
	found := []laws.Finding{down.Bound(laws.Above)}
	if laws.Carries(last, first) {
		found = append(found, down.Mean(laws.MeanInvW))
	}
	if p.Bug.Forward != nil || p.Bug.Reverse != nil {
		found = append(found, p.OneWeight())
	}
	found = append(found, flow.Crooks(p.Grid.Size()), up.Bound(laws.Below))
	if laws.Carries(first, last) {
		found = append(found, up.Mean(laws.MeanW))
	}
	return append(found, laws.SandwichOf(up, down))
}

// drawnFrom draws so many states of a law.
func drawnFrom(law []float64, n int, d chains.Dice) []int {
	states := make([]int, n)
	for i := range states {
		states[i] = d.Pick(law)
	}
	return states
}
