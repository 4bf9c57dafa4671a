package toys_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/grid/must"
	"breadboard/toys"
)

// standard are so many values from -2 to 2, with the logs of their probabilities.
func standard(n int) (values, logp []float64) {
	for i := range n {
		v := -2 + 4*float64(i)/float64(n-1)
		values = append(values, v)
		logp = append(logp, distuv.UnitNormal.LogProb(v))
	}
	floats.AddConst(-floats.LogSumExp(logp), logp)
	return values, logp
}

// The joint density of the models with inputs is that of the paper's programs for Stan, written out. One with a number
// 1% larger is another.
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

// The weights of standard deviations are those of their squares under the inverse gamma law, between the middles of
// the lattice on a logarithmic axis, as the lattice gets finer.
func TestInverseGamma(t *testing.T) {
	var sds []float64
	const n = 400
	step := math.Log(8) / n
	for i := range n + 1 {
		sds = append(sds, math.Exp(float64(i)*step)/4)
	}
	logp := toys.InverseGamma("noise", sds).LogP
	law := distuv.InverseGamma{Alpha: 1, Beta: 1}
	all := quad.Fixed(law.Prob, sds[0]*sds[0], sds[n]*sds[n], 200, nil, 0)
	for i := 40; i < n; i += 40 {
		low := sds[i] * math.Exp(-step/2)
		high := sds[i] * math.Exp(step/2)
		want := quad.Fixed(law.Prob, low*low, high*high, 20, nil, 0) / all
		must.Near(t, math.Exp(logp[i]), want, 0.01*want, "a standard deviation of %g has", sds[i])
	}
}

// A family over real data keeps their inputs: draws have these.
func TestOver(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		f    toys.Family
		y    [][]float64
		same func(y, drawn []float64) bool
	}{
		{toys.NewLinear(2, 1, 3).Family(), [][]float64{{7, 1}, {9, 2}},
			func(y, d []float64) bool { return y[0] == d[0] }},
		{toys.NewLogistic(2, 1, 3).Family(), [][]float64{{7, 1}, {9, 0}},
			func(y, d []float64) bool { return y[0] == d[0] && d[1]*(1-d[1]) == 0 }},
	} {
		for i, drawn := range c.f.Over(c.y).Member(0).Draw(0, rng) {
			if !c.same(c.y[i], drawn) {
				t.Errorf("%s: observation %d is %v, and %v in the data", c.f.Name, i, drawn, c.y[i])
			}
		}
	}
	if f := toys.NewClustering(2, 2).Family(); f.Over([][]float64{{1}, {2}}).Grid.Size() != f.Grid.Size() {
		t.Error("a clustering over data has another grid")
	}
}
