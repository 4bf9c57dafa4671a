package aidepaper

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/sample"
)

// A descent is the authors' VB (Ranganath, Gerrish and Blei 2014): the means of a and b start at 0 and go up the
// gradient of the evidence lower bound, as some draws of their law estimate it. Step t, from 1, is (offset +
// t)^-power of it. The standard deviations stay. A draw of the law takes z from the seven points of Gauss and
// Hermite, whose moments are those of a normal z up to the 13th. The estimate of the gradient has degree 3 in z, so
// that its mean, variance, third and fourth moments are those of normal draws.
type descent struct {
	draws         int
	offset, power float64
	points        []float64 // of z
	law           chains.Law
}

func newDescent(draws int, offset, power float64) descent {
	points := make([]float64, 7)
	weights := make([]float64, 7)
	quad.Hermite{}.FixedLocations(points, weights, math.Inf(-1), math.Inf(1))
	for i := range points { // from the weight e^(-x²) to that of a normal; weights may have any sum
		points[i] *= math.Sqrt2
	}
	return descent{draws, offset, power, points, chains.NewLaw(weights)}
}

// gradient estimates that of the lower bound at the laws of a and b, by their means.
func (v descent) gradient(a, b distuv.Normal, d chains.Dice) (byA, byB float64) {
	pa, pb := closedPosterior()
	for range v.draws {
		z := v.points[v.law.Draw(d)]
		u := v.points[v.law.Draw(d)]
		x := a.Mu + a.Sigma*z
		y := b.Mu + b.Sigma*u
		rise := closedLogP() + pa.LogProb(x) + pb.LogProb(y) - a.LogProb(x) - b.LogProb(y)
		byA += rise * z / a.Sigma
		byB += rise * u / b.Sigma
	}
	return byA / float64(v.draws), byB / float64(v.draws)
}

// after returns the laws of a and b after so many steps, rising.
func (v descent) after(steps []int, d chains.Dice) (laws [][2]distuv.Normal) {
	a, b := authorsVB()
	a.Mu, b.Mu = 0, 0
	for t := 1; len(laws) < len(steps); t++ {
		byA, byB := v.gradient(a, b, d)
		rate := math.Pow(v.offset+float64(t), -v.power)
		a.Mu += rate * byA
		b.Mu += rate * byB
		if t == steps[len(laws)] {
			laws = append(laws, [2]distuv.Normal{a, b})
		}
	}
	return laws
}

// The steps of the authors' VB, and our descents. The authors made one for each number of steps.
var vbSteps = []int{1, 3, 10, 31, 100, 316, 1000, 3162, 10_000}

const descents = 40

// descentRows have J of the law after some steps, which AIDE expects: the mean over descents. Their error is the
// standard deviation from descent to descent, because the authors' numbers are each of one.
func descentRows(steps []int, size Size) (rows []BiasRow) {
	js := make([][]float64, len(steps))
	for i := range descents {
		for k, law := range newDescent(10, 10_000, 0.75).after(steps, sample.Seeded(size.seeded(uint64(i)))) {
			js[k] = append(js[k], closedJ(law[0], law[1]))
		}
	}
	for k, n := range steps {
		mean, sd := stat.MeanStdDev(js[k], nil)
		rows = append(rows, BiasRow{Program: VB, Size: n, M: 1, J: mean, AIDE: mean, Err: sd, Looks: descents})
	}
	return rows
}

// closedJ is the symmetrised divergence of a law of independent a and b from the posterior.
func closedJ(a, b distuv.Normal) float64 {
	pa, pb := closedPosterior()
	kl := distuv.KullbackLeibler{}.DistNormal
	return kl(a, pa) + kl(pa, a) + kl(b, pb) + kl(pb, b)
}
