package sandwich

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/evidence"
	"breadboard/chains/sample"
)

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
		x := make([]float64, len(runs.LogW))
		by := make([]float64, len(runs.LogW))
		for k, w := range runs.LogW { // far from log R all runs are of one side
			x[k] = max(-far, min(far, w-b.LogR))
			by[k] = math.Abs(float64(side) - share(side, w))
		}
		spread[side] = stat.PopVariance(x, by)
	}
	t.p = min(1, tested.Swapped/swappedShare, s.below()/belowShare)
	t.tooFew = !(tested.Variance >= leastVariance)
	if !tested.ByWeight.TooFew() {
		t.p = min(t.p, tested.ByWeight.P/byWeightShare)
	} else if !t.tooFew {
		// weights that are all alike keep the law
		all := slices.Concat(s.Sides[0].LogW, s.Sides[1].LogW)
		t.tooFew = slices.Max(all)-slices.Min(all) > nearly*(1+math.Abs(all[0]))
	}
	t.narrow = spread[1] / spread[0]
	return t
}

// below is the probability, by Student's law, of a B so far below 0, which is never below. With fewer than five
// groups a side it is 1: of two weights that are as frequent, one side may show one alone, and the other the other.
func (s Set) below() float64 {
	B := s.mean(-1, 1)
	groups := min(s.Sides[0].effectiveGroups(), s.Sides[1].effectiveGroups())
	if groups < leastGroups || !(B.Value < -nearly*(1+math.Abs(s.mean(1, 0).Value))) {
		return 1
	}
	return distuv.StudentsT{Sigma: 1, Nu: groups - 1}.CDF(max(-mostErrors, B.Value/B.StdErr))
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
	return test{bar: sample.Exactly(math.NaN()), p: min(1, float64(len(all))*least/eachShare, s.below()/belowShare),
		narrow: 1,
		tooFew: 2*told < len(all)}
}

// ways compares the log weights of both sides.
func (s Set) ways() evidence.BothWays {
	return evidence.CompareWeights(s.Sides[0].LogW, s.Sides[1].LogW)
}
