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
	heap  *heap // nil until a row is asked for
	n     int
}

// newBlend returns the mixture, one that is Differentiable where all parts are.
func newBlend(share []float64, parts []Operator, n int) Operator {
	of := func(ops []Operator) *blend {
		return &blend{share: share, parts: ops, aims: parts, n: n}
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
	if o.heap == nil {
		o.heap = newHeap(o.n)
	}
	for i, part := range o.parts {
		part.Row(x, func(y int, p float64) { o.heap.put(y, o.share[i]*p) })
	}
	o.heap.empty(visit)
}

func (o *blend) Step(x int, d Dice) int { return o.parts[d.Pick(o.share)].Step(x, d) }

// sum sets dst to the sum of what each part sets one to, times its share.
func (o *blend) sum(dst []float64, of func(part Operator, one []float64)) {
	if o.one == nil {
		o.one = make([]float64, o.n)
	}
	clear(dst)
	for i, part := range o.parts {
		of(part, o.one)
		floats.AddScaled(dst, o.share[i], o.one)
	}
}

func (o *blend) Push(dst, q []float64) {
	o.sum(dst, func(part Operator, one []float64) { part.Push(one, q) })
}

func (o *blend) Pull(dst, f []float64) {
	o.sum(dst, func(part Operator, one []float64) { part.Pull(one, f) })
}

// PullPair adds to f what each part would change, in no memory of its own.
func (o *blend) PullPair(dst, f *[2][]float64) { o.addPair(dst, f, f, 1) }

func (o *blend) addPair(dst, base, f *[2][]float64, share float64) {
	for i, part := range o.parts {
		addPair(part, dst, base, f, share*o.share[i])
		base = dst
	}
}

// smoothBlend is a blend of operators that know how they change.
type smoothBlend struct{ *blend }

// PushSlope is the mixture of the parts'.
func (o smoothBlend) PushSlope(dst, q, slope []float64) {
	o.sum(dst, func(part Operator, one []float64) { part.(Differentiable).PushSlope(one, q, slope) })
}
