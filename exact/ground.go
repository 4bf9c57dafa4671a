package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// grounded is the annealing with a constant taken off each end's log density where
// it is larger than what that spans, as a normalisation may be or a likelihood's: it
// would cost the digits of every difference. All is as it was but log R, which is
// less by rise.
func grounded(a chains.Annealing) (_ chains.Annealing, rise float64) {
	ends, ok := a.Bridge.(chains.Geometric)
	if !ok {
		return a, 0
	}
	from, first := ground(ends.From)
	to, last := ground(ends.To)
	a.Bridge = chains.Geometric{From: from, To: to}
	return a, last - first
}

// ground takes the largest of a log density off, and returns it; or leaves both.
func ground(logf []float64) ([]float64, float64) {
	top := floats.Max(logf)
	if math.Abs(top) <= chains.Span(logf) {
		return logf, 0
	}
	low := make([]float64, len(logf))
	for x, v := range logf {
		low[x] = v - top
	}
	return low, top
}

// raise puts back what was taken off log R.
func (g *Gap) raise(rise float64) {
	if rise != 0 {
		g.LogR += rise
		g.LogRErr += unit * (2*math.Abs(rise) + math.Abs(g.LogR))
	}
}

// raise puts it back wherever log w is told of.
func (res *Result) raise(rise float64) {
	res.Gap.raise(rise)
	res.FwdLaw.Mean += rise
	res.RevLaw.Mean += rise
	for i, c := range res.Checks {
		if c.Name == fwdLogW || c.Name == revLogW {
			res.Checks[i].A += rise
			res.Checks[i].B += rise
		}
	}
}
