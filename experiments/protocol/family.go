package protocol

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"breadboard/experiments/told"
	"breadboard/grid"
	"breadboard/toys"
)

// A Family is a model of hyperparameters and latents, p(eta) p(x | eta) p(y | x, eta). A cell is eta and x; the axes of
// eta come first.
type Family interface {
	Hyperparameters() []toys.Hyper
	Etas() int              // how many values the hyperparameters have together
	Eta(cell int) []float64 // the values of the hyperparameters in a cell of their lattice
	Space() grid.Grid       // of eta and x
	Simulate(ctx context.Context, eta int, rng *rand.Rand) (Simulated, error)
	// Given returns the posterior of eta and x.
	Given(ctx context.Context, y [][]float64) (toys.Target, error)
}

// Simulated are data, and the cell of eta and x that they were drawn from.
type Simulated struct {
	Data [][]float64
	Cell int
}

// ByFormulas is a family of the catalogue.
type ByFormulas struct{ Of toys.Family }

// Hyperparameters are those of the family.
func (f ByFormulas) Hyperparameters() []toys.Hyper { return f.Of.Hypers }

// Etas is how many values they have together.
func (f ByFormulas) Etas() int { return f.Of.Etas() }

// Eta are their values in a cell of their lattice.
func (f ByFormulas) Eta(cell int) []float64 { return f.Of.Eta(cell) }

// Space is the grid of eta and x.
func (f ByFormulas) Space() grid.Grid { return f.Of.Grid }

// Simulate draws latents and data from the model with eta.
func (f ByFormulas) Simulate(_ context.Context, eta int, rng *rand.Rand) (Simulated, error) {
	m := f.Of.Member(eta)
	x := m.Latents(rng)
	return Simulated{Data: m.Draw(x, rng), Cell: f.Of.Cell(eta, x)}, nil
}

// Given is the posterior of eta and x.
func (f ByFormulas) Given(_ context.Context, y [][]float64) (toys.Target, error) {
	return f.Of.Given(y), nil
}

// ByProgram is a family that a program tells: the first axes of its prior are hyperparameters, whose values are their
// places.
type ByProgram struct {
	Of     told.Model
	Hypers int // how many axes
}

// Hyperparameters are the first axes, by their numbers from 1.
func (f ByProgram) Hyperparameters() (all []toys.Hyper) {
	for axis := range f.Hypers {
		h := toys.Hyper{Name: fmt.Sprintf("axis %d", axis+1)}
		for place := range f.Of.Grid.Len(axis) {
			h.Values = append(h.Values, float64(place))
		}
		all = append(all, h)
	}
	return all
}

// lattice is the grid of the hyperparameters.
func (f ByProgram) lattice() grid.Grid { return grid.New(f.Of.Grid.Lens()[:f.Hypers]...) }

// Etas is how many values they have together.
func (f ByProgram) Etas() int { return f.lattice().Size() }

// Eta are their places in a cell of their lattice.
func (f ByProgram) Eta(cell int) (values []float64) {
	for _, place := range f.lattice().Coords(cell) {
		values = append(values, float64(place))
	}
	return values
}

// Space is the grid of eta and x.
func (f ByProgram) Space() grid.Grid { return f.Of.Grid }

// Simulate draws latents from the prior given eta, and has the program draw data.
func (f ByProgram) Simulate(ctx context.Context, eta int, rng *rand.Rand) (Simulated, error) {
	latents := f.Of.Grid.Size() / f.Etas()
	given := told.On(toys.Target{LogF: f.Of.LogPrior[eta*latents:][:latents]}, f.Of.Name, f.Of.By)
	cell := eta*latents + given.Latents(rng)
	y, err := f.Of.By.Simulate(ctx, cell)
	return Simulated{Data: [][]float64{y}, Cell: cell}, err
}

// Given is the posterior of eta and x. A program reads the numbers of data row by row.
func (f ByProgram) Given(ctx context.Context, y [][]float64) (toys.Target, error) {
	return f.Of.Given(ctx, slices.Concat(y...))
}
