package experiments

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestMomentsOfExchangeable: counts of spins that are up have the J and B of all configurations, with any statistics of
// single spins and of pairs.
func TestMomentsOfExchangeable(t *testing.T) {
	cells := grid.New(2, 2, 2, 2).Of(grid.Any)
	logf := make([]float64, cells.Size())
	for x := range logf {
		m := 0
		for _, v := range cells.Coords(x) {
			m += 2*v - 1
		}
		logf[x] = 1.3 * float64(m*m) / 8
	}
	configurations := toys.Target{Grid: cells, LogF: logf}
	for _, bridge := range []string{"moments:mean", "moments:gaussian", "moments:marginals"} {
		s := Setting{Bridge: bridge, Toy: "curie-weiss:4:1.3"}
		want := must.Have(must.Have(s.On(configurations))(t).Exactly(t.Context(), []int{5}, nil))(t)[0]
		got := runOf(t, s, 5)
		sameJB(t, got, want.Result, bridge+" of counts")
		plain := runOf(t, Setting{Toy: s.Toy}, 5)
		// up and down are alike, so means say nothing
		if pairs := bridge == "moments:gaussian"; (math.Abs(got.B()-plain.B()) <= roundings) == pairs {
			t.Errorf("%s: B %v, and %v on the geometric bridge", bridge, got.B(), plain.B())
		}
	}
}

// TestMomentsOfCounts: the statistics of an orbit are the means over its configurations, up to a factor.
func TestMomentsOfCounts(t *testing.T) {
	target := must.Have((Setting{Toy: "mean-field-potts:3:3:2"}).Chain())(t).Target
	all := must.Have(siteOrbits{}.statistics(chains.MarginalMoments, target))(t)
	cells := grid.New(3, 3, 3)
	for o := range target.Orbits.Size() {
		counts := target.Orbits.Counts(o)[0]
		sums, n := make([]float64, 3), 0.0
		for x := range cells.Size() {
			here := make([]int, 3)
			for _, v := range cells.Coords(x) {
				here[v]++
			}
			if here[0] != counts[0] || here[1] != counts[1] {
				continue
			}
			n++
			for v, many := range here {
				sums[v] += float64(many)
			}
		}
		for v := range sums {
			if all[v][o] != sums[v]/n {
				t.Errorf("orbit %v: statistic %d is %v, and %v over its configurations", counts,
					v, all[v][o], sums[v]/n)
			}
		}
	}
}

// TestNoMoments: what has no statistics is refused in a sentence.
func TestNoMoments(t *testing.T) {
	for _, c := range []struct{ toy, bridge, says string }{
		{"easy", "moments", "one of mean, gaussian, marginals must follow, as in moments:mean"},
		{"easy", "moments:mode", "moments:mode: one of mean"},
		{"easy", "moments:mean:1:x", "is no estimate of a moment"},
		{"easy", "moments:mean:1", "mean has 2 statistics here, and 1 estimates are given; 2, or none, would do"},
		{"easy", "moments:mean:1:3", "are no averages over the cells"},
		{"potts:2x2:3:1", "moments:gaussian", "would depend on their names; marginals would do"},
		{"mean-field-potts:3:3:2", "moments:mean", "would depend on their names; marginals would do"},
		{"ising:4x5:0.4", "moments:marginals", "41943040 statistics by cell are too many"},
	} {
		_, err := Setting{Toy: c.toy, Bridge: c.bridge}.Chain()
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s of %s: %v, which does not say %q", c.bridge, c.toy, err, c.says)
		}
	}
	none := math.Inf(-1)
	walled := toys.Target{Grid: grid.New(4).WithWalls(0, 1), LogF: []float64{none, none, 1, 0}}
	_, err := Setting{Bridge: "moments:mean"}.On(walled)
	if err != nil { // the uniform density has the target's walls, so the moments are in the hull
		t.Error(err)
	}
}
