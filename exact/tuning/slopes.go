package tuning

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// How a push changes with beta is the difference of two pushes, a little above and a little below:
//
//	(q K_{β+h} - q K_{β-h}) / 2h,
//
// with an error of h² by curvature, and of 1e-16/h by rounding. Derivatives of J and B have eight digits by it, of the
// largest; the search for a best schedule ends at a gradient of 1e-3 of the value.

// beside is h. It is a power of 2, so that β ± h has no rounding that matters.
const beside = 0x1p-17

// slopes are the derivatives of two pushes at a level: of a law by the kernel, and of another by its reversal.
type slopes struct {
	there, back      []float64
	above, below     *aimedBeside
	lower, lowerBack []float64
}

// An aimedBeside is a kernel with a level of its own. It stays aimed as long as it is asked at one beta.
type aimedBeside struct {
	level    *chains.Level // T is 0 before it is aimed
	op, back chains.Operator
}

func newAimedBeside(a chains.Annealing) *aimedBeside {
	op := chains.On(a.Kernel, a.Grid)
	return &aimedBeside{level: a.NewLevel(), op: op, back: op.Reversal()}
}

// push pushes q by the kernel at a beta, and r by its reversal unless it is nil.
func (b *aimedBeside) push(t int, beta float64, q, r, dst, dstBack []float64) {
	if b.level.T == 0 || b.level.Beta != beta {
		b.level.Move(t, beta)
		b.op.Aim(b.level)
	}
	b.op.Push(dst, q)
	if r != nil {
		b.back.Push(dstBack, r)
	}
}

// newSlopes prepares the slopes by beta of a kernel.
func newSlopes(a chains.Annealing) *slopes {
	n := a.Grid.Size()
	return &slopes{there: make([]float64, n), back: make([]float64, n),
		above: newAimedBeside(a), below: newAimedBeside(a),
		lower: make([]float64, n), lowerBack: make([]float64, n)}
}

// at sets the slopes by beta at a level. q is pushed by the kernel and r by its reversal; r may be nil, and then
// nothing is.
func (s *slopes) at(t int, beta float64, q, r []float64) {
	up := min(beta+beside, 1)
	down := max(beta-beside, 0)
	s.above.push(t, up, q, r, s.there, s.back)
	s.below.push(t, down, q, r, s.lower, s.lowerBack)
	each := 1 / (up - down)
	difference(s.there, s.lower, each)
	if r != nil {
		difference(s.back, s.lowerBack, each)
	}
}

// difference sets above to its difference to below, times a factor.
func difference(above, below []float64, factor float64) {
	floats.Scale(factor, above)
	floats.AddScaled(above, -factor, below)
}
