package operators

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// mixture is the sum of share[i] times the i-th part; shares sum to 1.
type mixture struct {
	composite
	share []float64
	one   []float64 // what one part makes
	row   *gather   // nil until a row is asked for
}

// NewMixture returns the mixture of operators on n states, by shares that sum to 1. It
// is Differentiable if all parts are.
func NewMixture(share []float64, parts []chains.Operator, n int) chains.Operator {
	smooth := smoothly(parts)
	return bothWays(parts, reversals(parts), func(ops []chains.Operator) (chains.Operator, *composite) {
		o := &mixture{composite: composite{parts: ops, aims: parts, n: n}, share: share}
		if smooth {
			return smoothMixture{o}, &o.composite
		}
		return o, &o.composite
	})
}

// Row adds up what the parts' rows put into each cell.
func (o *mixture) Row(x int, visit func(y int, p float64)) {
	if o.row == nil {
		o.row = newGather(o.n)
	}
	for i, part := range o.parts {
		part.Row(x, func(y int, p float64) { o.row.put(y, o.share[i]*p) })
	}
	o.row.empty(visit)
}

func (o *mixture) Step(x int, d chains.Dice) int { return o.parts[d.Pick(o.share)].Step(x, d) }

// add sets dst to the sum over the parts of share times one, which of sets for each part.
func (o *mixture) add(dst []float64, of func(part chains.Operator, one []float64)) {
	if o.one == nil {
		o.one = make([]float64, o.n)
	}
	clear(dst)
	for i, part := range o.parts {
		of(part, o.one)
		floats.AddScaled(dst, o.share[i], o.one)
	}
}

func (o *mixture) Push(dst, q []float64) {
	o.add(dst, func(part chains.Operator, one []float64) { part.Push(one, q) })
}

// PushLaw is the mixture of the parts' PushLaw.
func (o *mixture) PushLaw(dst, q []float64) {
	o.add(dst, func(part chains.Operator, one []float64) { chains.PushLaw(part, one, q) })
}

func (o *mixture) Pull(dst, f []float64) {
	o.add(dst, func(part chains.Operator, one []float64) { part.Pull(one, f) })
}

// PullPair adds to base what each part changes, in no memory of its own.
func (o *mixture) PullPair(dst, base, f *chains.Pair, share float64) {
	for i, part := range o.parts {
		pullPair(part, dst, base, f, share*o.share[i])
		base = dst
	}
}

// smoothMixture is a mixture of Differentiable operators.
type smoothMixture struct{ *mixture }

// PushSlope is the mixture of the parts' slopes.
func (o smoothMixture) PushSlope(dst, q, slope []float64) {
	o.add(dst, func(part chains.Operator, one []float64) { part.(chains.Differentiable).PushSlope(one, q, slope) })
}
