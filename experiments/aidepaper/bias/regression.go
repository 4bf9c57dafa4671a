package bias

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/toys"
)

// Data are the data of the authors' code, pairs of x and y. The coefficients and the noise
// are standard normal.
var Data = [][]float64{{-2, -2}, {2, 2}}

// A regression is the authors' problem on a square lattice of a and b.
type regression struct {
	toys.Regression
	grid  grid.Grid
	steps [][]float64 // the log joint density with the first t data; steps[0] is the prior, normalised
}

// newRegression is the problem with so many values of a and of b.
func newRegression(points int) regression {
	r := regression{Regression: toys.NewRegression(len(Data), points)}
	t := r.Model().Given(Data)
	r.grid, r.steps = t.Grid, t.Model.Steps
	return r
}

// normal is the log density of independent normal a and b, up to a constant.
func (r regression) normal(a, b distuv.Normal) []float64 {
	logf := make([]float64, r.grid.Size())
	for x := range logf {
		logf[x] = a.LogProb(r.At(r.grid.Coord(x, 0))) + b.LogProb(r.At(r.grid.Coord(x, 1)))
	}
	return logf
}

// joint is the log of prior times likelihood.
func (r regression) joint() []float64 { return r.steps[len(r.steps)-1] }

// fromPrior is the kernel of the paper: Metropolis-Hastings with proposals from the prior.
func (r regression) fromPrior() chains.Kernel {
	return kernels.IndependenceFrom{LogQ: func(grid.Grid) []float64 { return r.steps[0] }}
}

// problem goes from the prior to the posterior along a schedule.
func (r regression) problem(s chains.Schedule) programs.Problem {
	return programs.Problem{
		Annealing: chains.Annealing{Grid: r.grid, Bridge: chains.Geometric{From: r.steps[0], To: r.joint()}, Schedule: s,
			Kernel: r.fromPrior()},
		Observed: &chains.Observations{Steps: r.steps, Axes: make([][]int, len(Data))},
		Sample:   -1,
	}
}

// closedLogP is log p(y) of the continuous problem: y is normal with covariance 1 + x x' + noise.
func closedLogP() float64 {
	var xx, xy, yy, sx, sy float64
	for _, d := range Data {
		xx, xy, yy, sx, sy = xx+d[0]*d[0], xy+d[0]*d[1], yy+d[1]*d[1], sx+d[0], sy+d[1]
	}
	n := float64(len(Data))
	if sx != 0 {
		panic("bias: a and b of the posterior depend on each other")
	}
	return -(n*math.Log(2*math.Pi) + math.Log((1+n)*(1+xx)) + yy - sy*sy/(1+n) - xy*xy/(1+xx)) / 2
}

// closedPosterior is the posterior of the continuous problem. a and b are independent, because the x
// of the data add up to 0.
func closedPosterior() (a, b distuv.Normal) {
	var xx, xy, sy float64
	for _, d := range Data {
		xx, xy, sy = xx+d[0]*d[0], xy+d[0]*d[1], sy+d[1]
	}
	n := float64(len(Data))
	return distuv.Normal{Mu: sy / (1 + n), Sigma: 1 / math.Sqrt(1+n)}, distuv.Normal{Mu: xy / (1 + xx),
		Sigma: 1 / math.Sqrt(1+xx)}
}
