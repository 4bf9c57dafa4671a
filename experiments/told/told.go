// Package told has models of the user's, whose data a program simulates and tells the likelihood of. Packages geweke
// and protocol take them beside the models of the catalogue.
package told

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/toys"
)

// A Simulator knows p(y | x) of a model: it draws data, and tells how likely data are under every cell. It is a program
// of the user's, which is asked one question after the other.
type Simulator interface {
	// Simulate draws data from p(y | x). Their number may depend on x.
	Simulate(ctx context.Context, x int) (y []float64, err error)
	// LogLik sets dst to log p(y | x) of every cell x, up to a constant that may depend on y.
	LogLik(ctx context.Context, dst, y []float64) error
}

// A Model is one of the user's: the prior of its latents is a table, and a Simulator has the rest. It is the joint law
// p(x) p(y | x), as a toys.Model is by formulas.
type Model struct {
	Name     string
	Grid     grid.Grid
	LogPrior []float64 // of every cell; the probabilities sum to 1
	By       Simulator
}

// On is the model whose prior is in proportion to the density of a target.
func On(prior toys.Target, name string, by Simulator) Model {
	logp := append([]float64(nil), prior.LogF...)
	floats.AddConst(-chains.LogSum(logp), logp)
	return Model{Name: name, Grid: prior.Grid, LogPrior: logp, By: by}
}

// Latents draws a cell from the prior.
func (m Model) Latents(rng *rand.Rand) int { return toys.Pick(m.LogPrior, rng) }

// LogJoint sets dst to log p(x, y) of every cell.
func (m Model) LogJoint(ctx context.Context, dst, y []float64) error {
	err := m.By.LogLik(ctx, dst, y)
	floats.Add(dst, m.LogPrior)
	return err
}

// Possible is the fault of a Simulator that calls impossible what it has drawn: log p(y | x) is -Inf for data that it
// drew from p(y | x).
func (m Model) Possible(joint []float64, x int) error {
	if !math.IsInf(joint[x], -1) {
		return nil
	}
	return experiments.Faultf("%v %s: it simulated data of cell %d, at %v, and told that their log likelihood there "+
		"is -inf; data that this cell can have would do", experiments.FieldModel, m.Name, x, m.Grid.Coords(x))
}

// Given returns the posterior of the latents given data. Its density is the joint one, and the data are one
// observation of many numbers.
func (m Model) Given(ctx context.Context, y []float64) (toys.Target, error) {
	joint := make([]float64, len(m.LogPrior))
	err := m.LogJoint(ctx, joint, y)
	if err == nil && math.IsInf(floats.Max(joint), -1) {
		err = experiments.Faultf("%v %s: it told that the log likelihood of the data is -inf in every cell that has a "+
			"prior; data that some cell can have would do", experiments.FieldModel, m.Name)
	}
	whole := toys.Model{Name: m.Name, Grid: m.Grid, N: 1, D: len(y), Axes: [][]int{nil}}
	of := &toys.Observed{Model: whole, Data: [][]float64{y}, Latents: -1, Steps: [][]float64{m.LogPrior, joint}}
	return toys.Target{Name: m.Name, Grid: m.Grid, LogF: joint, Model: of}, err
}
