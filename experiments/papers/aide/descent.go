package aide

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/experiments/papers"
)

// posteriorA and posteriorB are the posterior of the regression, by hand: a and b are independent, because the two x
// add up to 0. The data y have the covariance (6 -3; -3 6), which gives logPData.
var (
	posteriorA = distuv.Normal{Mu: 0, Sigma: 1 / math.Sqrt(3)}
	posteriorB = distuv.Normal{Mu: 8. / 9, Sigma: 1. / 3}
	logPData   = -(2*math.Log(2*math.Pi) + math.Log(27) + 8./9) / 2
)

// A fit is a normal distribution of independent a and b.
type fit struct{ a, b distuv.Normal }

// J returns the symmetrised divergence from the posterior.
func (f fit) J() float64 {
	kl := distuv.KullbackLeibler{}.DistNormal
	return kl(f.a, posteriorA) + kl(posteriorA, f.a) + kl(f.b, posteriorB) + kl(posteriorB, f.b)
}

// A descent runs the authors' VB (Ranganath, Gerrish and Blei 2014): the means of a and b start at 0 and go up the
// gradient of the evidence lower bound, as ten draws of a and b estimate it. Step t, from 1, is the gradient times
// (10,000 + t)^-0.75. A draw takes z from the seven points of Gauss and Hermite, which have the moments of a normal z
// up to the 13th. The estimate of the gradient has degree 3 in z, so that its first four moments are the same as with
// normal draws.
type descent struct {
	points []float64 // of z
	normal chains.Distribution
}

func newDescent() descent {
	points := make([]float64, 7)
	weights := make([]float64, 7)
	quad.Hermite{}.FixedLocations(points, weights, math.Inf(-1), math.Inf(1))
	for i := range points { // from the weight e^(-x²) to that of a normal; weights may have any sum
		points[i] *= math.Sqrt2
	}
	return descent{points, chains.NewDistribution(weights)}
}

// gradient estimates the gradient of the lower bound at a fit, by its means, from one draw.
func (v descent) gradient(f fit, d chains.Dice) (byA, byB float64) {
	z := v.points[v.normal.Draw(d)]
	u := v.points[v.normal.Draw(d)]
	x := f.a.Mu + f.a.Sigma*z
	y := f.b.Mu + f.b.Sigma*u
	rise := logPData + posteriorA.LogProb(x) + posteriorB.LogProb(y) - f.a.LogProb(x) - f.b.LogProb(y)
	return rise * z / f.a.Sigma, rise * u / f.b.Sigma
}

// after returns the fits after some rising numbers of steps. Their standard deviations are fixed to 0.9, as the
// authors' are.
func (v descent) after(steps []int, d chains.Dice) (fits []fit) {
	const draws = 10
	f := fit{distuv.Normal{Sigma: 0.9}, distuv.Normal{Sigma: 0.9}}
	for t := 1; len(fits) < len(steps); t++ {
		var byA, byB float64
		for range draws {
			a, b := v.gradient(f, d)
			byA += a
			byB += b
		}
		rate := math.Pow(10_000+float64(t), -0.75)
		f.a.Mu += rate * (byA / draws)
		f.b.Mu += rate * (byB / draws)
		if t == steps[len(fits)] {
			fits = append(fits, f)
		}
	}
	return fits
}

// descentRows returns J of the fit after some steps, the expectation of AIDE, as a mean over descents. Its error is the
// standard deviation of one descent, because each of the authors' numbers comes from one.
func descentRows(o papers.Options, steps []int) (rows []RegressionRow) {
	js := make([][]float64, len(steps))
	for i := range 40 { // descents
		for k, f := range newDescent().after(steps, sample.Seeded(o.Seeded(uint64(i)))) {
			js[k] = append(js[k], f.J())
		}
	}
	for k, n := range steps {
		mean, sd := stat.MeanStdDev(js[k], nil)
		rows = append(rows, RegressionRow{Program: VB, Size: n, M: 1, J: mean, AIDE: mean, Err: sd})
	}
	return rows
}
