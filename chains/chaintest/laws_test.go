package chaintest_test

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// TestCatalogue holds every catalogued kernel to every law.
func TestCatalogue(t *testing.T) {
	for _, k := range kernels.Catalogue {
		t.Run(k.Name, func(t *testing.T) { chaintest.Laws(t, k.Make) })
	}
}

// TestSweep holds a kernel that is not reversible to the laws: first the rows,
// then the columns, each coordinate redrawn; its reversal does columns first.
func TestSweep(t *testing.T) {
	chaintest.Laws(t, kernels.Rows{To: bugs.Sweep(0, 1), Back: bugs.Sweep(1, 0)})
}

// ofMap is Metropolis that collects its moves in a Go map, and visits them in its order or sorted.
func ofMap(sorted bool) kernels.Rows {
	return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		to := map[int]float64{}
		bugs.Plain(g, logf, x, func(y int, p float64) { to[y] += p })
		ys := slices.Collect(maps.Keys(to))
		if sorted {
			slices.Sort(ys)
		}
		for _, y := range ys {
			visit(y, to[y])
		}
	}}
}

// A kernel must keep an order, in its row and in its steps. If it does not, that is what is said of it, with the
// cure, and nothing else is; and the cure works.
func TestOrderIsNamed(t *testing.T) {
	step := func(op chains.Operator) chains.Operator { return steppingByMap{op} }
	row := func(op chains.Operator) chains.Operator { return mapped{op} }
	alike := kernels.Rows{To: bugs.Single(func(float64) float64 { return 0.5 })} // whose weights do not tell the order
	for name, k := range map[string]chains.Kernel{"rule": ofMap(false), "row": bugs.Changed(kernels.Metropolis{}, row),
		"steps": bugs.Changed(kernels.Metropolis{}, step), "steps alike": bugs.Changed(alike, step)} {
		found := chaintest.Breaches(k, chaintest.Annealer)
		if len(found) == 0 {
			t.Errorf("%s: no law is broken", name)
		}
		for _, b := range found {
			if b.Law != laws.Order || !strings.Contains(b.Witness, "a Go map has another order each time") ||
				!strings.Contains(b.Witness, "sort") {
				t.Errorf("%s: %v", name, b)
			}
		}
	}
	chaintest.Laws(t, ofMap(true))
}

// kernelLaws lists the laws that Laws checks.
var kernelLaws = []laws.Law{laws.Entries, laws.Sums, laws.Walls, laws.Invariance, laws.EachCell, laws.Reversal,
	laws.Push, laws.Order, laws.Visits, laws.Steps, laws.Stay, laws.ByMass, laws.PullPair, laws.PushSlope,
	laws.Start, laws.ReverseStart, laws.OneWeight, laws.Crooks, laws.MeanW, laws.MeanInvW}

// The laws that a reversal can break by itself: the others are of both.
var backLaws = []laws.Law{laws.Sums, laws.Walls, laws.Push,
	laws.Order, laws.Visits, laws.Steps, laws.Stay, laws.ByMass, laws.PullPair, laws.PushSlope}

// TestEveryLawCanFail breaks laws one bug at a time and asks that the suite says so, by
// the laws that the bug is about; and that there is a bug for every law.
func TestEveryLawCanFail(t *testing.T) {
	asked, askedBack := map[laws.Law]bool{}, map[laws.Law]bool{}
	for _, c := range twins() {
		t.Run(c.name, func(t *testing.T) {
			broken, back := map[laws.Law]bool{}, map[laws.Law]bool{}
			for _, b := range chaintest.Breaches(c.kernel, c.run) {
				if b.OfReversal {
					back[b.Law] = true
				} else {
					broken[b.Law] = true
				}
			}
			notice(t, "", c.breaks, broken, asked)
			notice(t, " of the reversal", c.back, back, askedBack)
			for _, law := range c.keeps {
				if broken[law] {
					t.Errorf("the law %q accuses, but it holds", law)
				}
			}
		})
	}
	for _, law := range kernelLaws {
		if !asked[law] {
			t.Errorf("no bug is asked to break the law %q", law)
		}
	}
	for _, law := range backLaws {
		if !askedBack[law] {
			t.Errorf("no bug is asked to break the law %q of the reversal", law)
		}
	}
}

// notice fails t for each of the laws that is not among those broken.
func notice(t *testing.T, whose string, want []laws.Law, broken, asked map[laws.Law]bool) {
	t.Helper()
	for _, law := range want {
		asked[law] = true
		if !slices.Contains(kernelLaws, law) {
			t.Errorf("the suite has no law %q", law)
		}
		if !broken[law] {
			t.Errorf("the law %q%s did not notice; those that did: %v", law, whose, broken)
		}
	}
}

// TestMain looks at fewer random cases, unless all is asked for.
func TestMain(m *testing.M) {
	if os.Getenv("BREADBOARD_LONG") == "" {
		_ = flag.Set("rapid.checks", "25")
	}
	os.Exit(m.Run())
}
