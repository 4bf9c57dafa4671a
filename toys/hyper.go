package toys

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"breadboard/grid"
)

// A Hyper is a parameter of a model whose value is not known, such as Noise of Clustering. It
// has one of a few values, all equally likely.
type Hyper struct {
	Name   string
	Values []float64
}

// The values of hyperparameters in the catalogue, for data of about unit variance. They are
// standard deviations of the noise, and of the signal below it.
var noises, scales = []float64{1. / 4, 1. / 2, 1}, []float64{1. / 2, 1, 2}

// A Family is a model of hyperparameters and latents, p(eta) p(x) p(y | x, eta), with eta on a
// lattice. BREAD's models have such hyperparameters, with continuous priors (Appendix C). The
// prior p(x) is the same for every eta. That is no loss: the factors of LowRank, for example, are
// numbers of standard deviations, and eta has the standard deviations.
type Family struct {
	Hypers []Hyper
	Model  // its axes are the Hypers in order, and then the axes of a member

	lattice grid.Grid // an axis for each of the Hypers
	members []Model   // by lattice cell
}

// NewFamily makes a family. of returns the model with given values of the hyperparameters, one
// for each. NewFamily panics if these models differ in more than p(y | x).
func NewFamily(hypers []Hyper, of func(eta []float64) Model) Family {
	f := Family{Hypers: hypers}
	var lens []int
	var priors [][]float64
	for _, h := range hypers {
		lens, priors = append(lens, len(h.Values)), append(priors, equal(len(h.Values)))
	}
	f.lattice = grid.New(lens...)
	for cell := range f.lattice.Size() {
		f.members = append(f.members, of(f.Eta(cell)))
	}
	f.Model = f.members[0]
	for _, m := range f.members {
		if m.N != f.N || m.D != f.D || !slices.EqualFunc(m.priors, f.priors, slices.Equal[[]float64]) {
			panic(fmt.Sprintf("toys: %s has a prior that depends on its hyperparameters", m.Name))
		}
	}
	f.priors = append(priors, f.priors...)
	f.law = hyperLaw{f.lattice, f.members}
	f.Grid = grid.New(append(lens, f.Grid.Lens()...)...)
	f.Axes = slices.Clone(f.Axes)
	for t, own := range f.Axes {
		f.Axes[t] = slices.Clone(own)
		for i := range own {
			f.Axes[t][i] += len(hypers)
		}
	}
	return f
}

// Etas is the number of values of all hyperparameters together.
func (f Family) Etas() int { return f.lattice.Size() }

// Eta returns the values of the hyperparameters in a cell of their lattice.
func (f Family) Eta(cell int) (values []float64) {
	for a, h := range f.Hypers {
		values = append(values, h.Values[f.lattice.Coord(cell, a)])
	}
	return values
}

// Member is the model with eta known, by the cell of eta.
func (f Family) Member(cell int) Model { return f.members[cell] }

// Cell is the cell of eta and x, by the cell of each.
func (f Family) Cell(eta, x int) int { return eta*f.members[eta].Grid.Size() + x }

// A hyperLaw hands latents on to the model that their first coordinates choose.
type hyperLaw struct {
	lattice grid.Grid
	members []Model
}

func (h hyperLaw) split(x []int) (m Model, latents []int) {
	n := h.lattice.Axes()
	return h.members[h.lattice.Index(x[:n]...)], x[n:]
}

func (h hyperLaw) loglik(x []int, y [][]float64) float64 {
	m, latents := h.split(x)
	return m.law.loglik(latents, y)
}

func (h hyperLaw) draw(x []int, rng *rand.Rand) [][]float64 {
	m, latents := h.split(x)
	return m.law.draw(latents, rng)
}
