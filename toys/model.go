package toys

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid"
)

// ModelSeed is the default seed of every model. The posteriors of the examples then show the
// structure of the data and still have several explanations: the largest cell of
// clustering:6:2 has a third of the mass.
const ModelSeed = 5

// A Model is a joint distribution of latents and data: cell x is drawn from the prior, and then N observations y of D
// numbers each from p(y | x). Three models of this package come from Section 6 of Grosse, Ghahramani and Adams (2015,
// BDMC), and Regression from AIDE. A Model has no data yet: Given and Simulated return its posterior as a Target.
type Model struct {
	Name string
	Grid grid.Grid
	N, D int // observations, and numbers in each
	// Axes has, for each observation, the axes of its own latents. The observations before it
	// do not depend on them. The axes that belong to no observation come first.
	Axes [][]int
	// LogRelabelings is log K!. The K clusters, attributes or factors have K! orders of the same density.
	LogRelabelings float64
	Binary         bool // the last number of an observation is 0 or 1

	// priors has log probabilities of the values of each axis. Axes are independent.
	priors [][]float64
	// loglik returns log p(y_1..t | x), t = len(y). x has at least the coordinates that these depend on.
	loglik func(x []int, y [][]float64) float64
	// draw draws all N observations from p(y | x).
	draw func(x []int, rng *rand.Rand) [][]float64
}

// newModel returns a model in which each observation has k axes of its own, after all other axes. There is one log
// prior for each axis.
func newModel(name string, n, d, k int, priors [][]float64, relabelled int,
	loglik func(x []int, y [][]float64) float64, draw func(x []int, rng *rand.Rand) [][]float64) Model {
	m := Model{Name: name, N: n, D: d, priors: priors, loglik: loglik, draw: draw}
	lens := make([]int, len(priors))
	for a, p := range priors {
		lens[a] = len(p)
	}
	m.Grid = grid.New(lens...)
	m.LogRelabelings, _ = math.Lgamma(float64(relabelled + 1))
	for t := range n {
		var own []int
		for i := range k {
			own = append(own, len(priors)-(n-t)*k+i)
		}
		m.Axes = append(m.Axes, own)
	}
	return m
}

// Prior returns log p(x) of every cell.
func (m Model) Prior() []float64 {
	logp := make([]float64, m.Grid.Size())
	for x := range logp {
		for a, p := range m.priors {
			logp[x] += p[m.Grid.Coord(x, a)]
		}
	}
	return logp
}

// LogJoint sets dst to log p(x, y) of every cell, for the first len(y) observations. prior comes from Prior.
func (m Model) LogJoint(dst, prior []float64, y [][]float64) {
	first := m.Grid.Axes() // the first axis that y does not depend on
	for _, own := range slices.Backward(m.Axes[len(y):]) {
		if len(own) > 0 {
			first = own[0]
		}
	}
	alike := m.Grid.Size() // neighbouring cells with one likelihood
	for a := range first {
		alike /= m.Grid.Len(a)
	}
	coords := make([]int, first)
	for from := 0; from < len(dst); from += alike {
		for a := range coords {
			coords[a] = m.Grid.Coord(from, a)
		}
		loglik := 0.0
		if len(y) > 0 {
			loglik = m.loglik(coords, y)
		}
		for x := from; x < from+alike; x++ {
			dst[x] = prior[x] + loglik
		}
	}
}

// Latents draws a cell from the prior.
func (m Model) Latents(rng *rand.Rand) int {
	coords := make([]int, len(m.priors))
	for a, logp := range m.priors {
		coords[a] = Pick(logp, rng)
	}
	return m.Grid.Index(coords...)
}

// Pick draws an index by log probabilities. It never draws one of -Inf.
func Pick(logp []float64, rng *rand.Rand) (i int) {
	left := rng.Float64()
	for at, v := range logp {
		if math.IsInf(v, -1) {
			continue
		}
		i = at
		left -= math.Exp(v)
		if left < 0 {
			break
		}
	}
	return i
}

// Draw draws N observations from p(y | x).
func (m Model) Draw(x int, rng *rand.Rand) [][]float64 { return m.draw(m.Grid.Coords(x), rng) }

// Simulated draws latents and data by a seed, and returns the posterior. The latents are an exact draw from it.
func (m Model) Simulated(seed uint64) Target {
	rng := rand.New(rand.NewPCG(seed, 0))
	x := m.Latents(rng)
	t := m.Given(m.Draw(x, rng))
	t.Model.Latents = x
	return t
}

// Given returns the posterior of the latents given N observations. Its density is the joint
// one, so that its sum over cells is p(y).
func (m Model) Given(y [][]float64) Target {
	o := &Observed{Model: m, Data: y, Steps: [][]float64{m.Prior()}, Latents: -1}
	for t := range y {
		o.Steps = append(o.Steps, make([]float64, m.Grid.Size()))
		m.LogJoint(o.Steps[t+1], o.Steps[0], y[:t+1])
	}
	return Target{Name: m.Name, Grid: m.Grid, LogF: o.Steps[m.N], Model: o}
}

// Observed is a model with data.
type Observed struct {
	Model
	Data [][]float64 // N rows of D numbers
	// Latents is the cell of simulated data, an exact draw from the posterior. It is -1 for other data.
	Latents int
	// Steps has N+1 log densities. Steps[t] is the joint density of the latents and the first
	// t observations. Steps[0] is the prior, whose sum is 1, and Steps[N] the target.
	Steps [][]float64
}

// equal returns the log probabilities of n values that are equally likely.
func equal(n int) []float64 {
	logp := make([]float64, n)
	floats.AddConst(-math.Log(float64(n)), logp)
	return logp
}

// normal returns the log probabilities of values in proportion to the standard normal density.
func normal(values []float64) []float64 {
	logp := make([]float64, len(values))
	for i, v := range values {
		logp[i] = -v * v / 2
	}
	floats.AddConst(-floats.LogSumExp(logp), logp)
	return logp
}

// normals returns N rows of D draws from N(mean(i, j), sigma); sigma is a standard deviation.
func normals(n, d int, sigma float64, rng *rand.Rand, mean func(i, j int) float64) [][]float64 {
	y := make([][]float64, n)
	for i := range y {
		y[i] = make([]float64, d)
		for j := range y[i] {
			y[i][j] = mean(i, j) + sigma*rng.NormFloat64()
		}
	}
	return y
}

// logNormal returns log N(v; mean, sd).
func logNormal(v, mean, sd float64) float64 {
	off := (v - mean) / sd
	return -off*off/2 - math.Log(sd) - math.Log(2*math.Pi)/2
}

// around returns the likelihood and the draws of numbers y_ij ~ N(mean(x, i, j), sd), independent given x.
func around(n, d int, sd float64, mean func(x []int, i, j int) float64) (loglik func(x []int, y [][]float64) float64,
	draw func(x []int, rng *rand.Rand) [][]float64) {
	return func(x []int, y [][]float64) (sum float64) {
			for i, row := range y {
				for j, v := range row {
					sum += logNormal(v, mean(x, i, j), sd)
				}
			}
			return sum
		}, func(x []int, rng *rand.Rand) [][]float64 {
			return normals(n, d, sd, rng, func(i, j int) float64 { return mean(x, i, j) })
		}
}

// A Hyperparameter is a parameter of a model whose value is unknown, such as Noise of Clustering. It has one of a few
// values.
type Hyperparameter struct {
	Name   string
	Values []float64
	LogP   []float64 // the logs of their probabilities
}

// InverseGamma returns a standard deviation with evenly spaced values on a logarithmic axis. Its square v is inverse
// gamma (1, 1), as in BREAD: the density of log v is e^(-1/v)/v.
func InverseGamma(name string, sds []float64) Hyperparameter {
	logp := make([]float64, len(sds))
	for i, s := range sds {
		logp[i] = -1/(s*s) - 2*math.Log(s)
	}
	floats.AddConst(-floats.LogSumExp(logp), logp)
	return Hyperparameter{name, sds, logp}
}

// The values of hyperparameters in the catalogue, for data of about unit variance: standard deviations of the noise and
// of the signal.
var noises, scales = []float64{1. / 4, 1. / 2, 1}, []float64{1. / 2, 1, 2}

// A Hierarchical is a model of hyperparameters and latents, p(eta) p(x) p(y | x, eta), with eta on a
// lattice. BREAD's models have such hyperparameters, with priors on all positive numbers (Appendix C). The
// prior p(x) is the same for every eta. That costs nothing: the factors of LowRank, for example, are in units of
// standard deviations, which eta has.
type Hierarchical struct {
	Hypers []Hyperparameter
	Model  // its axes are the Hypers in order, and then the axes of a member

	lattice grid.Grid // an axis for each of the Hypers
	members []Model   // by lattice cell
	over    func(y [][]float64) Hierarchical
}

// Over returns the model whose simulated data have the inputs of y, such as the x of a regression. A model without
// inputs stays as it is.
func (f Hierarchical) Over(y [][]float64) Hierarchical {
	if f.over == nil {
		return f
	}
	return f.over(y)
}

// NewHierarchical returns a hierarchical model. of returns the member with given values of the hyperparameters. Members
// differ in p(y | x) alone.
func NewHierarchical(hypers []Hyperparameter, of func(eta []float64) Model) Hierarchical {
	f := Hierarchical{Hypers: hypers}
	var lens []int
	var priors [][]float64
	for _, h := range hypers {
		lens = append(lens, len(h.Values))
		priors = append(priors, h.LogP)
	}
	f.lattice = grid.New(lens...)
	for cell := range f.lattice.Size() {
		f.members = append(f.members, of(f.Eta(cell)))
	}
	f.Model = f.members[0]
	f.priors = append(priors, f.priors...)
	member := func(x []int) (m Model, latents []int) { // the one that the first coordinates choose
		return f.members[f.lattice.Index(x[:len(hypers)]...)], x[len(hypers):]
	}
	f.loglik = func(x []int, y [][]float64) float64 {
		m, latents := member(x)
		return m.loglik(latents, y)
	}
	f.draw = func(x []int, rng *rand.Rand) [][]float64 {
		m, latents := member(x)
		return m.draw(latents, rng)
	}
	f.Grid = f.lattice.By(f.Grid)
	f.Axes = slices.Clone(f.Axes)
	for t, own := range f.Axes {
		f.Axes[t] = slices.Clone(own)
		for i := range own {
			f.Axes[t][i] += len(hypers)
		}
	}
	return f
}

// Etas returns the number of values of all hyperparameters together.
func (f Hierarchical) Etas() int { return f.lattice.Size() }

// Eta returns the values of the hyperparameters in a cell of their lattice.
func (f Hierarchical) Eta(cell int) (values []float64) {
	for a, h := range f.Hypers {
		values = append(values, h.Values[f.lattice.Coord(cell, a)])
	}
	return values
}

// Member returns the model with eta known, by the cell of eta.
func (f Hierarchical) Member(cell int) Model { return f.members[cell] }

// Cell returns the cell of eta and x, by the cell of each.
func (f Hierarchical) Cell(eta, x int) int { return eta*f.members[eta].Grid.Size() + x }
