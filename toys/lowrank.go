package toys

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// LowRank is BDMC's low-rank model (Section 6) on a lattice: y_ij ~ N(u_i·v_j, Noise). The factors
// u_ik are -1.5, 0 or 1.5 times Rows, and v_kj are -1.5, 0 or 1.5 times Columns. These values have
// probabilities in proportion to the normal density: 0.20, 0.61 and 0.20. Nothing is integrated
// out. v_kj is axis k D + j, and u_ik is axis K D + i K + k.
type LowRank struct {
	N, D, K              int
	Rows, Columns, Noise float64 // standard deviations of u, v and y
}

// lattice are the values of a factor, in standard deviations.
var lattice = []float64{-1.5, 0, 1.5}

// NewLowRank returns the model with the other parameters as in the catalogue.
func NewLowRank(n, d, k int) LowRank {
	return LowRank{N: n, D: d, K: k, Rows: 1, Columns: 1, Noise: 1}
}

// factors is the number of axes.
func (m LowRank) factors() int { return m.K * (m.N + m.D) }

// Model returns the model with both factors as latents. It panics unless there are at most
// MostCells of them. Like the paper it counts K! relabelings, the orders of the factors. To change
// the signs of u_·k and v_k· together changes no density either, so that a mode has 2^K K!
// copies. The correction of vb:sym=yes is then too small, by up to K log 2.
func (m LowRank) Model() Model {
	return newModel(fmt.Sprintf("lowrank:%d:%d:%d", m.N, m.D, m.K), m.N, m.D, m.K,
		slices.Repeat([][]float64{normal(lattice)}, m.factors()), m.K, m)
}

// product is u_i·v_j.
func (m LowRank) product(x []int, i, j int) float64 {
	u, sum := x[m.K*m.D+i*m.K:], 0.0
	for k := range m.K {
		sum += lattice[u[k]] * lattice[x[k*m.D+j]]
	}
	return m.Rows * m.Columns * sum
}

func (m LowRank) loglik(x []int, y [][]float64) float64 {
	sum := 0.0
	for i, row := range y {
		for j, v := range row {
			off := (v - m.product(x, i, j)) / m.Noise
			sum -= off*off/2 + math.Log(m.Noise) + math.Log(2*math.Pi)/2
		}
	}
	return sum
}

func (m LowRank) draw(x []int, rng *rand.Rand) [][]float64 {
	return normals(m.N, m.D, m.Noise, rng, func(i, j int) float64 { return m.product(x, i, j) })
}

// Family returns the family with Noise and Rows on a lattice. Columns stays as it is, because
// p(y | x) depends only on Rows times Columns. With a noise below 1/2 the joint density of
// standardized data would span more than 600 nats, and annealing would take ten times as long.
func (m LowRank) Family() Family {
	loud := []float64{1. / 2, math.Sqrt2 / 2, 1}
	return NewFamily([]Hyper{{"noise", loud}, {"rows", scales}}, func(eta []float64) Model {
		m.Noise, m.Rows = eta[0], eta[1]
		return m.Model()
	})
}

func lowRankOf(p *parameters) LowRank {
	m := NewLowRank(p.whole("N", 1, mostSpins), p.whole("D", 1, mostSpins), p.whole("K", 1, mostSpins))
	if n, values := m.factors(), len(lattice); !fits(values, n) {
		p.refuse("%dx%d numbers of rank %d have %d factors, or %d^%d cells; up to %d cells would do",
			m.N, m.D, m.K, n, values, n, MostCells)
	}
	return m
}
