package spectra

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/exact/elimination"
)

// Stationary returns the distribution that the matrix leaves invariant. Every probability
// above the smallest float has its relative digits; states that the chain leaves for good have
// 0. It ignores the diagonal. It is an error if there is more than one closed class, and so
// more than one such distribution.
func (m *Matrix) Stationary() ([]float64, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	var closed []Class
	for _, c := range m.Classes() {
		if c.Closed {
			closed = append(closed, c)
		}
	}
	if len(closed) != 1 {
		return nil, fmt.Errorf("%d closed classes, of state %d and of state %d among them; "+
			"a chain with one has one stationary distribution",
			len(closed), closed[0].States[0], closed[1].States[0])
	}
	states := closed[0].States
	pi := make([]float64, m.n)
	for i, v := range m.eliminate(states[:1], states[1:]).Stationary() {
		if math.IsNaN(v) {
			return nil, fmt.Errorf("the probability of state %d is beyond floating point", states[i])
		}
		pi[states[i]] = v
	}
	return pi, nil
}

// eliminate eliminates some states of the chain, which become the states from 1 on. The chain
// must be certain to get from each of them to the target, which becomes state 0.
func (m *Matrix) eliminate(target, states []int) *elimination.Chain {
	place := slices.Repeat([]int{-1}, m.n)
	for _, x := range target {
		place[x] = 0
	}
	for i, x := range states {
		place[x] = i + 1
	}
	c := elimination.New(len(states) + 1)
	for x, i := range place {
		if i < 0 {
			continue
		}
		for y, p := range m.row(x) {
			if j := place[y]; j >= 0 && j != i && p > 0 {
				c.Add(i, j, p)
			}
		}
	}
	c.Eliminate()
	return c
}

// modeFirst returns all states, the most probable before the others.
func modeFirst(pi []float64) []int {
	order := []int{floats.MaxIdx(pi)}
	for x := range pi {
		if x != order[0] {
			order = append(order, x)
		}
	}
	return order
}
