package operators

import (
	"iter"
	"slices"

	"gonum.org/v1/gonum/floats"

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

// mixture is the sum of share[i] times the i-th part; shares sum to 1.
type mixture struct {
	composite
	share []float64
	one   []float64 // one part's result
	row   *gather   // nil until a row is asked for
}

// NewMixture returns the mixture of operators on n states, by shares that sum to 1. It
// is Differentiable if all parts are.
func NewMixture(share []float64, parts []chains.Operator, n int) chains.Operator {
	turned := reversals(parts)
	of := func(ops []chains.Operator) *mixture {
		return &mixture{composite: composite{parts: ops, aims: parts, n: n}, share: share}
	}
	if smoothly(parts) {
		return bothWays(parts, turned, func(ops []chains.Operator) smoothMixture { return smoothMixture{of(ops)} })
	}
	return bothWays(parts, turned, of)
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

// product makes a step of each part, in order: T = K_1 K_2 ... Its buffers are nil until
// they are needed.
type product struct {
	composite
	buf   chains.Pair // what one part passes to the next
	whole chains.Pair // T f, when only a share of it is asked for
	slope []float64
	rows  [2]*gather
}

// NewProduct returns the product of operators on n states. aims lists the operators to
// aim, each once, because one operator may be several parts. The product is
// Differentiable if all parts are.
func NewProduct(parts, aims []chains.Operator, n int) chains.Operator {
	turned := reversals(parts)
	slices.Reverse(turned)
	of := func(ops []chains.Operator) *product {
		return &product{composite: composite{parts: ops, aims: aims, n: n}}
	}
	if smoothly(parts) {
		return bothWays(parts, turned, func(ops []chains.Operator) smoothProduct { return smoothProduct{of(ops)} })
	}
	return bothWays(parts, turned, of)
}

// Row adds up all ways to every other cell.
func (o *product) Row(x int, visit func(y int, p float64)) {
	o.ends(x, func(y int, p float64) {
		if y != x {
			visit(y, p)
		}
	})
}

// Stay adds up all ways back to x.
func (o *product) Stay(x int) float64 {
	stay := 0.0
	o.ends(x, func(y int, p float64) {
		if y == x {
			stay = p
		}
	})
	return stay
}

// ends visits every cell, perhaps x too, where a step of each part from x may end.
func (o *product) ends(x int, visit func(y int, p float64)) {
	if o.rows[0] == nil {
		o.rows = [2]*gather{newGather(o.n), newGather(o.n)}
	}
	now, next := o.rows[0], o.rows[1]
	now.put(x, 1)
	for _, part := range o.parts {
		now.empty(func(at int, mass float64) {
			part.Row(at, func(y int, p float64) { next.put(y, mass*p) })
			next.put(at, mass*chains.StayProbability(part, at))
		})
		now, next = next, now
	}
	now.empty(visit)
}

func (o *product) Step(x int, d chains.Dice) int {
	for _, part := range o.parts {
		x = part.Step(x, d)
	}
	return x
}

// vectors makes the two buffers if need be, and returns them.
func (o *product) vectors() *chains.Pair {
	makePair(&o.buf, o.n)
	return &o.buf
}

func makePair(p *chains.Pair, n int) {
	if p[0] == nil {
		*p = chains.Pair{make([]float64, n), make([]float64, n)}
	}
}

// inTurn sets dst to v after a step of one part after another.
func (o *product) inTurn(dst, v []float64, parts iter.Seq2[int, chains.Operator],
	step func(part chains.Operator, dst, v []float64)) {
	for i, part := range parts {
		next := o.vectors()[i%2]
		step(part, next, v)
		v = next
	}
	copy(dst, v)
}

func (o *product) Push(dst, q []float64)    { o.inTurn(dst, q, slices.All(o.parts), chains.Operator.Push) }
func (o *product) PushLaw(dst, q []float64) { o.inTurn(dst, q, slices.All(o.parts), chains.PushLaw) }
func (o *product) Pull(dst, f []float64) {
	o.inTurn(dst, f, slices.Backward(o.parts), chains.Operator.Pull)
}

// PullPair needs a pair of its own if share is not 1.
func (o *product) PullPair(dst, base, f *chains.Pair, share float64) {
	if base == f && share == 1 {
		o.pullAll(dst, f)
		return
	}
	makePair(&o.whole, o.n)
	o.pullAll(&o.whole, f)
	for k, pulled := range o.whole {
		addChange(dst[k], base[k], pulled, f[k], share)
	}
}

// pullAll sets dst to T f. It needs a pair of its own if two parts or more cannot pull
// in place.
func (o *product) pullAll(dst, f *chains.Pair) {
	now, moves := f, o.moves()
	for i := len(o.parts) - 1; i >= 0; i-- {
		part := o.parts[i]
		if now != f && inPlace(part) {
			pullPair(part, now, now, now, 1)
			continue
		}
		next := dst
		if moves--; moves%2 == 1 {
			next = o.vectors()
		}
		pullPair(part, next, now, now, 1)
		now = next
	}
}

// moves counts the parts whose result goes to another pair: the first, and all others
// that cannot pull in place.
func (o *product) moves() int {
	moves := 1
	for _, part := range o.parts[:len(o.parts)-1] {
		if !inPlace(part) {
			moves++
		}
	}
	return moves
}

// smoothProduct is a product of Differentiable operators.
type smoothProduct struct{ *product }

// PushSlope is the product rule. After each part it pushes the change so far, and adds
// the part's own change of the measure that reaches it.
func (o smoothProduct) PushSlope(dst, q, slope []float64) {
	if o.slope == nil {
		o.slope = make([]float64, o.n)
	}
	now, next, changed := append([]float64(nil), q...), o.vectors()[0], o.vectors()[1]
	clear(dst)
	for _, part := range o.parts {
		part.Push(changed, dst)
		part.(chains.Differentiable).PushSlope(o.slope, now, slope)
		for x, v := range o.slope {
			dst[x] = changed[x] + v
		}
		part.Push(next, now)
		now, next = next, now
	}
}
