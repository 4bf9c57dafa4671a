package experiments

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
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

// Told is a model of the user's: the prior of its latents is a table, and a Simulator has the rest. It is the joint law
// p(x) p(y | x), as a toys.Model is by formulas.
type Told struct {
	Name     string
	Grid     grid.Grid
	LogPrior []float64 // of every cell; the probabilities sum to 1
	By       Simulator
}

// ToldOn is the model whose prior is in proportion to the density of a target.
func ToldOn(prior toys.Target, name string, by Simulator) Told {
	logp := append([]float64(nil), prior.LogF...)
	floats.AddConst(-chains.LogSum(logp), logp)
	return Told{Name: name, Grid: prior.Grid, LogPrior: logp, By: by}
}

// Latents draws a cell from the prior.
func (m Told) Latents(rng *rand.Rand) int {
	left := rng.Float64()
	last := 0
	for x, logp := range m.LogPrior {
		if math.IsInf(logp, -1) {
			continue
		}
		last = x
		left -= math.Exp(logp)
		if left < 0 {
			break
		}
	}
	return last
}

// LogJoint sets dst to log p(x, y) of every cell.
func (m Told) LogJoint(ctx context.Context, dst, y []float64) error {
	err := m.By.LogLik(ctx, dst, y)
	floats.Add(dst, m.LogPrior)
	return err
}

// Possible is the fault of a Simulator that calls impossible what it has drawn: log p(y | x) is -Inf for data that it
// drew from p(y | x).
func (m Told) Possible(joint []float64, x int) error {
	if !math.IsInf(joint[x], -1) {
		return nil
	}
	return Faultf("%v %s: it simulated data of cell %d, at %v, and told that their log likelihood there is -inf; data "+
		"that this cell can have would do", FieldModel, m.Name, x, m.Grid.Coords(x))
}

// Given returns the posterior of the latents given data. Its density is the joint one, and the data are one
// observation of many numbers.
func (m Told) Given(ctx context.Context, y []float64) (toys.Target, error) {
	joint := make([]float64, len(m.LogPrior))
	err := m.LogJoint(ctx, joint, y)
	if err == nil && math.IsInf(floats.Max(joint), -1) {
		err = Faultf("%v %s: it told that the log likelihood of the data is -inf in every cell that has a prior; data "+
			"that some cell can have would do", FieldModel, m.Name)
	}
	whole := toys.Model{Name: m.Name, Grid: m.Grid, N: 1, D: len(y), Axes: [][]int{nil}}
	of := &toys.Observed{Model: whole, Data: [][]float64{y}, Latents: -1, Steps: [][]float64{m.LogPrior, joint}}
	return toys.Target{Name: m.Name, Grid: m.Grid, LogF: joint, Model: of}, err
}
