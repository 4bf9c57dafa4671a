package operators

import (
	"slices"

	"breadboard/chains"
)

// composite holds the parts of an operator that is made of others.
type composite struct {
	parts []chains.Operator
	aims  []chains.Operator // to be aimed, each once: the parts, or those that they reverse
	back  chains.Operator
	n     int
}

func (o *composite) Aim(l *chains.Level) {
	for _, part := range o.aims {
		part.Aim(l)
	}
}

func (o *composite) Reversal() chains.Operator { return o.back }

func (o *composite) reverse(back chains.Operator) { o.back = back }

// bothWays returns the operator that of makes of parts. Its reversal is made of turned. If
// both lists are the same, the operator is its own reversal.
func bothWays[T interface {
	chains.Operator
	reverse(back chains.Operator)
}](parts, turned []chains.Operator, of func(parts []chains.Operator) T) chains.Operator {
	ahead := of(parts)
	back := ahead
	if !slices.Equal(parts, turned) {
		back = of(turned)
	}
	ahead.reverse(back)
	back.reverse(ahead)
	return ahead
}

// smoothly reports whether all operators and their reversals are Differentiable.
func smoothly(parts []chains.Operator) bool {
	return !slices.ContainsFunc(parts, func(o chains.Operator) bool {
		_, ahead := o.(chains.Differentiable)
		_, back := o.Reversal().(chains.Differentiable)
		return !ahead || !back
	})
}

// reversals lists the reversals of the operators, in their order.
func reversals(parts []chains.Operator) []chains.Operator {
	back := make([]chains.Operator, len(parts))
	for i, o := range parts {
		back[i] = o.Reversal()
	}
	return back
}

// A gather adds up what several rows put into the same cell.
type gather struct {
	mass []float64
	at   []int // the cells that have got something, each once
}

func newGather(n int) *gather { return &gather{mass: make([]float64, n)} }

func (g *gather) put(y int, p float64) {
	if g.mass[y] == 0 && p > 0 {
		g.at = append(g.at, y)
	}
	g.mass[y] += p
}

// empty visits every cell with its sum, and forgets the sums.
func (g *gather) empty(visit func(y int, p float64)) {
	for _, y := range g.at {
		visit(y, g.mass[y])
		g.mass[y] = 0
	}
	g.at = g.at[:0]
}

// Identity is the operator that never moves.
type Identity struct{}

func (Identity) Aim(*chains.Level)               {}
func (Identity) Row(int, func(y int, p float64)) {}
func (Identity) Push(dst, q []float64)           { copy(dst, q) }
func (Identity) Pull(dst, f []float64)           { copy(dst, f) }
func (Identity) PushSlope(dst, _, _ []float64)   { clear(dst) }
func (Identity) Step(x int, _ chains.Dice) int   { return x }
func (Identity) Reversal() chains.Operator       { return Identity{} }

// PullPair copies base.
func (Identity) PullPair(dst, base, _ *chains.Pair, _ float64) {
	if dst != base {
		copy(dst[0], base[0])
		copy(dst[1], base[1])
	}
}

// InPlace is true: PullPair reads nothing that it has already written.
func (Identity) InPlace() bool { return true }
