package protocol

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/told"
	"breadboard/grid/must"
	"breadboard/toys"
)

// bySpeech tells a family of the catalogue as a program would.
type bySpeech struct {
	toys.Family
	rng  *rand.Rand
	seen *[]int // the cells that data were drawn from
}

func (b bySpeech) Simulate(_ context.Context, cell int) ([]float64, error) {
	*b.seen = append(*b.seen, cell)
	return slices.Concat(b.Draw(cell, b.rng)...), nil
}

func (b bySpeech) LogLik(_ context.Context, dst, y []float64) error {
	b.LogJoint(dst, make([]float64, len(dst)), slices.Collect(slices.Chunk(y, b.D)))
	return nil
}

// TestToldFamily: the protocol by a family that is told is the one by formulas: the fit, and J and B on the real data.
// Data are simulated at the fitted hyperparameters alone, and the reverse runs begin where they were drawn.
func TestToldFamily(t *testing.T) {
	c := Case{Family: ByFormulas{tiny()}, Data: [][]float64{{-0.7}, {1.1}},
		Setting: experiments.Setting{Kernel: "heat-bath"}}
	o := Options{Ts: []int{3, 5}, Sweeps: []int{0, 2}, Seed: 1, Sets: 12}
	want := must.Have(Run(t.Context(), c, o, nil))(t)

	f := tiny()
	var seen []int
	prior := toys.Target{Name: "prior", Grid: f.Grid, LogF: f.Prior()}
	by := bySpeech{Family: f, rng: rand.New(rand.NewPCG(1, 1)), seen: &seen}
	c.Family = ByProgram{Of: told.On(prior, "mine", by), Hypers: 1}
	got := must.Have(Run(t.Context(), c, o, nil))(t)

	near := func(a, b float64, what string) {
		if math.Abs(a-b) > 1e-12 {
			t.Errorf("%s is %v, want %v", what, a, b)
		}
	}
	near(got.Real.LogP, want.Real.LogP, "log p(y)")
	for eta, p := range want.Real.Eta {
		near(got.Real.Eta[eta], p, "p(eta | y)")
	}
	for i, run := range want.Real.Runs {
		near(got.Real.Runs[i].J, run.J, "J")
		near(got.Real.Runs[i].B, run.B, "B")
	}
	latents := f.Grid.Size() / f.Etas()
	if len(seen) != o.Sets {
		t.Errorf("data were drawn %d times, want %d", len(seen), o.Sets)
	}
	for i, cell := range seen {
		if cell/latents != want.Real.Mode {
			t.Errorf("data come from cell %d, whose hyperparameter is %d, and not the fitted %d", cell, cell/latents,
				want.Real.Mode)
		}
		if start := got.Simulated[i].Starts[0].Law[cell]; start != 1 {
			t.Errorf("set %d: the reverse run begins at cell %d with probability %v", i, cell, start)
		}
	}
	if slices.Min(seen) == slices.Max(seen) {
		t.Error("all data come from one cell")
	}
	if h := c.Family.Hyperparameters(); len(h) != 1 || h[0].Name != "axis 1" || len(h[0].Values) != f.Etas() {
		t.Errorf("the hyperparameters are %v", h)
	}
}
