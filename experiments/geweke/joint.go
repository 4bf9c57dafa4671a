package geweke

import (
	"context"
	"math/rand/v2"

	"breadboard/experiments/told"
	"breadboard/grid"
	"breadboard/toys"
)

// A joint is the joint law of latents and data that is tested: by the formulas of a toys.Model, or as a program tells
// it.
type joint interface {
	name() string
	space() grid.Grid
	prior() []float64 // log p(x) of every cell
	latents(rng *rand.Rand) int
	// simulate draws data from p(y | x).
	simulate(ctx context.Context, x int, rng *rand.Rand) ([][]float64, error)
	// see sets dst to log p(x, y) of every cell, for data that were drawn from the cell from.
	see(ctx context.Context, dst, prior []float64, y [][]float64, from int) error
}

// joint is the law of the test.
func (t Test) joint() joint {
	if t.Told != nil {
		return byProgram{*t.Told}
	}
	return byFormulas{t.Model}
}

// ModelName is what the model is called.
func (t Test) ModelName() string { return t.joint().name() }

// inTurn reports whether a program is asked, which answers one question after the other.
func (t Test) inTurn() bool { return t.Mover != nil || t.Told != nil }

// byFormulas is a model of the catalogue.
type byFormulas struct{ model toys.Model }

func (m byFormulas) name() string               { return m.model.Name }
func (m byFormulas) space() grid.Grid           { return m.model.Grid }
func (m byFormulas) prior() []float64           { return m.model.Prior() }
func (m byFormulas) latents(rng *rand.Rand) int { return m.model.Latents(rng) }

func (m byFormulas) simulate(_ context.Context, x int, rng *rand.Rand) ([][]float64, error) {
	return m.model.Draw(x, rng), nil
}

func (m byFormulas) see(_ context.Context, dst, prior []float64, y [][]float64, _ int) error {
	m.model.LogJoint(dst, prior, y)
	return nil
}

// byProgram is a model of the user's. Its data are observations of one number each.
type byProgram struct{ model told.Model }

func (m byProgram) name() string               { return m.model.Name }
func (m byProgram) space() grid.Grid           { return m.model.Grid }
func (m byProgram) prior() []float64           { return m.model.LogPrior }
func (m byProgram) latents(rng *rand.Rand) int { return m.model.Latents(rng) }

func (m byProgram) simulate(ctx context.Context, x int, _ *rand.Rand) ([][]float64, error) {
	y, err := m.model.By.Simulate(ctx, x)
	rows := make([][]float64, len(y))
	for i := range y {
		rows[i] = y[i : i+1]
	}
	return rows, err
}

func (m byProgram) see(ctx context.Context, dst, _ []float64, y [][]float64, from int) error {
	flat := make([]float64, len(y))
	for i, row := range y {
		flat[i] = row[0]
	}
	if err := m.model.LogJoint(ctx, dst, flat); err != nil {
		return err
	}
	return m.model.Possible(dst, from)
}
