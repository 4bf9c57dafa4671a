package operators

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// mixture is the sum of share[i] times the i-th part; shares sum to 1.
type mixture struct {
	composite
	share []float64
	one   []float64      // one part's result
	row   *chains.Gather // nil until a row is asked for
	block lanes.Block    // one part's result; nil until it is needed
}

// NewMixture returns the mixture of operators on n states, by shares that sum to 1. It
// is Differentiable if all parts are.
func NewMixture(share []float64, parts []chains.Operator, n int) chains.Operator {
	return bothWays(parts, false, func(ops []chains.Operator, smooth bool) composed {
		o := &mixture{composite: composite{parts: ops, aims: parts, n: n}, share: share}
		if smooth {
			return smoothMixture{o}
		}
		return o
	})
}

// Row adds up what the parts' rows put into each cell.
func (o *mixture) Row(x int, visit func(y int, p float64)) {
	if o.row == nil {
		o.row = chains.NewGather(o.n)
	}
	for i, part := range o.parts {
		part.Row(x, func(y int, p float64) { o.row.Put(y, o.share[i]*p) })
	}
	o.row.Empty(visit)
}

func (o *mixture) Step(x int, d chains.Dice) int { return o.parts[d.Pick(o.share)].Step(x, d) }

// add sets dst to the sum over the parts of their share times their step of v.
func (o *mixture) add(dst, v []float64, step func(part chains.Operator, dst, v []float64)) {
	if o.one == nil {
		o.one = make([]float64, o.n)
	}
	clear(dst)
	for i, part := range o.parts {
		step(part, o.one, v)
		floats.AddScaled(dst, o.share[i], o.one)
	}
}

func (o *mixture) Push(dst, q []float64)    { o.add(dst, q, chains.Operator.Push) }
func (o *mixture) PushLaw(dst, q []float64) { o.add(dst, q, chains.PushLaw) }
func (o *mixture) Pull(dst, f []float64)    { o.add(dst, f, chains.Operator.Pull) }

// PushBlock adds up the parts' shares.
func (o *mixture) PushBlock(dst, q lanes.Block) {
	if o.block == nil {
		o.block = make(lanes.Block, o.n)
	}
	clear(dst)
	for i, part := range o.parts {
		PushBlock(part, o.block, q)
		for x := range dst {
			for k, v := range o.block[x] {
				dst[x][k] += o.share[i] * v
			}
		}
	}
}

// PullPair adds each part's change to base, and needs no memory of its own.
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
	o.add(dst, q, func(part chains.Operator, dst, q []float64) {
		part.(chains.Differentiable).PushSlope(dst, q, slope)
	})
}
