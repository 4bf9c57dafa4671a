package evidence

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/grid/must"
)

// logRatioSlowly halves the ends until no number is between them.
func logRatioSlowly(forward, reverse []float64) float64 {
	low, high := -1e4, 1e4
	for {
		at := low + (high-low)/2
		if at <= low || at >= high {
			return at
		}
		n := float64(len(forward))
		m := float64(len(reverse))
		excess := 0.0
		for _, logw := range forward {
			excess -= 1 / (1 + n/m*math.Exp(at-logw))
		}
		for _, logw := range reverse {
			excess += 1 / (1 + m/n*math.Exp(logw-at))
		}
		if excess < 0 {
			low = at
		} else {
			high = at
		}
	}
}

// groupsSlowly cuts all runs in one list, which it sorts.
func groupsSlowly(forward, reverse []float64, logR, variance float64) (groups []cell) {
	type run struct {
		logw float64
		cell cell
	}
	n := float64(len(forward))
	m := float64(len(reverse))
	var all []run
	for _, logw := range forward {
		s := 1 / (1 + n/m*math.Exp(logR-logw))
		all = append(all, run{logw, cell{-s, s * (1 - s)}})
	}
	for _, logw := range reverse {
		s := 1 / (1 + n/m*math.Exp(logR-logw))
		all = append(all, run{logw, cell{1 - s, s * (1 - s)}})
	}
	slices.SortStableFunc(all, func(a, b run) int { return cmp.Compare(a.logw, b.logw) })
	var group cell
	for i, r := range all {
		group.add(r.cell)
		enough := group.expected >= max(expectedLeast, variance/10*(1-1e-9))
		if enough && i+1 < len(all) && math.Round(all[i+1].logw*1e6) != math.Round(r.logw*1e6) {
			groups = append(groups, group)
			group = cell{}
		}
	}
	if len(groups) > 0 && group.expected < expectedLeast {
		groups[len(groups)-1].add(group)
		return groups
	}
	return append(groups, group)
}

// The estimate and the groups are those of the definition: of few and of many runs, of any number each way, of weights
// of 0, of equal weights and of ways that have hardly a weight in common.
func TestCompareWeightsSlowly(t *testing.T) {
	dice := rand.New(rand.NewPCG(11, 3))
	drawn := func(n int, mean, spread float64, zero float64) (all []float64) {
		for range n {
			all = append(all, mean+spread*dice.NormFloat64())
		}
		for range int(zero * float64(n)) {
			all = append(all, zero)
		}
		return all
	}
	for _, c := range []struct {
		forward, reverse []float64
	}{
		{drawn(1000, -1, 1.4, 0), drawn(1000, 1, 1.4, 0)},
		{drawn(3000, 99, 1, 0), drawn(40, 101, 2, 0)},
		{drawn(7, -3, 2, 0), drawn(700, 3, 2, 0)},
		{append(drawn(500, -2, 2, 0), math.Inf(-1), math.Inf(-1)), drawn(500, 2, 2, 0)},
		{drawn(200, -1, 1, 0), append(drawn(200, 1, 1, 0), math.Inf(1))},
		{drawn(500, 0.2, 0.5, 0.4), drawn(400, 0.6, 0.5, 0.4)},
		{drawn(100, -30, 20, 0), drawn(100, 30, 20, 0)},
		{drawn(100, 0, 1e-4, 0), drawn(90, 0, 1e-4, 0)},
		{[]float64{1, 2}, []float64{1, 2}},
	} {
		b := CompareWeights(c.forward, c.reverse)
		want := logRatioSlowly(c.forward, c.reverse)
		must.Near(t, b.LogR, want, 1e-12*max(1, math.Abs(want)), "log R of %d and %d runs", len(c.forward),
			len(c.reverse))
		groups := tested(groupsSlowly(c.forward, c.reverse, b.LogR, b.Variance))
		if groups.DF != b.ByWeight.DF {
			t.Errorf("%d and %d runs have %d degrees of freedom, want %d", len(c.forward), len(c.reverse),
				b.ByWeight.DF, groups.DF)
		} else if groups.DF > 0 {
			must.Near(t, b.ByWeight.Statistic, groups.Statistic, 1e-7*groups.Statistic,
				"the statistic of %d and %d runs", len(c.forward), len(c.reverse))
		}
	}
}
