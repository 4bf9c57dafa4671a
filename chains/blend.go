package chains

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// blend is the mixture of operators on the same grid, the sum of share[i] times
// the i-th; shares sum to 1.
type blend struct {
	share []float64
	parts []Operator
	aims  []Operator // what is to be aimed: the parts, or what they are the reversals of
	back  Operator
	one   []float64
	heap  *heap
}

// newBlend returns the mixture, one that is Differentiable where all parts are.
func newBlend(share []float64, parts []Operator, n int) Operator {
	of := func(ops []Operator) *blend {
		return &blend{share: share, parts: ops, aims: parts, one: make([]float64, n), heap: newHeap(n)}
	}
	wrap := func(o *blend) Operator { return o }
	if smoothly(parts) {
		wrap = func(o *blend) Operator { return smoothBlend{o} }
	}
	o := of(parts)
	op := wrap(o)
	if o.back = op; !slices.Equal(parts, reversals(parts)) {
		back := of(reversals(parts))
		o.back, back.back = wrap(back), op
	}
	return op
}

func (o *blend) Aim(l *Level) {
	for _, part := range o.aims {
		part.Aim(l)
	}
}

func (o *blend) Reversal() Operator { return o.back }

func (o *blend) Row(x int, visit func(y int, p float64)) {
	for i, part := range o.parts {
		part.Row(x, func(y int, p float64) { o.heap.put(y, o.share[i]*p) })
	}
	o.heap.empty(visit)
}

func (o *blend) Step(x int, d Dice) int { return o.parts[d.Pick(o.share)].Step(x, d) }

func (o *blend) Push(dst, q []float64) {
	clear(dst)
	for i, part := range o.parts {
		part.Push(o.one, q)
		floats.AddScaled(dst, o.share[i], o.one)
	}
}

func (o *blend) Pull(dst, f []float64) {
	clear(dst)
	for i, part := range o.parts {
		part.Pull(o.one, f)
		floats.AddScaled(dst, o.share[i], o.one)
	}
}

// smoothBlend is a blend of operators that know how they change.
type smoothBlend struct{ *blend }

// PushSlope is the mixture of the parts'.
func (o smoothBlend) PushSlope(dst, q, slope []float64) {
	clear(dst)
	for i, part := range o.parts {
		part.(Differentiable).PushSlope(o.one, q, slope)
		floats.AddScaled(dst, o.share[i], o.one)
	}
}
