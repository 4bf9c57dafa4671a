package aidepaper

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
var RegressionData = [][]float64{{-2, -2}, {2, 2}}

// A regression is the authors' problem on a square lattice of a and b.
type regression struct {
	toys.Regression
	grid  grid.Grid
	steps [][]float64 // the log joint density with the first t data; steps[0] is the prior, normalised
}

// newRegression is the problem with so many values of a and of b.
func newRegression(points int) regression {
	r := regression{Regression: toys.NewRegression(len(RegressionData), points)}
	t := r.Model().Given(RegressionData)
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

func (r regression) joint() []float64 { return r.steps[len(r.steps)-1] }

// problem goes from the prior to the posterior along a schedule, by the kernel of the paper: Metropolis-Hastings with
// proposals from the prior.
func (r regression) problem(s chains.Schedule) programs.Problem {
	return programs.Problem{
		Annealing: chains.Annealing{Grid: r.grid, Bridge: chains.Geometric{From: r.steps[0], To: r.joint()}, Schedule: s,
			Kernel: kernels.IndependenceFrom{LogQ: func(grid.Grid) []float64 { return r.steps[0] }}},
		Observed: &chains.Observations{Steps: r.steps, Axes: make([][]int, len(RegressionData))},
		Sample:   -1,
	}
}

// sums are those of x², xy, y² and y over the data. Those of x add up to 0, so that a and b of the posterior are
// independent.
func sums() (n, xx, xy, yy, sy float64) {
	for _, d := range RegressionData {
		xx, xy, yy, sy = xx+d[0]*d[0], xy+d[0]*d[1], yy+d[1]*d[1], sy+d[1]
	}
	return float64(len(RegressionData)), xx, xy, yy, sy
}

// closedLogP is log p(y) of the continuous problem: y is normal with covariance 1 + x x' + noise.
func closedLogP() float64 {
	n, xx, xy, yy, sy := sums()
	return -(n*math.Log(2*math.Pi) + math.Log((1+n)*(1+xx)) + yy - sy*sy/(1+n) - xy*xy/(1+xx)) / 2
}

// closedPosterior is the posterior of the continuous problem.
func closedPosterior() (a, b distuv.Normal) {
	n, xx, xy, _, sy := sums()
	return distuv.Normal{Mu: sy / (1 + n), Sigma: 1 / math.Sqrt(1+n)}, distuv.Normal{Mu: xy / (1 + xx),
		Sigma: 1 / math.Sqrt(1+xx)}
}

// A takeIn is the authors' SMC on the regression: it takes in one datum after another. Particles come
// from the prior. Between two data each makes steps of Metropolis-Hastings with proposals from the
// prior. It is particles.Sequence over cells, and draws from tables of the prior's law.
// programs.NewSMCData obeys the same law, but makes its path anew in every run.
type takeIn struct {
	prior chains.Law
	logs  [][]float64 // logs[t][x] is the log likelihood of the first t data
	steps int
}

func newTakeIn(r regression, steps int) takeIn {
	s := takeIn{prior: chains.NewLaw(chains.Normalized(r.steps[0])), steps: steps}
	for _, joint := range r.steps {
		logs := make([]float64, len(joint))
		for x, v := range joint {
			logs[x] = v - r.steps[0][x]
		}
		s.logs = append(s.logs, logs)
	}
	return s
}

// Len is the number of data.
func (s takeIn) Len() int { return len(s.logs) - 1 }

// Forward draws from the prior, or moves x, and weighs by datum t.
func (s takeIn) Forward(t int, x int, d chains.Dice) (next int, logw float64) {
	if t == 0 {
		next = s.prior.Draw(d)
	} else {
		next = s.move(t, x, d)
	}
	return next, s.weight(t, next)
}

// Back makes the same moves, which are reversible.
func (s takeIn) Back(t int, x int, d chains.Dice) (before int, logw float64) {
	if t > 0 {
		before = s.move(t, x, d)
	}
	return before, s.weight(t, x)
}

func (s takeIn) weight(t, x int) float64 { return s.logs[t+1][x] - s.logs[t][x] }

// move leaves the posterior of the first t data invariant.
func (s takeIn) move(t, x int, d chains.Dice) int {
	for range s.steps {
		y := s.prior.Draw(d)
		rise := s.logs[t][y] - s.logs[t][x]
		if rise >= 0 {
			x = y
		} else if a := math.Exp(rise); a > 0 && d.Pick([]float64{a, 1 - a}) == 0 {
			x = y
		}
	}
	return x
}
