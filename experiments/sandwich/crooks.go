package sandwich

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/evidence"
)

// A test is Crooks' law, tested.
type test struct {
	bar      Estimate
	variance float64 // of how many of all runs are reverse ones
	p        float64
	tooFew   bool
}

// Of the tests that share the level, that by weight has most, because it is the law itself; the two others are its
// consequences, and find what it has too few runs for.
const (
	byWeightShare = 0.9
	swappedShare  = 0.05 // of the test that one side is the other, exchanged
	belowShare    = 0.05 // of B below 0, which it never is

	// leastVariance is the variance of runs on which the law may hold: with less, two groups of runs are mostly too
	// small to accuse anybody.
	leastVariance = 12
	// leastGroups bounds from below the groups that a side is worth before a B below 0 accuses: of two weights that
	// are as frequent, four groups or fewer may show one alone.
	leastGroups = 4.5
	nearly      = 1e-9 // means of many log weights that differ by less of their size are the same, but for rounding
)

// crooks tests the law on runs of which nobody says whether they are forward or reverse: a run is a reverse one with
// probability share = m w/(n R + m w), R such that all shares sum to m, the number of reverse runs (evidence.BothWays).
// All runs give R, and the first of each group the test.
func (s Set) crooks() (t test) {
	b := evidence.CompareWeights(s.Sides[0].LogW, s.Sides[1].LogW)
	tested := b
	t.bar = Estimate{Value: b.LogR, StdErr: b.StdErr}
	t.variance = b.Variance
	first := s.independent()
	if len(first.Sides[0].LogW)+len(first.Sides[1].LogW) < len(s.Sides[0].LogW)+len(s.Sides[1].LogW) {
		tested = evidence.CompareWeights(first.Sides[0].LogW, first.Sides[1].LogW)
		shift := math.Log(float64(len(s.Sides[1].LogW))/float64(len(s.Sides[0].LogW))) - b.LogR
		share := func(logw float64) float64 { return 1 / (1 + math.Exp(-logw-shift)) }
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

// below is the probability, by Student's law, of a B so far below 0, which is never below. With fewer than five
// groups a side it is 1: of two weights that are as frequent, one side may show one alone, and the other the other.
func (s Set) belowZero() float64 {
	const mostErrors = 1e9 // Student's law has no probability for infinitely many
	B := s.b()
	groups := min(s.Sides[0].effectiveGroups(), s.Sides[1].effectiveGroups())
	if groups < leastGroups || !(B.Value < -nearly*(1+math.Abs(s.Sides[0].mean().Value))) {
		return 1
	}
	return distuv.StudentsT{Sigma: 1, Nu: groups - 1}.CDF(max(-mostErrors, B.Value/B.StdErr))
}
