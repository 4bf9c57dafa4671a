// Package sandwich judges log weights of runs that were made elsewhere, by any sampler on any space. Forward runs bound
// log R from below, E_fwd[log w] <= log R, and reverse runs from exact draws of the target from above (BREAD, Eq. 7 and
// 10). Both together have to keep Crooks' law, P_fwd(w) w/R = P_rev(w).
//
// Runs of one group may depend on one another, as those from one start do: every error is of sums over groups. A run
// without a group is a group of its own.
package sandwich

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/evidence"
	"breadboard/chains/sample"
)

// Level is the probability of accusing a sound sampler.
const Level = 0.001

// leastVariance is the variance of runs on which the law may hold: with less, two groups of runs are mostly too small
// to accuse anybody.
const leastVariance = 12

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

// Judge judges a set. A side that is known has two runs at least. Forward runs that have one group all began alike no
// more than those without a group. Two groups or more that stand on both sides are data sets, each with an R of its
// own.
func Judge(s Set) Result { return judge(s, Level) }

// judge is Judge with this probability of accusing a sound sampler.
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
		r.say(s.eachCrooks(), s.opposed, "most data sets have too few runs; more runs of each would tell")
	default:
		t := s.crooks()
		r.Bar = t.bar
		r.say(t, s.flipped, "too few runs, or starts, whose weights both sides have; more of them, or more levels, "+
			"would tell")
	}
	return r
}

// say gives the verdict of a test. flipped names the weights of the other sign, and few is the cause of a test that was
// not made.
func (r *Result) say(t test, flipped func() string, few string) {
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

// suspicious is the probability below which runs that hold are not yet cleared.
const suspicious = 0.01

// apart is the variance of a run, of 1/4 at most, below which hardly any weight is seen on both sides.
const apart = 0.02

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

// bound sets what each side bounds alone, and the doubts. The means of w are of one R: of data sets they are not known.
func (r *Result) bound(shared int) {
	r.Means = [2]sample.Estimate{r.mean(1, 0), r.mean(0, 1)}
	r.LogMeans = [2]sample.Estimate{r.Runs.LowerLogR(), r.Runs.UpperLogR()}
	r.Doubts = r.Runs.Warnings()
	if r.DataSets = shared > 1; r.DataSets {
		r.LogMeans = [2]sample.Estimate{sample.Exactly(math.NaN()), sample.Exactly(math.NaN())}
		r.Doubts = []string{fmt.Sprintf("%d groups stand on both sides and are taken for data sets, each with a log "+
			"R of its own", shared)}
	}
	for side, m := range r.Means {
		runs := r.Sides[side]
		worth, e := runs.worth(), &r.LogMeans[side]
		r.Ends[side] = m.Value
		if !math.IsInf(m.Value, 0) {
			law := distuv.StudentsT{Sigma: 1, Nu: max(1e-3, worth-1)}
			outward := float64(2*side - 1)
			r.Ends[side] += outward * m.StdErr * (law.Quantile(0.975) + skewed(outward, finite(runs.LogW), worth))
		}
		if runs.Group != nil && !r.DataSets && e.StdErr >= 0 {
			e.StdErr = r.stderr(func(at int, logw float64) float64 {
				if at != side {
					return 0
				}
				return math.Exp(float64(1-2*side)*(logw-e.Value)) / float64(len(runs.LogW))
			})
		}
		name, n := directions[side], len(runs.LogW)
		if runs.Group != nil && worth > 1 && worth < 10 {
			r.Doubts = append(r.Doubts, fmt.Sprintf("the groups of %s runs are worth some %.2g equal ones: two "+
				"errors of an estimate are less than 95%%", name, worth))
		}
		if n > 0 && slices.Max(runs.LogW)-slices.Min(runs.LogW) <= 1e-12*math.Abs(m.Value) {
			r.Doubts = append(r.Doubts, fmt.Sprintf("all %d %s log weights are alike: others, of up to %.2g%% of "+
				"runs, may be unseen", n, name, 100*(1-math.Pow(0.05, 1/worth))))
		}
	}
}

// skewed is by how many more errors an end is moved where log w has a long tail outward: runs that miss the tail have
// a mean that is too far inward, and too small an error with it. To first order that is (2z²+1)/6 of the skewness over
// the root of the number of runs, z the quantile (Johnson 1978).
func skewed(outward float64, logw []float64, worth float64) float64 {
	const z = 1.96
	if len(logw) < 3 {
		return 0
	}
	return max(0, outward*stat.Skew(logw, nil)) * (2*z*z + 1) / 6 / math.Sqrt(worth)
}

// distinct has a 1 for each different one of some numbers.
func distinct(all []int) map[int]int {
	seen := map[int]int{}
	for _, v := range all {
		seen[v] = 1
	}
	return seen
}

// groups is the number of groups. A run without one is a group of its own.
func (s Side) groups() float64 {
	if s.Group == nil {
		return float64(len(s.LogW))
	}
	return float64(len(distinct(s.Group)))
}

// worth is the number of groups of one size that tell as much of a mean: (sum n)^2/sum n^2, 4 if 20 groups have half of
// the runs in one.
func (s Side) worth() float64 {
	if s.Group == nil {
		return float64(len(s.LogW))
	}
	sizes := map[int]float64{}
	for _, g := range s.Group {
		sizes[g]++
	}
	sum, squares := 0.0, 0.0
	for _, n := range sizes {
		sum, squares = sum+n, squares+n*n
	}
	return sum * sum / max(1, squares)
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
		n, mean := runs.groups(), stat.Mean(terms, nil)
		for k, v := range terms {
			d := math.Sqrt(n/(n-1)) * (v - mean)
			if runs.Group == nil {
				squares += d * d
			} else {
				sums[runs.Group[k]] += d
			}
		}
	}
	for _, g := range slices.Sorted(maps.Keys(sums)) { // in one order, so that the last digit is the same each time
		squares += sums[g] * sums[g]
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
		if runs.Group != nil {
			seen := map[int]bool{}
			first.Sides[side].LogW = nil
			for k, g := range runs.Group {
				if !seen[g] {
					first.Sides[side].LogW = append(first.Sides[side].LogW, runs.LogW[k])
				}
				seen[g] = true
			}
		}
	}
	b := s.ways()
	tested := b
	if s.Sides[0].Group != nil || s.Sides[1].Group != nil {
		tested = first.ways()
	}
	shift := math.Log(float64(len(s.Sides[1].LogW))/float64(len(s.Sides[0].LogW))) - b.LogR
	share := func(side int, logw float64) float64 { return 1 / (1 + math.Exp(-logw-shift)) }
	t.bar = sample.Estimate{Value: b.LogR, StdErr: b.StdErr}
	if s.Sides[0].Group != nil || s.Sides[1].Group != nil {
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
	t.p = min(1, tested.Swapped/0.05, s.below()/0.05) // of the three tests that by weight has most of the level
	t.tooFew = !(tested.Variance >= leastVariance)
	if !tested.ByWeight.TooFew() {
		t.p = min(t.p, tested.ByWeight.P/0.9)
	} else if !t.tooFew {
		// weights that are all alike keep the law
		all := slices.Concat(s.Sides[0].LogW, s.Sides[1].LogW)
		t.tooFew = slices.Max(all)-slices.Min(all) > 1e-9*(1+math.Abs(all[0]))
	}
	t.narrow = spread[1] / spread[0]
	return t
}

// below is the probability, by Student's law, of a B so far below 0, which is never below. With fewer than five
// groups a side it is 1: of two weights that are as frequent, one side may show one alone, and the other the other.
func (s Set) below() float64 {
	B, worth := s.mean(-1, 1), min(s.Sides[0].worth(), s.Sides[1].worth())
	if worth < 4.5 || !(B.Value < -1e-9*(1+math.Abs(s.mean(1, 0).Value))) {
		return 1
	}
	return distuv.StudentsT{Sigma: 1, Nu: worth - 1}.CDF(max(-1e9, B.Value/B.StdErr))
}

// groupsOf returns the runs of each group, as sets, in one order each time.
func (s Set) groupsOf() (sets []Set) {
	all := map[int]Set{}
	for side, runs := range s.Sides {
		for k, w := range runs.LogW {
			one := all[runs.Group[k]]
			one.Sides[side].LogW = append(one.Sides[side].LogW, w)
			all[runs.Group[k]] = one
		}
	}
	for _, g := range slices.Sorted(maps.Keys(all)) {
		sets = append(sets, all[g])
	}
	return sets
}

// eachCrooks tests the law on data sets, each by itself; p is the smallest, times their number. A half of them has to
// tell. B below 0 is tested over all of them together too.
func (s Set) eachCrooks() (t test) {
	least := 1.0
	told := 0
	all := s.groupsOf()
	for _, one := range all {
		if len(one.Sides[0].LogW) < 2 || len(one.Sides[1].LogW) < 2 {
			continue
		}
		u := one.crooks()
		least = min(least, u.p)
		if !u.tooFew {
			told++
		}
	}
	return test{bar: sample.Exactly(math.NaN()), p: min(1, float64(len(all))*least/0.95, s.below()/0.05), narrow: 1,
		tooFew: 2*told < len(all)}
}

// ways compares both sides as runs of one cell.
func (s Set) ways() evidence.BothWays {
	var all [2][]evidence.Run
	for side, runs := range s.Sides {
		all[side] = make([]evidence.Run, 0, len(runs.LogW))
		for _, w := range runs.LogW {
			all[side] = append(all[side], evidence.Run{LogW: w})
		}
	}
	return evidence.CompareWays(all[0], all[1], 1)
}

// The signs of weights that are wrong.
const (
	reverseSign = "the reverse weights have the other sign, that of 1/w; reverse weights have the forward sign"
	forwardSign = "the forward weights have the other sign, that of 1/w"
	allSigns    = "all weights have the other sign, that of 1/w; or the two directions are exchanged"
)

// with is a copy of a set with the log weights of each side times a sign.
func (s Set) with(forward, reverse float64) Set {
	for side, sign := range []float64{forward, reverse} {
		s.Sides[side].LogW = floats.ScaleTo(make([]float64, len(s.Sides[side].LogW)), sign, s.Sides[side].LogW)
	}
	return s
}

// flipped says which weights have the other sign: with that sign the runs pass a test that can tell, and best of all.
// It is "" if none do.
func (s Set) flipped() (says string) {
	best := Level
	for _, flip := range []struct {
		forward, reverse float64
		says             string
	}{{1, -1, reverseSign}, {-1, 1, forwardSign}, {-1, -1, allSigns}} {
		if now := s.with(flip.forward, flip.reverse).crooks(); !now.tooFew && now.p > best {
			best, says = now.p, flip.says
		}
	}
	return says
}

// opposed says which weights of data sets have the other sign: both means have log R in common, and so rise together
// from data set to data set. If they are opposed, with probability Level at most, one of them has the wrong sign, and
// B is not below 0 with the right one.
func (s Set) opposed() string {
	var means [2][]float64
	for _, one := range s.groupsOf() {
		if fwd, rev := one.Sides[0].LogW, one.Sides[1].LogW; len(fwd) > 0 && len(rev) > 0 {
			means[0], means[1] = append(means[0], stat.Mean(fwd, nil)), append(means[1], stat.Mean(rev, nil))
		}
	}
	n, rho := float64(len(means[0])), stat.Correlation(means[0], means[1], nil)
	switch t := rho * math.Sqrt((n-2)/(1-rho*rho)); {
	case n < 4 || !(distuv.StudentsT{Sigma: 1, Nu: n - 2}.CDF(t) <= Level):
		return ""
	case s.mean(1, 1).Value < 0:
		return reverseSign
	}
	return forwardSign
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
