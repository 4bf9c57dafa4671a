// Package slips names what a person got wrong in an inference program, from all its ways (programs.Told).
//
// A right program keeps the law of package programs: forward and reverse runs give each cell and weight the same mass
// but for a constant. If it does not, a slip explains it in one of two ways, whatever the program is: the weights
// become right by a change of each, as by the other sign; or each direction keeps its own laws, so that they are of two
// programs.
package slips

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// A Slip is one thing that a person gets wrong, by a short name.
type Slip string

// The slips.
const (
	Sign     Slip = "other sign"
	Factor   Slip = "factor in one direction"
	Another  Slip = "reverse of another program"
	Proposal Slip = "proposal left out"
)

// cures says of each slip what is wrong and what to write.
var cures = map[Slip]string{
	Sign:   "the weights are log 1/w, where log w is asked for",
	Factor: "every weight has a factor that the other direction lacks",
	Another: "each direction is right by itself, and they are of two programs: use the reversals of forward's " +
		"kernels, in the opposite order, its levels and its number of particles",
	Proposal: "w lacks the probability of what was proposed: divide by the density that the cells are drawn from",
}

// A Cause is a slip that explains all ways of a program.
type Cause struct {
	Slip
	Where Where
	By    float64 // the log of the factor, for Factor
}

// Where says which direction has the slip.
type Where string

// The directions.
const (
	InForward Where = "forward"
	InReverse Where = "reverse"
	InBoth    Where = "forward and reverse"
)

// Name returns the slip and the direction by their short names.
func (c Cause) Name() string { return fmt.Sprintf("%s (%s)", c.Slip, c.Where) }

// String returns the direction, what is wrong there, and what to write.
func (c Cause) String() string {
	if c.Slip == Factor {
		return fmt.Sprintf("%s: %s, e^%.6g", c.Where, cures[c.Slip], c.By)
	}
	return fmt.Sprintf("%s: %s", c.Where, cures[c.Slip])
}

// Of returns the slip that explains why a program breaks the law from these initial densities to this target, and false
// if nothing is known to explain it.
func Of(t programs.Told, initial, target []float64) (c Cause, ok bool) {
	w := newWays(t, initial, target)
	if c, ok := w.byWeight(); ok {
		return c, true
	}
	return Cause{Slip: Another, Where: InReverse}, w.eachIsRight()
}

// ways has the ways of a program, and what its law needs.
type ways struct {
	programs.Told
	logR float64
	logp []float64
	q    []float64 // of what forward returns
}

func newWays(t programs.Told, initial, target []float64) ways {
	n := len(target)
	w := ways{Told: t, logp: make([]float64, n), q: make([]float64, n)}
	w.logR = chains.NormalizeLog(make([]float64, n), w.logp, target) - chains.LogSum(initial)
	for _, way := range t.Ahead {
		w.q[way.Cell] += way.P
	}
	return w
}

// tolerance bounds the rounding of a mass.
const tolerance = 1e-9

// keepsLaw reports whether the ways of both directions keep the law, with a constant in their weights.
func (w ways) keepsLaw() bool { return w.Fit(w.logp, w.logR).OK }

// logMeanForward returns log E_fwd[ŵ]. It is 0 if the weights are right.
func (w ways) logMeanForward() float64 { return w.Fit(w.logp, w.logR).LogMeanW }

// logMeanReverse returns -log E_rev[1/ŵ]. It is 0 if the weights are right.
func (w ways) logMeanReverse() float64 {
	var logs []float64
	for _, way := range w.Back {
		logs = append(logs, math.Log(way.P)+w.logp[way.Cell]-way.LogW+w.logR)
	}
	return -chains.LogSum(logs)
}

// changed returns the ways with other weights in one direction or both.
func (w ways) changed(where Where, logw func(programs.Way) float64) ways {
	change := func(all []programs.Way, changes bool) []programs.Way {
		all = slices.Clone(all)
		for i, way := range all {
			if changes {
				all[i].LogW = logw(way)
			}
		}
		return all
	}
	w.Told = programs.NewTold(change(w.Ahead, where != InReverse), change(w.Back, where != InForward), len(w.q))
	return w
}

// byWeight returns the slip that a change of the weights undoes.
func (w ways) byWeight() (c Cause, ok bool) {
	for _, where := range []Where{InForward, InReverse, InBoth} {
		sign := func(way programs.Way) float64 { return -way.LogW }
		if w.changed(where, sign).keepsLaw() {
			return Cause{Slip: Sign, Where: where}, true
		}
		proposed := func(way programs.Way) float64 { return way.LogW - math.Log(w.q[way.Cell]) }
		if w.changed(where, proposed).keepsLaw() {
			return Cause{Slip: Proposal, Where: where}, true
		}
	}
	by := w.logMeanForward() - w.logMeanReverse()
	if math.IsInf(by, 0) || math.IsNaN(by) {
		return c, false
	}
	factor := func(way programs.Way) float64 { return way.LogW + by }
	if !w.changed(InReverse, factor).keepsLaw() {
		return c, false
	}
	if math.Abs(w.logMeanForward()) < tolerance {
		return Cause{Slip: Factor, Where: InReverse, By: -by}, true
	}
	return Cause{Slip: Factor, Where: InForward, By: by}, true
}

// eachIsRight reports whether each direction is right by itself: weighed cells of forward runs are draws of p, and
// E_rev[1/w] is 1/R, so that p(x) P_rev(w | x) R/w is a distribution of forward runs. Then no direction is wrong, and
// they are of two programs.
func (w ways) eachIsRight() bool {
	logC := w.logMeanForward()
	if !(math.Abs(logC-w.logMeanReverse()) < tolerance) {
		return false
	}
	off := make([]float64, len(w.logp))
	for x, logp := range w.logp {
		off[x] = -math.Exp(logp)
	}
	for _, way := range w.Ahead {
		off[way.Cell] += math.Exp(math.Log(way.P) + way.LogW - w.logR - logC)
	}
	return floats.Norm(off, math.Inf(1)) < tolerance
}
