package spectra

import (
	"fmt"
	"math"

	"breadboard/exact/elimination"
)

// Stationary returns the distribution that the matrix leaves invariant. Every probability
// above the smallest float has its relative digits; states that the chain leaves for good
// have 0. The diagonal is not looked at. It is an error if there is more than one closed
// class, and so more than one such distribution.
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
	_, c := m.on(states).eliminate(0)
	for i, v := range c.Stationary() {
		if math.IsNaN(v) {
			return nil, fmt.Errorf("the probability of state %d is beyond floating point", states[i])
		}
		pi[states[i]] = v
	}
	return pi, nil
}

// eliminate eliminates all states of an irreducible chain except one, the root, which
// comes first in the order of the states.
func (m *Matrix) eliminate(root int) (order []int, c *elimination.Chain) {
	order = []int{root}
	for x := range m.n {
		if x != root {
			order = append(order, x)
		}
	}
	c = elimination.New(m.n)
	for i, x := range order {
		row := m.row(x)
		for j, y := range order {
			if y != x && row[y] > 0 {
				c.Add(i, j, row[y])
			}
		}
	}
	c.Eliminate()
	return order, c
}
