package toys_test

import (
	"math"
	"math/big"
	"testing"

	"breadboard/chains"
	"breadboard/toys"
)

// On a fine lattice log p(y) is that of the continuous problem: y is normal, with the covariance
// (6 -3; -3 6) for the data of AIDE's Figure 2. A coarse lattice has another.
func TestRegression(t *testing.T) {
	data := [][]float64{{-2, -2}, {2, 2}}
	want := -math.Log(2*math.Pi) - math.Log(27)/2 - 24./27/2
	for points, fine := range map[int]bool{61: true, 7: false} {
		target := toys.NewRegression(2, points).Model().Given(data)
		if got := chains.LogSum(target.LogF); (math.Abs(got-want) < 1e-8) != fine { // the prior has 4e-9 outside
			t.Errorf("with %d points log p(y) is %v, want %v", points, got, want)
		}
	}
}

// p(y) is a sum over cells, for the first data too.
func TestRegressionEvidence(t *testing.T) {
	m := toys.NewRegression(3, 4)
	of := m.Model()
	prior := of.Prior()
	evidence(t, of, 5, func(x []int, y [][]float64) *big.Float {
		logp := prior[of.Grid.Index(x...)]
		for _, d := range y {
			logp += logNormal(d[1], m.At(x[0])+m.At(x[1])*d[0], 1)
		}
		return bigExp(bigOf(logp))
	})
}
