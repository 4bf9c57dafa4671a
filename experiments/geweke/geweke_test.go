package geweke_test

import (
	"slices"
	"testing"

	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/experiments/geweke"
	"breadboard/grid/must"
	"breadboard/toys"
)

func run(t *testing.T, test geweke.Test) geweke.Result {
	t.Helper()
	return must.Have(test.Run(t.Context(), nil))(t)
}

// TestSoundKernels: no kernel is accused, with any of the models; one of them is of states with a direction. The draws
// are fixed by their seed, so that this cannot fail by chance later.
func TestSoundKernels(t *testing.T) {
	models := []toys.Model{toys.NewClustering(3, 2).Model(), toys.NewAttributes(2, 2).Model(),
		toys.NewLowRank(2, 1, 1).Model()}
	for i, k := range kernels.Catalogue {
		if !slices.Contains([]string{"metropolis", "heat-bath", "slice"}, k.Name) {
			continue
		}
		m := models[i%len(models)]
		r := run(t, geweke.Test{Model: m, Kernel: k.Make, Kind: geweke.Joint, Steps: 5, Draws: 300, MCSeed: 1})
		if !r.OK() {
			w := r.Worst()
			t.Errorf("%s on %s: %s has p = %v", k.Name, m.Name, w.Name, w.P)
		}
	}
}

// TestBrokenKernels: a kernel that is wrong is found, and one that is aimed at the data of the
// step before.
func TestBrokenKernels(t *testing.T) {
	m := toys.NewClustering(3, 3).Model()
	r := run(t, geweke.Test{Model: m, Kernel: bugs.Inverted, Kind: geweke.Joint, Steps: 5, Draws: 300, MCSeed: 1})
	if r.OK() {
		t.Errorf("an inverted acceptance: %s has p = %v", r.Worst().Name, r.Worst().P)
	}
	late := bugs.Changed(kernels.Metropolis{}, bugs.Stale)
	r = run(t, geweke.Test{Model: m, Kernel: late, Kind: geweke.Joint, Steps: 5, Draws: 2000, MCSeed: 1})
	if r.OK() {
		t.Errorf("a kernel aimed at the data before: %s has p = %v", r.Worst().Name, r.Worst().P)
	}
}

// TestRunRepeats: the numbers depend on the seed, and not on the workers; and the first draws
// of many are those of few.
func TestRunRepeats(t *testing.T) {
	test := geweke.Test{Model: toys.NewAttributes(2, 1).Model(), Kernel: kernels.HeatBath{}, Kind: geweke.Joint,
		Steps: 3, Draws: 100, MCSeed: 4}
	long := run(t, test)
	test.Draws = 40
	short := run(t, test)
	for i, f := range short.Findings {
		if g := long.Findings[i]; !slices.Equal(f.Forward, g.Forward[:40]) || !slices.Equal(f.Chain, g.Chain[:40]) {
			t.Errorf("%s: the first of 100 draws are not the 40", f.Name)
		}
	}
	test.MCSeed = 5
	if other := run(t, test); slices.Equal(other.Findings[0].Forward, short.Findings[0].Forward) {
		t.Error("two seeds draw the same cells")
	}
}
