package validation

import (
	"context"
	"slices"

	"breadboard/chains/laws"
	"breadboard/exact"
)

// Seeded returns the annealing with the bug in its kernel or in its matrices.
func Seeded(b Bug) Candidate {
	sound := Candidate{Annealing: sound()}
	a, declared := sound.Annealing, b.Declared
	if b.Kernel != nil {
		a.Kernel = b.Kernel
	}
	if declared == nil && !b.Undeclared {
		declared = sound.Kernel
	}
	s := Candidate{Name: b.Name, Annealing: a, Base: a, Declared: declared}
	if b.Rows != nil {
		s.Given = func(t int) [][]float64 {
			return b.Rows(sound.write(t, sound.Schedule.Beta(t), sound.Kernel.On(sound.Grid)).Rows)
		}
	}
	return s
}

// Caught is Run of the annealing with the bug in it. If the bug is in a program and not in
// the kernel, no candidate can have it: its chains are then run here, over the same laws.
func Caught(ctx context.Context, b Bug) (Validation, error) {
	v, err := Run(ctx, Seeded(b), nil)
	if err != nil || b.Start == nil && b.ReverseStart == nil && b.Forward == nil && b.Reverse == nil {
		return v, err
	}
	res, err := exact.Run(ctx, v.Candidate.Annealing)
	if err != nil {
		return v, err
	}
	p := newProgram(v.Candidate, b)
	up, down, found := p.laws()
	bound := *v.finding(laws.BoundsJ)
	v.Laws = append(v.Laws[:len(v.Levels[0].Laws)], found...)
	v.Laws = append(v.Laws, bound, laws.TwoFormulasOf(up, down, res.Pairwise.Jeffreys()))
	return v, nil
}

// A program runs a candidate's chains with a wrong start or wrong weights.
type program struct {
	Candidate
	Bug
	levels                 []*laws.Written
	forwardFrom, reverseOf []float64 // the laws that chains start from
}

func newProgram(s Candidate, b Bug) *program {
	p := &program{Candidate: s, Bug: b}
	op := s.Kernel.On(s.Grid)
	for t := 1; t <= s.T(); t++ {
		p.levels = append(p.levels, s.write(t, s.Schedule.Beta(t), op))
	}
	p.forwardFrom, p.reverseOf = p.levels[0].P, p.levels[s.T()-1].P
	if b.Start != nil {
		p.forwardFrom = b.Start(p.forwardFrom)
	}
	if b.ReverseStart != nil {
		p.reverseOf = b.ReverseStart(p.reverseOf)
	}
	return p
}

// into returns the step to level t.
func (p *program) into(t int) laws.Step {
	step := p.step(p.levels[t-2], p.levels[t-1])
	sound := step
	if p.Forward != nil {
		step.Forward = p.Forward(sound)
	}
	if p.Reverse != nil {
		step.Reverse = p.Reverse(sound)
	}
	return step
}

// laws runs both chains, and returns what is found.
func (p *program) laws() (up, down *laws.Chain, found []laws.Finding) {
	T := p.T()
	var flow laws.Flow
	up, down = laws.NewChain(p.forwardFrom, T, 0, 0), laws.NewChain(p.reverseOf, T, 0, 0)
	for t := 2; t <= T; t++ {
		flow.See(p.into(t))
		up.Up(p.into(t))
	}
	for t := T; t >= 2; t-- {
		down.Down(p.into(t))
	}
	found = p.chainLaws(up, down, flow)
	if p.Forward != nil || p.Reverse != nil {
		found = slices.Insert(found, slices.IndexFunc(found, func(f laws.Finding) bool { return f.Law == laws.Crooks }),
			flow.OneWeight())
	}
	if p.ReverseStart != nil {
		found = slices.Insert(found, 0, p.levels[T-1].Starts(laws.ReverseStart, p.reverseOf))
	}
	if p.Start != nil {
		found = slices.Insert(found, 0, p.levels[0].Starts(laws.Start, p.forwardFrom))
	}
	return up, down, found
}
