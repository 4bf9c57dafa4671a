package samplers

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains/diagnostics"
)

// A Counterpart says how far a diagnostic is from the exact number that it estimates, over the runs of
// samplers whose time averages are known exactly. Low, Median and High are the 5%, 50% and 95% quantiles.
type Counterpart struct {
	Diagnostic string
	Estimates  string // in words
	Start      string
	Runs       int // those in which both numbers are finite
	// Of an ESS of one chain, and of an R-hat of all chains, this is the ratio to the exact number; of
	// a z the difference of the sizes.
	Low, Median, High float64
}

// counterparts compares every diagnostic that estimates a number with that number, for each start.
func counterparts(all []diagnostics.Diagnostic, runs []Run) (out []Counterpart) {
	for i, d := range all {
		if d.Kind == diagnostics.PValue {
			continue
		}
		for _, start := range startsOf(runs) {
			var off []float64
			for _, r := range runs {
				v := r.off(d.Kind, i)
				if r.Start == start && !r.Control() && !math.IsNaN(v) && !math.IsInf(v, 0) {
					off = append(off, v)
				}
			}
			if len(off) == 0 {
				continue
			}
			slices.Sort(off)
			at := func(p float64) float64 { return stat.Quantile(p, stat.Empirical, off, nil) }
			out = append(out, Counterpart{d.Name, d.Estimates, start, len(off), at(0.05), at(0.5), at(0.95)})
		}
	}
	return out
}

// off compares the i-th diagnostic with the exact number that a diagnostic of this kind estimates. It is
// NaN if that is not known, as of a KS distance.
func (r Run) off(kind diagnostics.Kind, i int) float64 {
	switch kind {
	case diagnostics.ESS:
		return r.Alone[i] / r.Limit
	case diagnostics.RHat:
		if math.IsInf(r.RHat, 1) {
			return math.NaN()
		}
		return r.Values[i] / r.RHat
	default:
		return r.Alone[i] - math.Abs(r.Geweke)
	}
}
