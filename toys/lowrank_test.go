package toys_test

import (
	"math"
	"math/big"
	"testing"

	"breadboard/toys"
)

// factorised returns u_ik and v_kj of a cell.
func factorised(m toys.LowRank, x []int) (u, v func(i, k int) float64) {
	value := func(c int) float64 { return 1.5 * float64(c-1) }
	return func(i, k int) float64 { return m.Rows * value(x[m.K*m.D+i*m.K+k]) },
		func(k, j int) float64 { return m.Columns * value(x[k*m.D+j]) }
}

// TestLowRankConditionals: given all else a factor has a normal density on its lattice, by the
// regression of the residuals of its row or column on the other factor.
func TestLowRankConditionals(t *testing.T) {
	m := toys.LowRank{N: 2, D: 2, K: 1, Rows: 1.3, Columns: 0.8, Noise: 0.6}
	broken := m
	broken.Noise *= 1.01
	consistent(t, m.Model(), broken.Model(), func(x []int, axis, value int, y [][]float64) float64 {
		u, v := factorised(m, x)
		rows := axis >= m.K*m.D
		x[axis] = value
		precision, pull, factor := 1/(m.Columns*m.Columns), 0.0, v(0, axis%m.D)
		if rows {
			precision, factor = 1/(m.Rows*m.Rows), u(axis-m.K*m.D, 0)
		}
		for h := range 2 {
			by, data := u(h, 0), y[h][axis%m.D]
			if rows {
				by, data = v(0, h), y[axis-m.K*m.D][h]
			}
			precision += by * by / (m.Noise * m.Noise)
			pull += by * data / (m.Noise * m.Noise)
		}
		return logNormal(factor, pull/precision, 1/precision)
	}, func(x []int, y [][]float64) (sum float64) {
		u, v := factorised(m, x)
		for j, value := range y[len(y)-1] {
			sum += logNormal(value, u(len(y)-1, 0)*v(0, j), m.Noise*m.Noise)
		}
		return sum
	})
}

// TestLowRankEvidence: rank 2, the prior by its own normalisation.
func TestLowRankEvidence(t *testing.T) {
	m := toys.LowRank{N: 1, D: 2, K: 2, Rows: 1.3, Columns: 0.8, Noise: 0.6}
	weight := func(c int) *big.Float { return bigExp(bigOf(-1.125 * float64((c-1)*(c-1)))) }
	total := new(big.Float).Add(weight(0), weight(1))
	total.Add(total, weight(2))
	for seed := range uint64(2) {
		evidence(t, m.Model(), seed, func(x []int, y [][]float64) *big.Float {
			p := bigOf(1)
			for _, c := range x {
				p.Mul(p, weight(c)).Quo(p, total)
			}
			u, v := factorised(m, x)
			for i, row := range y {
				for j, value := range row {
					off := value - u(i, 0)*v(0, j) - u(i, 1)*v(1, j)
					p.Mul(p, density([][]*big.Float{{bigOf(m.Noise * m.Noise)}}, []float64{off}))
				}
			}
			return p
		})
	}
	if got := m.Model().LogRelabelings; math.Abs(got-math.Ln2) > 1e-15 {
		t.Errorf("two factors have exp(%v) orders", got)
	}
}
