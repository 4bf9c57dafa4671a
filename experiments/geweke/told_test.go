package geweke_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/experiments/geweke"
	"breadboard/experiments/told"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// bySpeech tells a model of the catalogue as a program would, number by number. Data of simulates may come from another
// model than log p(y | x).
type bySpeech struct {
	simulates, tells toys.Model
	rng              *rand.Rand
	fails            error
}

func (b bySpeech) Simulate(_ context.Context, x int) ([]float64, error) {
	return slices.Concat(b.simulates.Draw(x, b.rng)...), b.fails
}

func (b bySpeech) LogLik(_ context.Context, dst, y []float64) error {
	b.tells.LogJoint(dst, make([]float64, len(dst)), slices.Collect(slices.Chunk(y, b.tells.D)))
	return nil
}

// spoken is a model of the catalogue, told.
func spoken(simulates, tells toys.Model) *told.Model {
	by := bySpeech{simulates: simulates, tells: tells, rng: rand.New(rand.NewPCG(5, 5))}
	return &told.Model{Name: "mine", Grid: tells.Grid, LogPrior: tells.Prior(), By: by}
}

// noisy is a clustering whose points are so far off their centre.
func noisy(noise float64) toys.Model {
	c := toys.NewClustering(3, 2)
	c.Noise = noise
	return c.Model()
}

// TestToldModel: a model that is told fits a right kernel, by all three tests. A wrong kernel is found, and so are data
// that are not of the likelihood which is told: noise of 1 and of 2, with a right kernel.
func TestToldModel(t *testing.T) {
	right := spoken(noisy(1), noisy(1))
	for _, kind := range geweke.Kinds {
		r := run(t, geweke.Test{Told: right, Kernel: kernels.Perfect{}, Kind: kind, Steps: 3, Others: 3, Draws: 300,
			MCSeed: 1})
		if !r.OK() || r.ModelName() != "mine" {
			t.Errorf("%s of %s: %s has p = %v", kind, r.ModelName(), r.Worst().Name, r.Worst().P)
		}
	}
	for _, c := range []struct {
		name string
		test geweke.Test
	}{
		{"an inverted acceptance", geweke.Test{Told: right, Kernel: bugs.Inverted}},
		{"data of another noise", geweke.Test{Told: spoken(noisy(2), noisy(1)), Kernel: kernels.HeatBath{}}},
	} {
		c.test.Steps = 5
		c.test.Draws = 1000
		c.test.MCSeed = 1
		if r := run(t, c.test); r.OK() {
			t.Errorf("%s: %s has p = %v", c.name, r.Worst().Name, r.Worst().P)
		}
	}
}

// TestToldFaults: what a program does wrong ends the test, in its own words; and so does a program that calls
// impossible what it has drawn.
func TestToldFaults(t *testing.T) {
	broken := spoken(noisy(1), noisy(1))
	by := broken.By.(bySpeech)
	by.fails = errors.New("it hangs")
	broken.By = by
	impossible := spoken(noisy(1), noisy(1))
	impossible.By = nowhere{by: spoken(noisy(1), noisy(1)).By}
	for says, model := range map[string]*told.Model{
		"it hangs":                  broken,
		"it simulated data of cell": impossible,
	} {
		for _, kind := range geweke.Kinds {
			test := geweke.Test{Told: model, Kernel: kernels.HeatBath{}, Kind: kind, Steps: 2, Others: 2, Draws: 5}
			_, err := test.Run(t.Context(), nil)
			must.Fail(t, err, says, "%s, %s", says, kind)
		}
	}
}

// nowhere tells that no cell can have made the data.
type nowhere struct{ by told.Simulator }

func (n nowhere) Simulate(ctx context.Context, x int) ([]float64, error) {
	return n.by.Simulate(ctx, x)
}

func (n nowhere) LogLik(_ context.Context, dst, _ []float64) error {
	for x := range dst {
		dst[x] = math.Inf(-1)
	}
	return nil
}

// TestToldPosterior: the posterior of data is that of the model which is told, and a prior of any sum is made one.
func TestToldPosterior(t *testing.T) {
	m := noisy(1)
	y := m.Simulated(3).Model.Data
	prior := toys.Target{Name: "prior", Grid: m.Grid, LogF: m.Prior()}
	for x := range prior.LogF {
		prior.LogF[x] += 7
	}
	given := told.On(prior, "mine", spoken(m, m).By)
	got := must.Have(given.Given(t.Context(), slices.Concat(y...)))(t)
	want := m.Given(y)
	for x, v := range want.LogF {
		if math.Abs(got.LogF[x]-v) > 1e-12 || math.Abs(got.Model.Steps[0][x]-want.Model.Steps[0][x]) > 1e-12 {
			t.Errorf("cell %d: log p(x, y) = %v, want %v", x, got.LogF[x], v)
		}
	}
	counts := make([]float64, m.Grid.Size())
	rng := rand.New(rand.NewPCG(1, 1))
	for range 8000 {
		counts[given.Latents(rng)]++
	}
	for x, n := range counts {
		if math.Abs(n-1000) > 150 { // five standard deviations
			t.Errorf("cell %d is drawn %v times of 8000, of eight that are alike", x, n)
		}
	}
}

// TestToldLatentsHaveMass: a wall of the prior is never drawn, nor is it if rounding leaves a rest behind the last
// cell.
func TestToldLatentsHaveMass(t *testing.T) {
	prior := toys.Target{Name: "prior", Grid: grid.New(4), LogF: []float64{math.Inf(-1), 0, 1, math.Inf(-1)}}
	model := told.On(prior, "mine", nil)
	short := model
	short.LogPrior = []float64{math.Inf(-1), math.Log(0.1), math.Log(0.2), math.Inf(-1)} // as if 0.7 were rounded away
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		for _, x := range []int{model.Latents(rng), short.Latents(rng)} {
			if x != 1 && x != 2 {
				t.Fatalf("cell %d is drawn, which has no mass", x)
			}
		}
	}
}
