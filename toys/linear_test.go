package toys_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/grid/must"
	"breadboard/toys"
)

// standard returns n values from -2 to 2, with the logs of their probabilities.
func standard(n int) (values, logp []float64) {
	for i := range n {
		v := -2 + 4*float64(i)/float64(n-1)
		values = append(values, v)
		logp = append(logp, distuv.UnitNormal.LogProb(v))
	}
	floats.AddConst(-floats.LogSumExp(logp), logp)
	return values, logp
}

// TestEvidenceOfInputs: the joint density of the models with inputs agrees with the paper's programs for Stan, written
// out. One with a number 1% larger does not.
func TestEvidenceOfInputs(t *testing.T) {
	linear := toys.NewLinear(4, 2, 3)
	linear.Scale, linear.Noise = 1.3, 0.6
	loud := linear
	loud.Noise *= 1.01
	logistic := toys.NewLogistic(4, 2, 3)
	logistic.Scale = 1.3
	far := logistic
	far.Scale *= 1.01
	values, logp := standard(3)
	mean := func(x []int, row []float64) float64 {
		return 1.3 * (values[x[0]] + values[x[1]]*row[0] + values[x[2]]*row[1])
	}
	prior := func(x []int) float64 { return logp[x[0]] + logp[x[1]] + logp[x[2]] }
	for _, of := range []struct {
		model, broken toys.Model
		joint         func(x []int, y [][]float64) float64
	}{
		{linear.Model(), loud.Model(), func(x []int, y [][]float64) float64 {
			sum := prior(x)
			for _, row := range y {
				sum += logNormal(row[2], mean(x, row), 0.36)
			}
			return sum
		}},
		{logistic.Model(), far.Model(), func(x []int, y [][]float64) float64 {
			sum := prior(x)
			for _, row := range y {
				p := 1 / (1 + math.Exp(-mean(x, row)))
				sum += distuv.Bernoulli{P: p}.LogProb(row[2])
			}
			return sum
		}},
	} {
		evident(t, of.model, of.broken, of.joint)
	}
}

// TestInverseGamma: the square v of a standard deviation is inverse gamma: the density of log v is v times that of v.
func TestInverseGamma(t *testing.T) {
	sds := []float64{0.25, 0.5, 1, 2}
	logp := toys.InverseGamma("noise", sds).LogP
	var want []float64
	for _, s := range sds {
		want = append(want, distuv.InverseGamma{Alpha: 1, Beta: 1}.LogProb(s*s)+math.Log(s*s))
	}
	floats.AddConst(-floats.LogSumExp(want), want)
	must.Each(t, logp, want, 1e-14, "the logs of the weights")
}

// TestOver: a hierarchical model over real data keeps their inputs: draws have these.
func TestOver(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		f    toys.Hierarchical
		y    [][]float64
		same func(y, drawn []float64) bool
	}{
		{toys.NewLinear(2, 1, 3).Hierarchical(), [][]float64{{7, 1}, {9, 2}},
			func(y, d []float64) bool { return y[0] == d[0] }},
		{toys.NewLogistic(2, 1, 3).Hierarchical(), [][]float64{{7, 1}, {9, 0}},
			func(y, d []float64) bool { return y[0] == d[0] && d[1]*(1-d[1]) == 0 }},
	} {
		for i, drawn := range c.f.Over(c.y).Member(0).Draw(0, rng) {
			if !c.same(c.y[i], drawn) {
				t.Errorf("%s: observation %d is %v, and %v in the data", c.f.Name, i, drawn, c.y[i])
			}
		}
	}
	if f := toys.NewClustering(2, 2).Hierarchical(); f.Over([][]float64{{1}, {2}}).Grid.Size() != f.Grid.Size() {
		t.Error("a clustering over data has another grid")
	}
}
