package chains

import "gonum.org/v1/gonum/floats"

// blend is the mixture of operators on the same grid, the sum of share[i] times
// the i-th; shares sum to 1.
type blend struct {
	compound
	share []float64
	one   []float64
	heap  *heap // nil until a row is asked for
}

// newBlend returns the mixture, one that is Differentiable where all parts are.
func newBlend(share []float64, parts []Operator, n int) Operator {
	smooth := smoothly(parts)
	return bothWays(parts, reversals(parts), func(ops []Operator) (Operator, *compound) {
		o := &blend{compound: compound{parts: ops, aims: parts, n: n}, share: share}
		if smooth {
			return smoothBlend{o}, &o.compound
		}
		return o, &o.compound
	})
}

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

func (o *blend) PullPair(dst, base, f *Pair, share float64) {
	for i, part := range o.parts {
		pullPair(part, dst, base, f, share*o.share[i])
		base = dst
	}
}

// smoothBlend is a blend of operators that know how they change.
type smoothBlend struct{ *blend }

// PushSlope is the mixture of the parts'.
func (o smoothBlend) PushSlope(dst, q, slope []float64) {
	o.sum(dst, func(part Operator, one []float64) { part.(Differentiable).PushSlope(one, q, slope) })
}
