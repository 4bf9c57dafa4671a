package posteriors

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/toys/zoo/data"
)

func TestNeuron(t *testing.T) {
	c := data.Columns("stackloss", "air", "loss")
	air, wide := stat.MeanStdDev(c[0], nil)
	loss, high := stat.MeanStdDev(c[1], nil)
	slow := func(theta []float64) float64 {
		prior := distuv.Normal{Sigma: 1.5}
		sum := prior.LogProb(theta[0]) + prior.LogProb(theta[1])
		for i := range c[0] {
			e := math.Exp(2 * theta[1] * (c[0][i] - air) / wide)
			sum += distuv.Normal{Mu: theta[0] * (e - 1) / (e + 1), Sigma: 1.2}.LogProb((c[1][i] - loss) / high)
		}
		return sum
	}
	holds(t, "neuron", round, slow)
	p := named(t, "neuron")
	g := p.Target().Grid
	for x := range g.Size() {
		c := p.Theta(g, x)
		if off := p.LogF(c) - p.LogF([]float64{-c[0], -c[1]}); !(math.Abs(off) < round) {
			t.Errorf("the signs at %v differ by %g", c, off)
		}
	}
}
