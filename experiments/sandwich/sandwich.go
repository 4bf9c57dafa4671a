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

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/sample"
)

// The verdicts say whether the runs keep Crooks' law. OneSide is on runs of one direction alone.
const (
	Holds      = "holds"
	Fails      = "FAILS"
	CannotTell = "cannot tell"
	OneSide    = "one side"
)

// Level is the probability of accusing a sound sampler.
const Level = 0.001

// A Result is what the runs of a set say. What they do not say is NaN.
type Result struct {
	Set
	Means    [2]Estimate // E_fwd[log w] and E_rev[log w]
	Ends     [2]float64  // these moved outward by their one-sided 97.5% errors: log R is between
	LogMeans [2]Estimate // the log of the mean of w, and minus that of 1/w
	B, Bar   Estimate    // Bar is Bennett's estimate of log R (1976)
	P        float64     // of Crooks' law
	Verdict  string
	Why      string // the likely cause of a verdict that is not Holds
	Doubts   []string
}

// judge judges a set with this probability of accusing a sound sampler. A side that is known has two runs at least.
// Forward runs that have one group all began alike no more than those without a group.
func judge(s Set, level float64) Result {
	if len(s.Sides[0].groups()) == 1 {
		s.Sides[0].Group = nil
	}
	r := Result{Set: s, B: s.b(), Bar: sample.Exactly(math.NaN()), P: math.NaN(), Verdict: CannotTell}
	r.bound()
	if len(s.Sides[0].LogW) == 0 || len(s.Sides[1].LogW) == 0 {
		r.Verdict = OneSide
		r.Why = "runs of the other direction would bound log R from its other side and test the sampler"
		return r
	}
	oneStart := len(s.Sides[1].groups()) == 1
	if oneStart {
		s.Sides[1].Group = nil
	}
	t := s.crooks()
	switch {
	case oneStart:
		r.Why = "all reverse runs are one group; use groups of runs from several starts"
	case t.p <= level:
		r.Verdict = Fails
		r.Why = r.cause()
	case t.tooFew:
		r.Why = "too few runs, or starts, whose weights both sides have; use more of them, or more levels"
	default:
		r.Verdict = Holds
	}
	if !oneStart {
		r.Bar = t.bar
	}
	if r.Verdict != CannotTell {
		r.P = t.p
		return r
	}
	// Where both sides have hardly a weight in common, and keep the law with another sign of some weights, they fail.
	// Few runs whose sides are not apart may keep it with either sign. A run has a variance of 1/4 at most.
	const apart = 0.02
	runs := len(s.Sides[0].LogW) + len(s.Sides[1].LogW)
	if sign := s.mistake(signs); t.variance < apart*float64(runs) && sign != "" {
		r.Verdict = Fails
		r.Why = sign
	}
	return r
}

// bound sets what each side bounds alone.
func (r *Result) bound() {
	const (
		outward      = 0.975 // log R is between two ends with confidence 95%: beyond each with a half of the rest
		leastFreedom = 1e-3  // Student's law has no probability for no freedom
	)
	var runs sample.Runs
	runs.Forward.LogW = r.Sides[0].LogW
	runs.Reverse.LogW = r.Sides[1].LogW
	r.Means = [2]Estimate{r.Sides[0].mean(), r.Sides[1].mean()}
	r.LogMeans = [2]Estimate{runs.LowerLogR(), runs.UpperLogR()}
	r.Doubts = runs.Warnings()
	for side, m := range r.Means {
		one := r.Sides[side]
		sign := float64(2*side - 1) // outward
		r.Ends[side] = m.Value
		if !math.IsInf(m.Value, 0) {
			groups := one.effectiveGroups()
			law := distuv.StudentsT{Sigma: 1, Nu: max(leastFreedom, groups-1)}
			r.Ends[side] += sign * m.StdErr * (law.Quantile(outward) + skewed(sign, finite(one.LogW), groups))
		}
		if e := &r.LogMeans[side]; e.StdErr >= 0 {
			e.StdErr = one.stderr(func(logw float64) float64 {
				return math.Exp(-sign*(logw-e.Value)) / float64(len(one.LogW))
			})
		}
	}
}

// skewed is by how many more errors an end is moved where log w has a long tail outward: runs that miss the tail have
// a mean that is too far inward, and too small an error with it. To first order that is (2z²+1)/6 of the skewness over
// the root of the number of runs, z the quantile (Johnson 1978).
func skewed(outward float64, logw []float64, groups float64) float64 {
	const z = 1.96 // of the ends
	if len(logw) < 3 {
		return 0
	}
	return max(0, outward*stat.Skew(logw, nil)) * (2*z*z + 1) / 6 / math.Sqrt(groups)
}

// finite are the log weights that are no infinities.
func finite(logw []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(logw), func(v float64) bool { return math.IsInf(v, 0) })
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
