package programs

import "breadboard/chains"

// A stationary runs stationary chains of the problem's kernel, aimed at the target. Such a chain
// can be drawn from left to right by the kernel, or from right to left by its reversal: its law
// is the same.
type stationary struct{ op, back chains.Operator }

func newStationary(p Problem) stationary {
	a, _ := p.Lowered()
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, a.T())
	op.Aim(l)
	return stationary{op, op.Reversal()}
}

// around puts x at place s of a chain of K states and draws the others: the kernel runs to
// the right of it, and the reversal to the left.
func (c stationary) around(x, s, K int, d chains.Dice) []int {
	h := make([]int, K)
	h[s] = x
	for k := s + 1; k < K; k++ {
		h[k] = c.op.Step(h[k-1], d)
	}
	for k := s - 1; k >= 0; k-- {
		h[k] = c.back.Step(h[k+1], d)
	}
	return h
}

// into is the probability that one step from x leads to y, which may be x.
func (c stationary) into(y, x int) (prob float64) {
	if x == y {
		return chains.Stay(c.op, x)
	}
	c.op.Row(x, func(z int, p float64) {
		if z == y {
			prob = p
		}
	})
	return prob
}

// place picks one of the K places of a chain, each with probability 1/K.
func place(K int, d chains.Dice) int {
	alike := make([]float64, K)
	for k := range alike {
		alike[k] = 1
	}
	return d.Pick(alike)
}

// stepCost is the mean number of log densities of a kernel step.
func (p Problem) stepCost() float64 { return chains.FactsOf(p.Kernel, p.Grid).Cost }
