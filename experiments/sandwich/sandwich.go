// Package sandwich judges log weights of runs that were made elsewhere, by any sampler on any space. Forward runs bound
// log R from below, E_fwd[log w] <= log R, and reverse runs from exact draws of the target from above (BREAD, Eq. 7 and
// 10). Both together have to keep Crooks' law, P_fwd(w) w/R = P_rev(w).
//
// Runs of one group may depend on one another, as those from one start do: every error is of sums over groups. A run
// without a group is a group of its own.
package sandwich

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/evidence"
	"breadboard/chains/sample"
)

// Level is the probability of accusing a sound sampler.
const Level = 0.001

// An Estimate is a number with its standard error.
type Estimate = sample.Estimate

// A Side has the runs of one direction.
type Side struct {
	LogW  []float64 // -Inf is a weight of 0 forward, and +Inf a run that is never made forward in reverse
	Group []int     // of each run; nil if nobody says it
	Start string    // the state that all runs began at; "" if there are several, or nobody says it
}

// A Set has the runs of one sampler, forward and reverse. A side without runs is not known.
type Set struct {
	T       int // its number of levels, 0 if nobody says it
	Program string
	Sides   [2]Side
}

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
	Runs    sample.Runs        // with the log of the mean of w, and minus that of 1/w, and doubts about their tails
	Means   [2]sample.Estimate // E_fwd[log w] and E_rev[log w]
	Ends    [2]float64         // these moved outward by their one-sided 97.5% errors: log R is between
	B, Bar  sample.Estimate    // Bar is Bennett's estimate of log R (1976)
	P       float64            // of Crooks' law
	Verdict string
	Why     string // the likely cause of a verdict that is not Holds
}

// Judge judges a set. A side that is known has two runs at least. Forward runs that have one group all began alike no
// more than those without a group.
func Judge(s Set) Result {
	labels, shared := distinct(s.Sides[1].Group), 0
	for g := range distinct(s.Sides[0].Group) {
		shared += labels[g]
	}
	if s.Sides[0].groups() == 1 {
		s.Sides[0].Group = nil
	}
	r := Result{Set: s, B: s.mean(-1, 1), Bar: sample.Exactly(math.NaN()), P: math.NaN(), Verdict: CannotTell}
	r.Runs.Forward.LogW, r.Runs.Reverse.LogW = s.Sides[0].LogW, s.Sides[1].LogW
	r.Means = [2]sample.Estimate{s.mean(1, 0), s.mean(0, 1)}
	for side, m := range r.Means {
		law := distuv.StudentsT{Sigma: 1, Nu: float64(max(2, s.Sides[side].groups()) - 1)}
		if r.Ends[side] = m.Value; !math.IsInf(m.Value, 0) {
			r.Ends[side] += float64(2*side-1) * m.StdErr * law.Quantile(0.975)
		}
	}
	switch {
	case len(s.Sides[0].LogW) == 0 || len(s.Sides[1].LogW) == 0:
		r.Verdict, r.Why = OneSide, "runs of the other direction would bound log R from its other side and test the sampler"
	case len(labels) == 1 || len(labels) == 0 && s.Sides[1].Start != "":
		r.Why = "all reverse runs began at one state, or are one group; groups of runs from several starts would tell"
	case shared > 1:
		r.Why = "each group is a data set with a log R of its own; runs of one data set from several starts would tell"
	default:
		t := s.crooks()
		switch r.Bar = t.bar; {
		case t.p <= Level:
			r.P, r.Verdict, r.Why = t.p, Fails, s.cause(t)
		case t.tooFew:
			r.Why = cmp.Or(s.flipped(t), "too few runs whose weights both sides have; more runs, or more levels, would tell")
		default:
			r.P, r.Verdict = t.p, Holds
		}
	}
	return r
}

// distinct has a 1 for each different one of some numbers.
func distinct(all []int) map[int]int {
	seen := map[int]int{}
	for _, v := range all {
		seen[v] = 1
	}
	return seen
}

// groups is the number of groups of a side.
func (s Side) groups() int {
	if s.Group == nil {
		return len(s.LogW)
	}
	return len(distinct(s.Group))
}

// mean is the sum of the mean log w of both sides, times these factors. A factor of 0 leaves its side out.
func (s Set) mean(factors ...float64) (e sample.Estimate) {
	for side, factor := range factors {
		if factor != 0 {
			e.Value += factor * stat.Mean(s.Sides[side].LogW, nil)
		}
	}
	e.StdErr = 0*e.Value + s.stderr(func(side int, logw float64) float64 { // NaN, unless the mean is finite
		if factors[side] == 0 {
			return 0
		}
		return factors[side] * logw / float64(len(s.Sides[side].LogW))
	})
	return e
}

// stderr is the standard error of the sum of f over the runs of both sides, whose numbers are given. Groups are
// independent: the variance is that of their sums, each about its share of the side's sum. One group has none.
func (s Set) stderr(f func(side int, logw float64) float64) float64 {
	sums, squares := map[int]float64{}, 0.0
	for side, runs := range s.Sides {
		terms := make([]float64, len(runs.LogW))
		for k, w := range runs.LogW {
			terms[k] = f(side, w)
		}
		if floats.Norm(terms, 1) == 0 {
			continue
		}
		n, mean := float64(runs.groups()), stat.Mean(terms, nil)
		for k, v := range terms {
			if d := math.Sqrt(n/(n-1)) * (v - mean); runs.Group == nil {
				squares += d * d
			} else {
				sums[runs.Group[k]] += d
			}
		}
	}
	for _, d := range sums {
		squares += d * d
	}
	return math.Sqrt(squares)
}

// A test is Crooks' law, tested. narrow is the variance of reverse log weights over that of forward ones, where both
// sides have runs: 1 under the law.
type test struct {
	bar       sample.Estimate
	p, narrow float64
	tooFew    bool
}

// crooks tests the law on runs of which nobody says whether they are forward or reverse: a run is a reverse one with
// probability share = m w/(n R + m w), R such that all shares sum to m, the number of reverse runs (evidence.BothWays).
// All runs give R, and the first of each group the test.
func (s Set) crooks() (t test) {
	first := s
	for side, runs := range s.Sides {
		if seen := map[int]bool{}; runs.Group != nil {
			first.Sides[side].LogW = nil
			for k, g := range runs.Group {
				if !seen[g] {
					first.Sides[side].LogW = append(first.Sides[side].LogW, runs.LogW[k])
				}
				seen[g] = true
			}
		}
	}
	b, tested := s.ways(), first.ways()
	shift := math.Log(float64(len(s.Sides[1].LogW))/float64(len(s.Sides[0].LogW))) - b.LogR
	share := func(side int, logw float64) float64 { return 1 / (1 + math.Exp(-logw-shift)) }
	if t.bar = (sample.Estimate{Value: b.LogR, StdErr: b.StdErr}); s.Sides[0].Group != nil || s.Sides[1].Group != nil {
		t.bar.StdErr = s.stderr(share) / b.Variance
	}
	var spread [2]float64
	for side, runs := range s.Sides {
		x, by := make([]float64, len(runs.LogW)), make([]float64, len(runs.LogW))
		for k, w := range runs.LogW { // far from log R all runs are of one side
			x[k], by[k] = max(-99, min(99, w-b.LogR)), math.Abs(float64(side)-share(side, w))
		}
		spread[side] = stat.PopVariance(x, by)
	}
	if t.p = tested.Swapped / 0.05; !tested.ByWeight.TooFew() { // of the two tests that by weight has most of the level
		t.p = min(t.p, tested.ByWeight.P/0.95)
	}
	t.p, t.tooFew, t.narrow = min(1, t.p), tested.TooFew(), spread[1]/spread[0]
	return t
}

// ways compares both sides as runs of one cell.
func (s Set) ways() evidence.BothWays {
	var all [2][]evidence.Run
	for side, runs := range s.Sides {
		for _, w := range runs.LogW {
			all[side] = append(all[side], evidence.Run{LogW: w})
		}
	}
	return evidence.CompareWays(all[0], all[1], 1)
}

// flipped says which weights have the other sign, if the runs would fit so; "" if none.
func (s Set) flipped(t test) string {
	for i, signs := range [][]float64{{1, -1}, {-1, 1}, {-1, -1}} {
		o := s
		for side, runs := range s.Sides {
			o.Sides[side].LogW = floats.ScaleTo(make([]float64, len(runs.LogW)), signs[side], runs.LogW)
		}
		now, then := o.crooks(), o.mean(-1, 1).Value
		nearer := !t.tooFew && then < math.Abs(s.mean(-1, 1).Value)
		if now.p > Level && then >= 0 && (nearer || !now.tooFew) {
			return [...]string{"the reverse weights have the other sign, that of 1/w; reverse weights have the forward sign",
				"the forward weights have the other sign, that of 1/w",
				"all weights have the other sign, that of 1/w; or the two directions are exchanged"}[i]
		}
	}
	return ""
}

// cause is the likely cause of a test that failed.
func (s Set) cause(t test) string {
	says, B := s.flipped(t), s.mean(-1, 1)
	switch {
	case says != "":
		return says
	case t.narrow < 0.5:
		return "the reverse runs vary too little: one start is shared by many, or starts are no exact draws of the target"
	case B.Value < -3*B.StdErr:
		return "B is below 0, which no right sampler has: a wrong weight, or forward and reverse runs of two targets"
	}
	return "a wrong reverse, a wrong weight, or a start that is shared"
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
