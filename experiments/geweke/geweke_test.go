package geweke_test

import (
	"context"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
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
	for i, k := range kernels.Studied {
		if !slices.Contains([]string{"metropolis", "heat-bath", "slice"}, k.Name) {
			continue
		}
		m := models[i%len(models)]
		r := run(t, geweke.Test{Model: m, Kernel: k.Make, Steps: 5, Draws: 300, MCSeed: 1})
		if !r.OK() {
			w := r.Worst()
			t.Errorf("%s on %s: %s has p = %v", k.Name, m.Name, w.Name, w.P)
		}
	}
}

// TestBrokenKernel: a kernel that is wrong is found.
func TestBrokenKernel(t *testing.T) {
	m := toys.NewClustering(3, 3).Model()
	r := run(t, geweke.Test{Model: m, Kernel: bugs.Inverted, Steps: 5, Draws: 300, MCSeed: 1})
	if r.OK() {
		t.Errorf("an inverted acceptance: %s has p = %v", r.Worst().Name, r.Worst().P)
	}
}

// TestRunRepeats: the numbers depend on the seed, and not on the workers; and the first draws of many
// agree with those of few.
func TestRunRepeats(t *testing.T) {
	test := geweke.Test{Model: toys.NewAttributes(2, 1).Model(), Kernel: kernels.HeatBath{},
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

// exactly is a program that draws exactly what it was aimed at.
type exactly struct {
	dice chains.Dice
	logf []float64
	aims int
}

func (m *exactly) Aim(_ context.Context, _ float64, logf []float64) error {
	m.logf = slices.Clone(logf)
	m.aims++
	return nil
}

func (m *exactly) Move(_ context.Context, next, states []int) error {
	for i := range states {
		next[i] = m.dice.Pick(chains.Normalized(m.logf))
	}
	return nil
}

// TestMover: a program that draws from what it is told is not accused, and it is told of new data whenever there are.
func TestMover(t *testing.T) {
	const draws, steps = 300, 3
	m := &exactly{dice: sample.Seeded(5)}
	r := run(t, geweke.Test{Model: toys.NewClustering(2, 2).Model(), Mover: m, Steps: steps, Draws: draws})
	w := r.Worst()
	if !r.OK() || m.aims != draws*steps {
		t.Errorf("%s has p = %v; aimed %d times, want %d", w.Name, w.P, m.aims, draws*steps)
	}
}
