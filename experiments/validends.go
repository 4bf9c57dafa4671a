package experiments

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/exact/spectra/implicit"
)

// Ends are how fast a chain is whose matrix is too large to be taken apart: what is
// had without it, each with the ends between which it lies.
type Ends struct {
	implicit.Extremes
	Mixing    implicit.MixingBounds // until within 1/4
	Cut       spectra.Cut           // of threshold cuts alone; without cells where there are too many moves
	Functions []Between
	Doubts    []string // what could not be computed, and why
}

// A Between is how well the chain averages a function, by bounds.
type Between struct {
	Name          string
	Variance, IAT implicit.Bounded
}

// endless is what Ends leave out, and why.
const endless = "%d cells: what takes their matrix is left out, the other eigenvalues and so Kemeny's constant, hitting times and the mixing time, which is bounded; of up to %d it is told"

// ends adds to the last level how fast the chain is there by the ends of its spectrum.
func (v *Validation) ends(ctx context.Context, modes func() []Mode) error {
	s, r := v.Candidate, &v.Levels[len(v.Levels)-1]
	v.note(endless, s.Grid.Size(), spectra.MaxStates)
	switch {
	case r.Balance == Unbalanced:
		r.SpeedErr = fmt.Sprintf("the density is not invariant, and what is invariant instead is not known of more than %d cells", spectra.MaxStates)
		return nil
	case s.Slack > 0:
		r.SpeedErr = fmt.Sprintf("with a tolerance the speed is that of rows that sum to 1, which are not written out of more than %d cells", spectra.MaxStates)
		return nil
	}
	for _, law := range r.Laws {
		if !law.OK {
			r.SpeedErr = fmt.Sprintf("%q is broken, on which bounds rest", law.Name)
			return nil
		}
	}
	op, l := s.Kernel.On(s.Grid), s.NewLevel()
	l.Move(r.T, r.Beta)
	if r.Flow.OK && op.Reversal() != op {
		op = &balanced{op}
	}
	chain, pi, err := implicit.At(op, l)
	if err != nil {
		r.SpeedErr = err.Error()
		return nil
	}
	e := &Ends{}
	if e.Extremes, err = chain.Extremes(ctx, 1); err != nil {
		return r.without(ctx, err)
	}
	for _, end := range e.Unsettled {
		e.Doubts = append(e.Doubts, fmt.Sprintf("the search for %s ended before it was good: its value is no more than what was found, and the chain may be slower by any factor", end))
	}
	r.Ends, e.Mixing = e, e.Extremes.MixingBounds(0.25)
	if e.Cut, err = chain.Bottleneck(e.Second); err != nil {
		e.Doubts = append(e.Doubts, fmt.Sprintf("the bottleneck is left out: %v", err))
	}
	g := stage{Candidate: s, p: pi}
	for _, f := range e.some(g.functions(s.target(), modes())) {
		b := Between{Name: f.name}
		if b.Variance, b.IAT, err = chain.AsymptoticVariance(ctx, e.Extremes, f.of); ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			e.Functions = append(e.Functions, b)
		} else if d := fmt.Sprintf("how well it averages %s is left out: %v", f.name, err); !slices.Contains(e.Doubts, d) {
			e.Doubts = append(e.Doubts, d)
		}
	}
	return nil
}

// without is that the speed could not be had, unless that is by ctx.
func (r *LevelReport) without(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return err
	}
	r.SpeedErr = err.Error()
	return nil
}

// mostCoordinates is how many coordinates' averages are told: each takes some fifty
// steps.
const mostCoordinates = 2

// some are the functions without the coordinates after the first ones.
func (e *Ends) some(all []function) []function {
	coordinates, kept := 0, []function(nil)
	for _, f := range all {
		if f.coordinate {
			if coordinates++; coordinates > mostCoordinates {
				continue
			}
		}
		kept = append(kept, f)
	}
	if coordinates > mostCoordinates {
		e.Doubts = append(e.Doubts, fmt.Sprintf("of %d coordinates the averages of the first %d are told", coordinates, mostCoordinates))
	}
	return kept
}

// target is the log density at the last level of the annealing.
func (s Candidate) target() []float64 {
	l := s.NewLevel()
	s.LevelAt(l, s.T())
	return l.LogF()
}

// balanced is an operator that was found in detailed balance with its density,
// though it does not know it.
type balanced struct{ chains.Operator }

func (o *balanced) Reversal() chains.Operator { return o }
