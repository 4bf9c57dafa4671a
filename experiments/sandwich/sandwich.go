// Package sandwich judges log weights of runs that were made elsewhere, by any sampler on any space. Forward runs bound
// log R from below, E_fwd[log w] <= log R, and reverse runs from exact draws of the target from above (BREAD, Eq. 7 and
// 10). Both together have to keep Crooks' law, P_fwd(w) w/R = P_rev(w).
//
// Runs of one group may depend on one another, as those from one start do: every error is of sums over groups. A run
// without a group is a group of its own.
package sandwich

import (
	"math"
	"slices"

	"breadboard/chains/sample"
)

// The verdicts say whether the runs keep Crooks' law. OneSide is on runs of one direction alone.
const (
	Holds      = "holds"
	Fails      = "FAILS"
	CannotTell = "cannot tell"
	OneSide    = "one side"
)

// A Result is what the runs of a set say. What they do not say is NaN.
type Result struct {
	Set
	Runs    sample.Runs        // without their groups
	Means   [2]sample.Estimate // E_fwd[log w] and E_rev[log w]
	Ends    [2]float64         // these moved outward by their one-sided 97.5% errors: log R is between
	B, Bar  sample.Estimate    // Bar is Bennett's estimate of log R (1976)
	P       float64            // of Crooks' law
	Verdict string
	Level   float64 // from which P on the verdict is Fails
	Why     string  // the likely cause of a verdict that is not Holds
	Sign    bool    // Why says that weights have the other sign
	More    float64 // a P that is low, but not below Level, would be settled by so many times as many runs; else 0

	LogMeans [2]sample.Estimate // the log of the mean of w, and minus that of 1/w
	DataSets bool               // each group has a log R of its own, and all means are over groups
	Doubts   []string
}

// judge judges a set with this probability of accusing a sound sampler. A side that is known has two runs at least.
// Forward runs that have one group all began alike no more than those without a group. Two groups or more that stand on
// both sides are data sets, each with an R of its own.
func judge(s Set, level float64) Result {
	if rev := &s.Sides[1]; rev.Group == nil && rev.Start != "" {
		rev.Group = slices.Repeat([]int{math.MinInt}, len(rev.LogW))
	}
	labels, shared := distinct(s.Sides[1].Group), 0
	for g := range distinct(s.Sides[0].Group) {
		shared += labels[g]
	}
	if len(distinct(s.Sides[0].Group)) == 1 {
		s.Sides[0].Group = nil
	}
	r := Result{Set: s, Level: level, B: s.mean(-1, 1), Bar: sample.Exactly(math.NaN()),
		P: math.NaN(), Verdict: CannotTell}
	r.Runs.Forward.LogW, r.Runs.Reverse.LogW = s.Sides[0].LogW, s.Sides[1].LogW
	r.bound(shared)
	switch {
	case len(s.Sides[0].LogW) == 0 || len(s.Sides[1].LogW) == 0:
		r.Verdict = OneSide
		r.Why = "runs of the other direction would bound log R from its other side and test the sampler"
	case len(labels) == 1:
		s.Sides[1].Group = nil
		r.doubt(s.flipped, "all reverse runs began at one state, or are one group; groups of runs from several "+
			"starts would tell")
	case shared > 1:
		r.judge(s.eachCrooks(), s.opposed, "most data sets have too few runs; more runs of each would tell")
	default:
		t := s.crooks()
		r.Bar = t.bar
		r.judge(t, s.flipped, "too few runs, or starts, whose weights both sides have; more of them, or more levels, "+
			"would tell")
	}
	return r
}

// judge gives the verdict of a test. flipped names the weights of the other sign, and few is the cause of a test that
// was not made.
func (r *Result) judge(t test, flipped func() string, few string) {
	switch {
	case t.p <= r.Level:
		r.P = t.p
		r.Verdict = Fails
		r.Why = flipped()
		r.Sign = r.Why != ""
		if !r.Sign {
			r.Why = r.cause(t)
		}
	case t.tooFew:
		r.doubt(flipped, few)
	default:
		r.P = t.p
		r.Verdict = Holds
		if t.p <= suspicious {
			r.More = more(t.p, r.Level)
		}
	}
}

// doubt is the verdict on runs that cannot tell whether they keep the law, for the reason few. Where both sides have
// hardly a weight in common, and keep the law with another sign of some weights, they fail. Few runs whose sides are
// not apart may keep it with either sign.
func (r *Result) doubt(flipped func() string, few string) {
	r.Why = few
	runs := len(r.Sides[0].LogW) + len(r.Sides[1].LogW)
	if !(r.ways().Variance < apart*float64(runs)) {
		return
	}
	if sign := flipped(); sign != "" {
		r.Verdict = Fails
		r.Why = sign
		r.Sign = true
	}
}

// Levels forecasts with how many levels B will be at limit, from results with fewer and with more levels. B = c/(T + d)
// goes through both, and has the tail c/T of every B. It is NaN if B does not fall from one to the other.
func Levels(fewer, more Result, limit float64) float64 {
	slope := (1/more.B.Value - 1/fewer.B.Value) / float64(more.T-fewer.T)
	if !(slope > 0 && fewer.B.Value > 0 && more.B.Value > 0) {
		return math.NaN()
	}
	return math.Ceil(float64(more.T) + (1/limit-1/more.B.Value)/slope)
}
