// Package sandwich judges log weights of runs that were made elsewhere, by any sampler on any space. Forward runs bound
// log R from below, E_fwd[log w] <= log R, and reverse runs from exact draws of the target bound it from above (BREAD,
// Eq. 7 and 10). Both together have to keep Crooks' law, P_fwd(w) w/R = P_rev(w).
//
// Runs of one group may depend on each other, as runs from one start do: every error is of sums over groups. A run
// without a group is a group of its own.
//
// Open (open.go) reads sets of runs (set.go), JudgeAll (judgement.go) tests the law on each (crooks.go). Of a set that
// fails one regression says how the two directions differ (direction.go).
package sandwich

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
)

// Holds and the others are the verdicts: whether the runs keep Crooks' law. OneSide is for runs of only one direction.
const (
	Holds      = "holds"
	Fails      = "FAILS"
	CannotTell = "cannot tell"
	OneSide    = "one side"
)

// Level is the probability of accusing a sound sampler.
const Level = 0.001

// A Result has the numbers and the verdict of a set. A number that the runs do not give is NaN.
type Result struct {
	Set
	Means    [2]Estimate // E_fwd[log w] and E_rev[log w]
	Ends     [2]float64  // the means moved outward by one-sided 97.5% errors: log R is between if no kind is missing
	Fewest   int         // the runs of the side with fewer, or as many groups of equal size as its groups are worth
	Unseen   float64     // the share of runs that so few may miss (sample.Unseen)
	LogMeans [2]Estimate // the log of the mean of w, and minus that of 1/w
	B, Bar   Estimate    // Bar is Bennett's estimate of log R (1976)
	P        float64     // of Crooks' law
	Verdict  string
	Why      string       // what a verdict rests on that is not Holds
	Said     laws.Verdict // what else there is to say, with doubts
}

// Status is Wrong where the law fails, and Right where it holds without a doubt.
func (r Result) Status() laws.Status {
	switch r.Verdict {
	case Fails:
		return laws.Wrong
	case Holds:
		return r.Said.Status()
	}
	return laws.NotEnough
}

// Doubts returns why it is not sure that the law holds; none if it fails.
func (r Result) Doubts() []laws.Doubt {
	switch r.Verdict {
	case Fails:
		return nil
	case Holds:
		return r.Said.Doubts()
	case OneSide:
		return append([]laws.Doubt{{Code: "one_side", Number: math.NaN(), Says: r.Why}}, r.Said.Doubts()...)
	}
	return append([]laws.Doubt{{Code: "few_runs", Number: float64(r.Fewest), Says: r.Why}}, r.Said.Doubts()...)
}

// judge judges a set, with this probability of accusing a sound sampler. A side with runs has at least two. Forward
// runs of one single group count as runs without groups.
func judge(s Set, level float64) Result {
	if len(s.Sides[0].groups()) == 1 {
		s.Sides[0].Group = nil
	}
	if s.Sides[1].Group == nil && s.Sides[1].Start != "" {
		s.Sides[1].Group = slices.Repeat([]string{"one start"}, len(s.Sides[1].LogW))
	}
	var copies [2]int
	for side, runs := range s.Sides {
		s.Sides[side], copies[side] = runs.once()
	}
	r := Result{Set: s, B: s.b(), Bar: sample.Exactly(math.NaN()), P: math.NaN(), Verdict: CannotTell}
	r.bound()
	r.sayCopies(copies)
	if len(s.Sides[0].LogW) == 0 || len(s.Sides[1].LogW) == 0 {
		r.Verdict = OneSide
		r.Why = "use runs of the other direction too: they bound log R from its other side and test the sampler"
		return r
	}
	oneStart := len(s.Sides[1].groups()) == 1
	if oneStart {
		s.Sides[1].Group = nil
	}
	t := s.crooks()
	if !oneStart {
		r.Bar = t.bar
	}
	switch {
	case oneStart:
		r.Why = "all reverse runs are one group, or began at one state; use groups of runs from several starts"
	case t.p <= level:
		r.Verdict = Fails
		r.Why = r.difference()
	case t.tooFew:
		r.Why = "too few runs, or starts, whose weights both sides have; use more of them, or more levels"
	default:
		r.Verdict = Holds
		r.doubt(t.p, level)
	}
	if r.Verdict != CannotTell {
		r.P = t.p
		return r
	}
	if !s.overlaps(t) { // few runs that overlap may keep the law with either sign
		r.failBySign(s.otherSign())
	}
	return r
}

// failBySign fails sides that keep the law with another sign of some weights, if there is one.
func (r *Result) failBySign(sign string) {
	if sign != "" {
		r.Verdict = Fails
		r.Why = "both sides have hardly a weight in common, and keep the law with " + sign
	}
}

// sayCopies doubts log weights that stand several times.
func (r *Result) sayCopies(copies [2]int) {
	for side, times := range copies {
		if times > 1 {
			r.Said.DoubtBy("copied", float64(times), "each %s log weight stands %d times or a multiple of it, as if "+
				"runs were copied: one of %d is taken", directions[side], times, times)
		}
	}
}

// doubt doubts a law that holds by a small p, and by numbers that may be weights.
func (r *Result) doubt(p, level float64) {
	if caution := evidence.Caution(p, level, "sets", "runs"); caution != "" {
		r.Said.DoubtBy("small_p", p, "%s", caution)
	}
	all := slices.Concat(r.Sides[0].LogW, r.Sides[1].LogW)
	if slices.Min(all) > 0 && slices.Max(all) < nearly {
		r.Said.DoubtBy("weights", slices.Max(all),
			"all numbers are between 0 and %.2g: if these are weights, use log w", slices.Max(all))
	}
}

// bound sets the bounds on log R from each side.
func (r *Result) bound() {
	const (
		outward      = 0.975 // log R is beyond each end with probability 2.5%
		leastFreedom = 1e-3  // Student's distribution needs some freedom
		fewGroups    = 10    // with fewer, Student's distribution is far from the normal one
	)
	var runs sample.Runs
	runs.Forward.LogW = r.Sides[0].LogW
	runs.Reverse.LogW = r.Sides[1].LogW
	fewest := math.Inf(1)
	r.Means = [2]Estimate{r.Sides[0].mean(), r.Sides[1].mean()}
	r.LogMeans = [2]Estimate{runs.LowerLogR(), runs.UpperLogR()}
	for _, warning := range runs.Warnings() {
		r.Said.Say("%s", warning)
	}
	if r.Rows {
		r.Said.Say("each row of an array is a group of runs that may depend on each other, at one T; an array of one " +
			"axis has independent ones, and a file with a column T several T")
	}
	for side, m := range r.Means {
		one := r.Sides[side]
		groups := one.effectiveGroups()
		sign := float64(2*side - 1) // outward
		r.Ends[side] = m.Value
		if !math.IsInf(m.Value, 0) {
			student := distuv.StudentsT{Sigma: 1, Nu: max(leastFreedom, groups-1)}
			r.Ends[side] += sign * m.StdErr * (student.Quantile(outward) + skewed(sign, finite(one.LogW), groups))
		}
		if e := &r.LogMeans[side]; e.StdErr >= 0 {
			e.StdErr = one.stderr(func(logw float64) float64 {
				return math.Exp(-sign*(logw-e.Value)) / float64(len(one.LogW))
			})
		}
		if one.Group != nil && groups > 1 && groups < fewGroups {
			r.Said.DoubtBy("few_groups", groups, "the groups of %s runs are worth some %.2g equal ones: an estimate "+
				"± two standard errors has less than 95%% confidence", directions[side], groups)
		}
		if len(one.LogW) > 0 {
			fewest = min(fewest, groups)
		}
	}
	r.Fewest = int(fewest)
	r.Unseen = sample.Unseen(r.Fewest)
}

// skewed returns by how many more errors an end moves if log w has a long tail outward: runs that miss the tail have a
// mean that is too far inward, and too small an error. To first order that is (2z²+1)/6 times the skewness over the
// root of the number of runs, with z the quantile (Johnson 1978).
func skewed(outward float64, logw []float64, groups float64) float64 {
	const z = 1.96 // of the ends
	if len(logw) < 3 {
		return 0
	}
	return max(0, outward*stat.Skew(logw, nil)) * (2*z*z + 1) / 6 / math.Sqrt(groups)
}

// finite returns the log weights that are finite.
func finite(logw []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(logw), func(v float64) bool { return math.IsInf(v, 0) })
}

// SmallB holds the B, in nats, for which levels are forecast: few would spend more levels on a smaller gap.
const SmallB = 0.1

// Levels forecasts the number of levels at which B is SmallB, from results with fewer and with more levels: by B =
// c/(T + d) through both, which has the tail c/T of every B. It is NaN if B does not fall between them.
func Levels(fewer, more Result) float64 {
	slope := (1/more.B.Value - 1/fewer.B.Value) / float64(more.T-fewer.T)
	if !(slope > 0 && fewer.B.Value > 0 && more.B.Value > 0) {
		return math.NaN()
	}
	return math.Ceil(float64(more.T) + (1/SmallB-1/more.B.Value)/slope)
}
