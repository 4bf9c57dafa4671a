package kernels

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/lanes"
	"breadboard/chains/numbers"
	"breadboard/grid"
	"breadboard/grid/text"
)

// Jumps is Metropolis with steps of any length: the random walks of Turner and Neal (2017, Section 4.4), along one axis
// at a time. It picks an axis uniformly, and proposes m cells back or forth by the density of a Cauchy, a Laplace or a
// Gaussian distribution at the whole numbers. m is not 0 and shorter than the axis: a longer step would leave the box
// from everywhere. The probability of m does not depend on the cell. So the proposal is symmetric, and y is accepted
// with min(1, f(y)/f(x)). A step off the end of a line is rejected, and so is a wall. On a ring the step goes on round:
// m cells forth and the length less m back lead to the same cell, and both count. A spin is flipped.
type Jumps struct {
	Tail  Tail
	Scale float64 // in cells
}

// A Tail gives the probability of a step of m cells, up to a factor.
type Tail int

const (
	Cauchy  Tail = iota // 1/(1 + (m/Scale)²): most steps are short, and some cross the whole box
	Laplace             // exp(-|m|/Scale): the length has a geometric distribution
	Gauss               // exp(-m²/2 Scale²): no step is much longer than Scale
)

// On refuses axes of three labels or more, because labels have no distances, and axes that are too long: each move has
// a pattern of the cells from which it leaves the box. It panics if the scale is not from 0.25 to 64.
func (k Jumps) On(g grid.Grid) (chains.Operator, error) {
	if !validScale(k.Scale) {
		panic(fmt.Sprintf("kernels: steps of the scale %v", k.Scale))
	}
	if err := ordered(g); err != nil {
		return nil, err
	}
	var moves []flows.Move
	for axis, n := range g.Lens() {
		const aPattern = 1024 // cells, and a period of the axis unless it is the first
		err := text.CheckMemory(n, "places of an axis", func(n float64) float64 {
			period := n * float64(g.Stride(axis))
			if g.Stride(axis)*g.Len(axis) == g.Size() {
				period = 0
			}
			return 8 * n * (aPattern + period)
		})
		if err != nil {
			return nil, err
		}
		for m := 1; m < n; m++ {
			move := make(flows.Move, g.Axes())
			move[axis] = m
			moves = append(moves, move)
		}
	}
	return flows.NewSymmetric(g, flows.Symmetric{Moves: moves, Acceptance: lanes.Metropolis,
		Float:    jumping[numbers.Float](g, k),
		Interval: jumping[*numbers.Interval](g, k)}), nil
}

// Cost counts the proposal.
func (Jumps) Cost(grid.Grid) float64 { return 1 }

// validScale bounds the scale: a smaller one nearly always proposes one cell, and a larger one all lengths equally
// often.
func validScale(scale float64) bool { return scale >= 0.25 && scale <= 64 }

// jumps returns the family of a tail.
func jumps(t Tail) Family {
	return Family{Param: "SCALE", Takes: "a number from 0.25 to 64", Example: "1.5", Valid: validScale,
		Spacing: chains.EqualRatios, Of: func(scale float64) chains.Kernel { return Jumps{t, scale} }}
}

// withHamiltonian returns the family of a random walk of each scale mixed with trajectories, as Turner and Neal mix
// theirs with NUTS: a cheap step and an expensive one that goes far.
func withHamiltonian() Family {
	f := jumps(Gauss)
	f.Of = func(scale float64) chains.Kernel {
		return Mixture{Weights: []float64{0.5, 0.5},
			Kernels: []chains.Kernel{Jumps{Gauss, scale}, Hamiltonian{Steps: 3, Size: 1.5}}}
	}
	return f
}

// jumping returns the probability of proposing each move, axis by axis. Round a ring two ways lead from x to the cell m
// further.
func jumping[N numbers.Number[N]](g grid.Grid, k Jumps) flows.Proposal[N] {
	return func(one N) []N {
		var proposed []N
		for axis, n := range g.Lens() {
			sum := one.Of(0)
			var probs []N // of a step one way, from 1 cell on, up to a factor
			for m := 1; m < n; m++ {
				p := tailed(k, one.Of(float64(m)))
				probs = append(probs, p)
				sum = sum.Plus(p.Times(one.Of(float64(g.Ways(axis)))))
			}
			sum = sum.Times(one.Of(float64(g.Axes())))
			for i, p := range probs {
				if g.Kind(axis) == grid.Ring {
					p = p.Plus(probs[len(probs)-1-i])
				}
				proposed = append(proposed, p.Over(sum))
			}
		}
		return proposed
	}
}

// tailed returns the probability of proposing a step of m cells, up to a factor.
func tailed[N numbers.Number[N]](k Jumps, m N) N {
	far := m.Over(m.Of(k.Scale))
	zero := m.Of(0)
	switch k.Tail {
	case Laplace:
		return zero.Minus(far).Exp()
	case Gauss:
		return zero.Minus(far.Times(far)).Over(m.Of(2)).Exp()
	}
	return m.Of(1).Over(m.Of(1).Plus(far.Times(far)))
}
