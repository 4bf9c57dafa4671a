package posteriors

import (
	"math"
	"math/cmplx"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/toys/zoo/data"
)

func TestCycle(t *testing.T) {
	c := data.Columns("lynx", "lynx")
	logs := make([]float64, 21)
	for i, n := range c[0] {
		logs[i] = math.Log(n)
	}
	mean, std := stat.MeanStdDev(logs, nil)
	holds(t, "pelts", round, func(theta []float64) (sum float64) {
		for i, v := range logs {
			wave := real(cmplx.Exp(complex(0, theta[1]+float64(i)*2*math.Pi/theta[0])))
			sum += distuv.Normal{Mu: math.Sqrt2 * wave, Sigma: 1.2}.LogProb((v - mean) / std)
		}
		return sum
	})
}
