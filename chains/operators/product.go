package operators

import (
	"iter"
	"slices"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// product makes a step of each part, in order: T = K_1 K_2 ... Its buffers are nil until
// they are needed.
type product struct {
	composite
	buf   chains.Pair // what one part passes to the next
	after chains.Pair // T f, when only a share of it is asked for
	slope []float64
	rows  [2]*chains.Gather
	block [2]lanes.Block

	unlike int           // the number of parts that differ
	which  []int         // by part, which of these it is
	memo   *Memo[[2]int] // by part that differs and cell, where its row begins in moves and ends
	moves  []partMove
}

// A partMove is where a step of a part may lead, and the probability.
type partMove struct {
	to int
	p  float64
}

// mostMoves is the number of moves that a product keeps of its parts, some 16 MB.
const mostMoves = 1 << 20

// NewProduct returns the product of operators on n states, which never moves if there are none. An operator that comes
// several times in a row is aimed once. The product is Differentiable if all parts are.
func NewProduct(parts []chains.Operator, n int) chains.Operator {
	aims := slices.Compact(slices.Clone(parts))
	return bothWays(parts, true, func(ops []chains.Operator, smooth bool) composed {
		distinct, which := Distinct(ops)
		o := &product{composite: composite{parts: ops, aims: aims, n: n}, unlike: len(distinct), which: which}
		if smooth {
			return smoothProduct{o}
		}
		return o
	})
}

// Aim aims all parts, and forgets their rows.
func (o *product) Aim(l *chains.Level) {
	o.composite.Aim(l)
	o.forget()
	o.back.(interface{ forget() }).forget()
}

func (o *product) forget() {
	if o.memo != nil {
		o.memo.Forget()
		o.moves = o.moves[:0]
	}
}

// row returns where a step of the i-th part from x may lead, x itself last. It is written when it is first asked for at
// a level: the same part may make many steps, from many cells on the way.
func (o *product) row(i, x int) []partMove {
	of := o.which[i]*o.n + x
	if place, ok := o.memo.Of(of); ok {
		return o.moves[place[0]:place[1]]
	}
	if len(o.moves) > mostMoves {
		o.forget()
	}
	part := o.parts[i]
	begin := len(o.moves)
	part.Row(x, func(y int, p float64) { o.moves = append(o.moves, partMove{y, p}) })
	o.moves = append(o.moves, partMove{x, chains.StayProbability(part, x)})
	o.memo.Keep(of, [2]int{begin, len(o.moves)})
	return o.moves[begin:]
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
	o.prepare()
	now, next := o.rows[0], o.rows[1]
	now.Put(x, 1)
	for i := range o.parts {
		now.Empty(func(at int, mass float64) {
			for _, move := range o.row(i, at) {
				next.Put(move.to, mass*move.p)
			}
		})
		now, next = next, now
	}
	now.Empty(visit)
}

// prepare makes what rows need.
func (o *product) prepare() {
	if o.rows[0] == nil {
		o.rows = [2]*chains.Gather{chains.NewGather(o.n), chains.NewGather(o.n)}
		o.memo = NewMemo[[2]int](o.n * o.unlike)
	}
}

// fit reports whether no part has more moves than so many. The rows that it writes for that are those that the product
// will add up. Where a part's do not fit the product's hardly would, and to find out takes as many times longer as it
// has parts.
func (o *product) fit(most int) bool {
	o.prepare()
	for part := range o.unlike {
		first := slices.Index(o.which, part)
		moves := 0
		for x := range o.n {
			moves += len(o.row(first, x)) - 1
			if moves > most {
				return false
			}
		}
	}
	return true
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
	o.pullAll(o.made(&o.after), f)
	for k, pulled := range o.after {
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
