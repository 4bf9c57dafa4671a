package posteriors

import (
	"sync"

	"breadboard/grid"
	"breadboard/toys"
)

// A Posterior is the posterior of one to three parameters, on a lattice.
type Posterior struct {
	Name, About string
	Axes        []Axis
	// LogF is the log of the prior density times the likelihood, up to a constant. The density
	// is that of the parameters as they stand on the axes.
	LogF func(theta []float64) float64
}

// An Axis has equally spaced values of a parameter.
type Axis struct {
	Name     string
	From, To float64
	Cells    int
}

// At is the value in cell i.
func (a Axis) At(i int) float64 { return a.From + (a.To-a.From)*float64(i)/float64(a.Cells-1) }

// Theta returns the parameters in cell x.
func (p Posterior) Theta(g grid.Grid, x int) []float64 {
	theta := make([]float64, len(p.Axes))
	for a, axis := range p.Axes {
		theta[a] = axis.At(g.Coord(x, a))
	}
	return theta
}

// Target evaluates the posterior in every cell.
func (p Posterior) Target() toys.Target {
	var lens []int
	for _, axis := range p.Axes {
		lens = append(lens, axis.Cells)
	}
	g := grid.New(lens...)
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = p.LogF(p.Theta(g, x))
	}
	return toys.Target{Name: p.Name, Grid: g, LogF: logf}
}

// Catalogue lists the posteriors.
var Catalogue = sync.OnceValue(func() (all []Posterior) {
	for _, of := range []func() []Posterior{
		challenger, bioassay, beetles, stackloss, stars, darwin, coal, nile,
		yeast, oxygen, lynx, labels, schools, pumps, herds, neurons, pelts,
	} {
		all = append(all, of()...)
	}
	return all
})
