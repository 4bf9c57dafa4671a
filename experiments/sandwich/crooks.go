package sandwich

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/evidence"
)

// A test has the result of a test of Crooks' law.
type test struct {
	bar      Estimate
	variance float64 // of how many of all runs are reverse ones
	p        float64
	tooFew   bool
}

// byWeightShare and the others are shares of the level. The test by weight has most of it, because it tests the law
// itself; the two others test consequences of the law, which need fewer runs.
const (
	byWeightShare = 0.9
	swappedShare  = 0.05 // of the test that one side is the other, exchanged
	belowShare    = 0.05 // of B below 0, which it never is

	// leastVariance is the least variance of runs for the verdict that the law holds: with less, two groups of runs are
	// mostly too small to accuse a sampler.
	leastVariance = 12
	// leastGroups bounds from below the effective groups of a side whose standard error is used: of two weights that
	// are equally frequent, four groups or fewer may show only one.
	leastGroups = 4.5
	nearly      = 1e-9 // the relative difference below which means of many log weights are equal up to rounding
)

// crooks tests the law on all runs together: a run is a reverse one with probability share = m w/(n R + m w), where R
// makes all shares sum to m, the number of reverse runs (evidence.CrooksTest). All runs give R, and the first of each
// group the test.
func (s Set) crooks() (t test) {
	b := evidence.CrooksTestOfWeights(s.Sides[0].LogW, s.Sides[1].LogW)
	tested := b
	t.bar = Estimate{Value: b.LogR, StdErr: b.StdErr}
	t.variance = b.Variance
	first := s.independent()
	if len(first.Sides[0].LogW)+len(first.Sides[1].LogW) < len(s.Sides[0].LogW)+len(s.Sides[1].LogW) {
		tested = evidence.CrooksTestOfWeights(first.Sides[0].LogW, first.Sides[1].LogW)
		share := func(logw float64) float64 { return s.isReverse(logw, b.LogR) }
		t.bar.StdErr = math.Hypot(s.Sides[0].stderr(share), s.Sides[1].stderr(share)) / b.Variance
	}
	t.p = min(1, tested.Swapped/swappedShare, s.belowZero()/belowShare)
	t.tooFew = !(tested.Variance >= leastVariance)
	if !tested.ByWeight.TooFew() {
		t.p = min(t.p, tested.ByWeight.P/byWeightShare)
	} else if !t.tooFew {
		// weights that are all alike keep the law
		all := slices.Concat(s.Sides[0].LogW, s.Sides[1].LogW)
		t.tooFew = slices.Max(all)-slices.Min(all) > nearly*(1+math.Abs(all[0]))
	}
	return t
}

// otherSign says with which other sign of weights the sides keep the law, by enough runs that overlap, as they do if
// log 1/w stands in the place of log w; "" if with none.
func (s Set) otherSign() string {
	for _, by := range []struct {
		forward, reverse float64
		says             string
	}{{1, -1, "-log w in reverse"}, {-1, 1, "-log w forward"}, {-1, -1, "-log w both ways"}} {
		turned := s.changed(by.forward, by.reverse, 0)
		if t := turned.crooks(); !t.tooFew && turned.overlaps(t) && t.p > Level {
			return by.says
		}
	}
	return ""
}

// overlaps reports whether a test is of sides with many weights in common. A run has a variance of at most 1/4.
func (s Set) overlaps(t test) bool {
	const least = 0.02 // of a run, on average
	return t.variance >= least*float64(len(s.Sides[0].LogW)+len(s.Sides[1].LogW))
}

// belowZero returns the probability of a B this far below 0, where no true B is: by Student's distribution, or with
// fewer than five groups a side by a bound.
func (s Set) belowZero() float64 {
	const mostErrors = 1e9 // Student's distribution has no probability at infinity
	B := s.b()
	groups := min(s.Sides[0].effectiveGroups(), s.Sides[1].effectiveGroups())
	switch {
	case !(B.Value < -nearly*(1+math.Abs(s.Sides[0].mean().Value))):
		return 1
	case groups < leastGroups:
		return math.Exp(B.Value * min(s.Sides[0].leastGroups(), s.Sides[1].leastGroups()))
	}
	return distuv.StudentsT{Sigma: 1, Nu: groups - 1}.CDF(max(-mostErrors, B.Value/B.StdErr))
}

// leastGroups returns the number of runs over that of the largest group. If it is k or more on both sides, e^(-k B) is
// at least 1/p with probability p at most (Markov), whatever the distribution of log w: e^(k mean of log w) has an
// expectation of R^k at most forward, and e^(-k mean of log w) of R^-k in reverse, by Jensen's inequality.
func (s Side) leastGroups() float64 {
	largest := 1
	for _, group := range s.groups() {
		largest = max(largest, len(group))
	}
	return float64(len(s.LogW)) / float64(largest)
}
