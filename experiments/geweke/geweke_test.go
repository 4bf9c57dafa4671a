package geweke_test

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/evidence"
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
	for i, k := range kernels.Original {
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

// TestBothWaysByHand: p is Smirnov's, corrected by Holm's definition; and chains that begin at draws
// of their own are not the forward draws, though the kernel never moves.
func TestBothWaysByHand(t *testing.T) {
	m := toys.NewAttributes(2, 1).Model()
	r := run(t, geweke.Test{Model: m, Kernel: kernels.Identity{}, Steps: 1, Draws: 60, MCSeed: 3})
	alone := func(f geweke.Finding) float64 { _, p := evidence.Smirnov(f.Forward, f.Chain); return p }
	slices.SortFunc(r.Findings, func(a, b geweke.Finding) int { return cmp.Compare(alone(a), alone(b)) })
	least := 0.0
	for i, f := range r.Findings {
		least = max(least, min(1, alone(f)*float64(len(r.Findings)-i)))
		must.Near(t, f.P, least, 1e-12, "%s: p", f.Name)
	}
	if p := r.Findings[0].P; !(p < 1) {
		t.Errorf("the least p is %v", p)
	}
}

// TestRunRepeats: the numbers depend on the seed, and not on the workers; and the first draws of many
// agree with those of few. Latents are counted from 1.
func TestRunRepeats(t *testing.T) {
	test := geweke.Test{Model: toys.NewAttributes(2, 1).Model(), Kernel: kernels.HeatBath{},
		Steps: 3, Draws: 100, MCSeed: 4}
	long := run(t, test)
	test.Draws = 40
	short := run(t, test)
	if name := short.Findings[1].Name; name != "latent 1" {
		t.Errorf("behind the cell comes %s", name)
	}
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

// exactly is a program that draws exactly what it was aimed at, by a power of it, or what it was aimed at before.
type exactly struct {
	dice  chains.Dice
	power float64
	late  bool
	logf  []float64
	told  []float64 // before logf
	aims  int
}

func (m *exactly) Aim(_ context.Context, _ float64, logf []float64) error {
	m.told, m.logf = m.logf, slices.Clone(logf)
	m.aims++
	return nil
}

func (m *exactly) Move(_ context.Context, next, states []int) error {
	by := m.logf
	if m.late && m.told != nil {
		by = m.told
	}
	for i := range states {
		next[i] = m.dice.Pick(chains.Normalized(chains.Tempered(by, m.power)))
	}
	return nil
}

// TestMover: a program that draws from what it is told is not accused, and it is told of new data whenever there are.
// One at another temperature is, and one that draws by the data before.
func TestMover(t *testing.T) {
	const draws, steps = 300, 3
	for name, m := range map[string]*exactly{"sound": {power: 1}, "warm": {power: 0.4},
		"late": {power: 1, late: true}} {
		m.dice = sample.Seeded(5)
		r := run(t, geweke.Test{Model: toys.NewClustering(4, 2).Model(), Mover: m, Steps: steps, Draws: draws})
		w := r.Worst()
		if r.OK() != (name == "sound") || m.aims != draws*steps {
			t.Errorf("%s: %s has p = %v; aimed %d times, want %d", name, w.Name, w.P, m.aims, draws*steps)
		}
	}
}
