package operators

import (
	"iter"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/grid"
)

// composite holds the parts of an operator that is made of others.
type composite struct {
	parts []chains.Operator
	aims  []chains.Operator // to be aimed: the parts, or those that they reverse
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

// A composed operator is a mixture or a product.
type composed interface {
	chains.Operator
	reverse(back chains.Operator)
}

// bothWays returns the operator that of makes of parts. Its reversal is made of their reversals, in the opposite order
// if the parts are steps in turn. If both lists are the same, the operator is its own reversal. smooth says that all
// parts and their reversals are Differentiable.
func bothWays(parts []chains.Operator, inTurn bool, of func(parts []chains.Operator, smooth bool) composed) composed {
	var turned []chains.Operator
	smooth := true
	for _, o := range parts {
		_, ahead := o.(chains.Differentiable)
		_, back := o.Reversal().(chains.Differentiable)
		turned, smooth = append(turned, o.Reversal()), smooth && ahead && back
	}
	if inTurn {
		slices.Reverse(turned)
	}
	ahead := of(parts, smooth)
	back := ahead
	if !slices.Equal(parts, turned) {
		back = of(turned, smooth)
	}
	ahead.reverse(back)
	back.reverse(ahead)
	return ahead
}

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

// product makes a step of each part, in order: T = K_1 K_2 ... Its buffers are nil until
// they are needed.
type product struct {
	composite
	buf   chains.Pair // what one part passes to the next
	whole chains.Pair // T f, when only a share of it is asked for
	slope []float64
	rows  [2]*chains.Gather
	block [2]lanes.Block
}

// NewProduct returns the product of operators on n states, which never moves if there are none. An operator that comes
// several times in a row is aimed once. The product is Differentiable if all parts are.
func NewProduct(parts []chains.Operator, n int) chains.Operator {
	aims := slices.Compact(slices.Clone(parts))
	return bothWays(parts, true, func(ops []chains.Operator, smooth bool) composed {
		o := &product{composite: composite{parts: ops, aims: aims, n: n}}
		if smooth {
			return smoothProduct{o}
		}
		return o
	})
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
		o.rows = [2]*chains.Gather{chains.NewGather(o.n), chains.NewGather(o.n)}
	}
	now, next := o.rows[0], o.rows[1]
	now.Put(x, 1)
	for _, part := range o.parts {
		now.Empty(func(at int, mass float64) {
			part.Row(at, func(y int, p float64) { next.Put(y, mass*p) })
			next.Put(at, mass*chains.StayProbability(part, at))
		})
		now, next = next, now
	}
	now.Empty(visit)
}

func (o *product) Step(x int, d chains.Dice) int {
	for _, part := range o.parts {
		x = part.Step(x, d)
	}
	return x
}

// made is p, made if need be.
func (o *product) made(p *chains.Pair) *chains.Pair {
	if p[0] == nil {
		*p = chains.Pair{make([]float64, o.n), make([]float64, o.n)}
	}
	return p
}

// inTurn sets dst to v after a step of one part after another.
func (o *product) inTurn(dst, v []float64, parts iter.Seq2[int, chains.Operator],
	step func(part chains.Operator, dst, v []float64)) {
	for i, part := range parts {
		next := o.made(&o.buf)[i%2]
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

// PushBlock makes a step of one part after another.
func (o *product) PushBlock(dst, q lanes.Block) {
	if o.block[0] == nil {
		o.block = [2]lanes.Block{make(lanes.Block, o.n), make(lanes.Block, o.n)}
	}
	for i, part := range o.parts {
		next := o.block[i%2]
		if i == len(o.parts)-1 {
			next = dst
		}
		PushBlock(part, next, q)
		q = next
	}
	if len(o.parts) == 0 {
		copy(dst, q)
	}
}

// PullPair needs a pair of its own if share is not 1.
func (o *product) PullPair(dst, base, f *chains.Pair, share float64) {
	switch {
	case len(o.parts) == 0:
		copyPair(dst, base)
		return
	case base == f && share == 1:
		o.pullAll(dst, f)
		return
	}
	o.pullAll(o.made(&o.whole), f)
	for k, pulled := range o.whole {
		addChange(dst[k], base[k], pulled, f[k], share)
	}
}

// pullAll sets dst to T f. It needs a pair of its own if two parts or more cannot pull
// in place.
func (o *product) pullAll(dst, f *chains.Pair) {
	now, moves := f, 1 // whose result goes to another pair: the first, and all others that cannot pull in place
	for _, part := range o.parts[:len(o.parts)-1] {
		if !inPlace(part) {
			moves++
		}
	}
	for _, part := range slices.Backward(o.parts) {
		if now != f && inPlace(part) {
			pullPair(part, now, now, now, 1)
			continue
		}
		next := dst
		if moves--; moves%2 == 1 {
			next = o.made(&o.buf)
		}
		pullPair(part, next, now, now, 1)
		now = next
	}
}

// InPlace is true of no parts.
func (o *product) InPlace() bool { return len(o.parts) == 0 }

// smoothProduct is a product of Differentiable operators.
type smoothProduct struct{ *product }

// PushSlope is the product rule. After each part it pushes the change so far, and adds
// the part's own change of the measure that reaches it.
func (o smoothProduct) PushSlope(dst, q, slope []float64) {
	if o.slope == nil {
		o.slope = make([]float64, o.n)
	}
	now := slices.Clone(q)
	next := o.made(&o.buf)[0]
	changed := o.buf[1]
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

// inPlace reports whether dst may be f in an operator's PullPair, because it reads f before
// it writes there. A product needs no second pair for such a factor.
func inPlace(op chains.Operator) bool {
	o, ok := op.(interface{ InPlace() bool })
	return ok && o.InPlace()
}

func pullPair(op chains.Operator, dst, base, f *chains.Pair, share float64) {
	if fast, ok := op.(chains.PairPuller); ok {
		fast.PullPair(dst, base, f, share)
		return
	}
	pullSingly(op, dst, base, f, share)
}

// pullSingly is PullPair by two calls of Pull.
func pullSingly(op chains.Operator, dst, base, f *chains.Pair, share float64) {
	pulled := make([]float64, len(f[0]))
	for k := range 2 {
		op.Pull(pulled, f[k])
		addChange(dst[k], base[k], pulled, f[k], share)
	}
}

// copyPair sets dst to base, which may be dst.
func copyPair(dst, base *chains.Pair) {
	copy(dst[0], base[0])
	copy(dst[1], base[1])
}

func addChange(dst, base, pulled, f []float64, share float64) {
	for x, v := range pulled {
		dst[x] = base[x] + share*(v-f[x])
	}
}

// A pairSource is a reversible operator whose PullPair works by the masses of its level.
type pairSource interface {
	chains.Operator
	chains.PairPuller
}

// A single lets Push and Pull of one function use the fast path for pairs, which on a large
// space saves writing out rows. Its buffers are nil until they are needed.
type single struct{ u, other []float64 }

// pull is Pull by the masses. It returns false, and does nothing, if the level has none or
// if walls have mass. It pulls cells without mass by their rows, because the fast path
// leaves them undefined.
func (s *single) pull(o pairSource, l *chains.Level, walls Walls, dst, f []float64) bool {
	p := l.Masses()
	if p == nil || walls.HaveMass(p) {
		return false
	}
	s.pair(o, dst, f)
	for x, v := range p {
		if v == 0 {
			PullRow(o, dst, f, x)
		}
	}
	return true
}

// PullRow sets dst[x] to the expectation of f after one step from x, by the row.
func PullRow(o chains.Rower, dst, f []float64, x int) {
	dst[x] = f[x]
	o.Row(x, func(y int, p float64) { dst[x] += p * (f[y] - f[x]) })
}

// PushByRows is Push by the rows: mass is moved by single flows.
func PushByRows(o chains.Rower, dst, q []float64) {
	copy(dst, q)
	for x, mass := range q {
		if mass != 0 {
			o.Row(x, func(y int, p float64) {
				dst[x] -= mass * p
				dst[y] += mass * p
			})
		}
	}
}

// push is Push by the masses: it pulls q/p and multiplies by p. It also returns false if q
// has mass where the level has none.
func (s *single) push(o pairSource, l *chains.Level, walls Walls, dst, q []float64) bool {
	p := l.Masses()
	if p == nil || walls.HaveMass(p) {
		return false
	}
	if s.u == nil {
		s.u = make([]float64, len(q))
	}
	for x, v := range p {
		if v == 0 && q[x] != 0 {
			return false
		}
		s.u[x] = q[x] / (v + Least)
	}
	s.pair(o, dst, s.u)
	for x, v := range p {
		dst[x] *= v
	}
	return true
}

// pair pulls f twice, and throws the second result away.
func (s *single) pair(o pairSource, dst, f []float64) {
	if s.other == nil {
		s.other = make([]float64, len(f))
	}
	to, from := chains.Pair{dst, s.other}, chains.Pair{f, f}
	o.PullPair(&to, &from, &from, 1)
}

// Walls are the forbidden cells of a grid, rising. An initial density may still have mass
// there. Such mass flows out of the walls and none flows in. That is not symmetric, so the
// fast paths cannot be used.
type Walls []int

// WallsOf lists the walls of g.
func WallsOf(g grid.Grid) (walls Walls) {
	for x := range g.Size() {
		if g.Wall(x) {
			walls = append(walls, x)
		}
	}
	return walls
}

// HaveMass reports whether p is positive on a wall.
func (w Walls) HaveMass(p []float64) bool {
	return slices.ContainsFunc(w, func(x int) bool { return p[x] > 0 })
}
