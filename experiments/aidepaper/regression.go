package aidepaper

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// The regression of the authors' code: y = a + b x + noise, with a, b and the noise standard normal.
var regressionData = []struct{ x, y float64 }{{-2, -2}, {2, 2}}

// regressionEnds is the largest a and b of a lattice, in standard deviations of the prior. The prior
// has 4e-9 of its mass further out.
const regressionEnds = 6

// A regression is the problem on a square lattice of a and b.
type regression struct {
	grid   grid.Grid
	a, b   []float64   // by cell
	logLik [][]float64 // by datum and cell
	steps  [][]float64 // the joint density with the first t data; steps[0] is the prior, normalised
}

// newRegression is the problem with so many values of a and of b.
func newRegression(points int) regression {
	r := regression{grid: grid.New(points, points)}
	r.a, r.b = make([]float64, r.grid.Size()), make([]float64, r.grid.Size())
	prior := make([]float64, r.grid.Size())
	for x := range prior {
		at := func(axis int) float64 {
			return regressionEnds * (2*float64(r.grid.Coord(x, axis))/float64(points-1) - 1)
		}
		r.a[x], r.b[x] = at(0), at(1)
	}
	chains.NormalizeLog(make([]float64, len(prior)), prior, r.normal(distuv.UnitNormal, distuv.UnitNormal))
	r.steps = [][]float64{prior}
	for t, d := range regressionData {
		lik, joint := make([]float64, len(prior)), make([]float64, len(prior))
		for x := range lik {
			lik[x] = distuv.UnitNormal.LogProb(d.y - r.a[x] - r.b[x]*d.x)
			joint[x] = r.steps[t][x] + lik[x]
		}
		r.logLik, r.steps = append(r.logLik, lik), append(r.steps, joint)
	}
	return r
}

// normal is the log density of independent normal a and b, up to a constant.
func (r regression) normal(a, b distuv.Normal) []float64 {
	logf := make([]float64, r.grid.Size())
	for x := range logf {
		logf[x] = a.LogProb(r.a[x]) + b.LogProb(r.b[x])
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
		Observed: &chains.Observations{Steps: r.steps, Axes: make([][]int, len(regressionData))},
		Sample:   -1,
	}
}

// closedLogP is log p(y) of the continuous problem: y is normal with covariance 1 + x x' + noise.
func closedLogP() float64 {
	var xx, xy, yy, sx, sy float64
	for _, d := range regressionData {
		xx, xy, yy, sx, sy = xx+d.x*d.x, xy+d.x*d.y, yy+d.y*d.y, sx+d.x, sy+d.y
	}
	n := float64(len(regressionData))
	if sx != 0 {
		panic("aidepaper: a and b of the posterior depend on each other")
	}
	return -(n*math.Log(2*math.Pi) + math.Log((1+n)*(1+xx)) + yy - sy*sy/(1+n) - xy*xy/(1+xx)) / 2
}

// closedPosterior is the posterior of the continuous problem. a and b are independent, because the x
// of the data add up to 0.
func closedPosterior() (a, b distuv.Normal) {
	var xx, xy, sy float64
	for _, d := range regressionData {
		xx, xy, sy = xx+d.x*d.x, xy+d.x*d.y, sy+d.y
	}
	n := float64(len(regressionData))
	return distuv.Normal{Mu: sy / (1 + n), Sigma: 1 / math.Sqrt(1+n)}, distuv.Normal{Mu: xy / (1 + xx),
		Sigma: 1 / math.Sqrt(1+xx)}
}

// jeffreys is the symmetrised divergence of two normal laws.
func jeffreys(p, q distuv.Normal) float64 {
	ratio, off := p.Sigma*p.Sigma/(q.Sigma*q.Sigma), p.Mu-q.Mu
	return (ratio+1/ratio-2)/2 + off*off*(1/(p.Sigma*p.Sigma)+1/(q.Sigma*q.Sigma))/2
}

// closedJ is the symmetrised divergence of a law of independent a and b from the posterior.
func closedJ(a, b distuv.Normal) float64 {
	pa, pb := closedPosterior()
	return jeffreys(a, pa) + jeffreys(b, pb)
}
