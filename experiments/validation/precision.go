package validation

import (
	"context"
	"math"
	"slices"

	"breadboard/chains/laws"
)

// ByRounding reports whether a kernel keeps all laws, some of them to single precision alone. off is then the largest
// error that a step leaves in p, relative to the mass of a cell, or of a row's entry or sum. Masses that single
// precision does not tell from 0 beside 1 count as the least that it does.
func (v Validation) ByRounding() (off float64, is bool) {
	if !v.OK() {
		return 0, false
	}
	for _, f := range v.Laws {
		is = is || f.Single
		if f.Law == laws.Entries || f.Law == laws.Sums {
			off = max(off, f.Value)
		}
	}
	const least = float64(laws.Single) / 4
	for _, l := range v.Levels {
		for x, change := range l.Change {
			off = max(off, math.Abs(change)/max(l.P[x], least))
		}
	}
	return off, is
}

// mostTolerated is the largest deviation, relative to what is right, that a tolerance may be meant for.
const mostTolerated = 1e-2

// tolerance returns the least power of ten with which given rows keep all laws; 0 if none is meant for what is broken,
// which is then more than few digits explain.
func (s Candidate) tolerance(ctx context.Context, beta *float64, broken []laws.Finding) float64 {
	if s.Given == nil || slices.ContainsFunc(broken, func(f laws.Finding) bool { return !(f.Value <= mostTolerated) }) {
		return 0
	}
	for digits := 6; digits >= 3; digits-- {
		s.Tolerance = math.Pow10(-digits)
		if v, err := s.checkLaws(ctx, beta, nil); err == nil && v.OK() {
			return s.Tolerance
		}
	}
	return 0
}
