package posteriors

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/toys/zoo/data"
)

// deaths is logistic regression by the laws of its variables.
func deaths(x, y, n []float64, scale float64) func(theta []float64) float64 {
	return func(theta []float64) float64 {
		prior := distuv.Normal{Sigma: scale}
		sum := prior.LogProb(theta[0]) + prior.LogProb(theta[1])
		for i := range x {
			odds := math.Exp(theta[0] + theta[1]*x[i])
			sum -= y[i]*math.Log(1+1/odds) + (n[i]-y[i])*math.Log(1+odds) // p is 1/(1 + 1/odds)
		}
		return sum
	}
}

func TestLogistic(t *testing.T) {
	c := data.Columns("bioassay", "dose", "deaths", "animals")
	holds(t, "bioassay", round, deaths(c[0], c[1], c[2], 15))
	c = data.Columns("beetles", "dose", "killed", "exposed")
	mean, std := stat.MeanStdDev(c[0], nil)
	holds(t, "beetles", round, func(theta []float64) float64 {
		x := make([]float64, len(c[0]))
		for i, v := range c[0] {
			x[i] = (v - mean) / std
		}
		return deaths(x, c[1], c[2], 10)(theta)
	})
}

// The seven launches with distress are those of Dalal, Fowlkes and Hoadley.
func TestChallenger(t *testing.T) {
	distress := map[float64]int{53: 1, 57: 1, 58: 1, 63: 1, 70: 2, 75: 1}
	c := data.Columns("challenger", "temperature", "distressed")
	var x, y, n []float64
	for i, f := range c[0] {
		hit := 0.0
		if c[1][i] > 0 {
			hit = 1
			distress[f]--
		}
		x, y, n = append(x, (f-60)/10), append(y, hit), append(n, 1)
	}
	for f, left := range distress {
		if left != 0 {
			t.Errorf("%d launches with distress at %v F are missing", left, f)
		}
	}
	holds(t, "challenger-raw", round, deaths(x, y, n, 10))
	mean, std := stat.MeanStdDev(c[0], nil)
	for i, f := range c[0] {
		x[i] = (f - mean) / std
	}
	holds(t, "challenger", round, deaths(x, y, n, 10))
}
