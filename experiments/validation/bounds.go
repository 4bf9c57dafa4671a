package validation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/exact/spectra/implicit"
)

// Bounds say how fast a chain is whose matrix is too large to write out: numbers that
// need no matrix, each with bounds.
type Bounds struct {
	implicit.Extremes
	Mixing    implicit.MixingBounds // at the distance 1/4
	Cut       spectra.Cut           // the best threshold cut; without cells if there are too many moves
	Functions []BoundedAverage
	Doubts    []string // what could not be computed, and why
}

// A BoundedAverage bounds the error with which the chain averages a function.
type BoundedAverage struct {
	Name          string
	Variance, IAT implicit.Bounded
}

// unbounded names the parts that Bounds leave out, and says why.
const unbounded = "%d cells are too many for a matrix: the other eigenvalues, Kemeny's constant and hitting times " +
	"are left out, and the mixing time is bounded; up to %d cells have them all"

func (v *Validation) bound(ctx context.Context) error {
	l := &v.Levels[len(v.Levels)-1]
	v.note(unbounded, v.Candidate.Grid.Size(), spectra.MaxStates)
	if why := v.Candidate.boundless(l); why != "" {
		l.SpeedErr = why
		return nil
	}
	b, err := v.Candidate.bounds(ctx, l)
	switch {
	case err == nil:
		l.Bounds = b
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return err
	default:
		l.SpeedErr = err.Error()
	}
	return nil
}

// boundless says why the speed cannot be bounded; "" if it can.
func (s Candidate) boundless(l *Level) string {
	switch {
	case l.Balance == Unbalanced:
		return fmt.Sprintf("the density is not invariant, and for more than %d cells the stationary distribution "+
			"is not computed", spectra.MaxStates)
	case s.Slack > 0:
		return fmt.Sprintf("with a tolerance the rows are divided by their sums, and for more than %d cells they are "+
			"not written out", spectra.MaxStates)
	}
	for _, f := range l.Laws {
		if !f.OK {
			return fmt.Sprintf("the bounds rest on %q, which is broken", f.Law)
		}
	}
	return ""
}

// bounds searches for the ends of the spectrum, and bounds the rest by them.
func (s Candidate) bounds(ctx context.Context, l *Level) (*Bounds, error) {
	op, level := s.Kernel.On(s.Grid), s.NewLevel()
	level.Move(l.T, l.Beta)
	if l.Flow.OK && op.Reversal() != op {
		op = &balanced{op}
	}
	chain, b := implicit.At(op, level), &Bounds{}
	var err error
	if b.Extremes, err = chain.Extremes(ctx, 1); err != nil {
		return nil, err
	}
	for _, end := range b.Unsettled {
		b.note("the search for %s ended early: its value is only the best found, and the chain may be slower by any "+
			"factor", end)
	}
	b.Mixing = b.Extremes.MixingBounds(0.25)
	if b.Cut, err = chain.Bottleneck(b.Second); err != nil {
		b.note("the bottleneck is left out: %v", err)
	}
	functions, coordinates := s.functions(s.modes())
	if coordinates > mostCoordinates {
		b.note("of %d coordinates only the first %d are averaged", coordinates, mostCoordinates)
		functions = slices.Delete(functions, 1+mostCoordinates, 1+coordinates)
	}
	for _, f := range functions {
		to := BoundedAverage{Name: f.name}
		if to.Variance, to.IAT, err = chain.AsymptoticVariance(ctx, b.Extremes, f.of); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			b.Functions = append(b.Functions, to)
		} else {
			b.note("how well it averages %s is left out: %v", f.name, err)
		}
	}
	return b, nil
}

// note keeps a fault of the computation, the same one once.
func (b *Bounds) note(format string, args ...any) {
	if d := fmt.Sprintf(format, args...); !slices.Contains(b.Doubts, d) {
		b.Doubts = append(b.Doubts, d)
	}
}

// mostCoordinates is the largest number of coordinates whose averages are bounded. Each
// average takes some fifty steps.
const mostCoordinates = 2

// balanced is an operator that was found to be in detailed balance with its density,
// although it does not claim it.
type balanced struct{ chains.Operator }

func (o *balanced) Reversal() chains.Operator { return o }
