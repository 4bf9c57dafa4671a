package chains

import "slices"

// relay is the product of operators on the same grid: a step of each, in order.
type relay struct {
	compound
	hand  [2][]float64 // these are nil until they are needed
	turn  []float64
	whole Pair
	heaps [2]*heap
}

// newRelay returns the product, one that is Differentiable where all parts are.
func newRelay(parts, aims []Operator, n int) Operator {
	turned, smooth := reversals(parts), smoothly(parts)
	slices.Reverse(turned)
	return bothWays(parts, turned, func(ops []Operator) (Operator, *compound) {
		o := &relay{compound: compound{parts: ops, aims: aims, n: n}}
		if smooth {
			return smoothRelay{o}, &o.compound
		}
		return o, &o.compound
	})
}

// Row adds up the ways to every cell.
func (o *relay) Row(x int, visit func(y int, p float64)) {
	o.ways(x, func(y int, p float64) {
		if y != x {
			visit(y, p)
		}
	})
}

// Stay adds up the ways back.
func (o *relay) Stay(x int) float64 {
	stay := 0.0
	o.ways(x, func(y int, p float64) {
		if y == x {
			stay = p
		}
	})
	return stay
}

// ways visits every cell, x too, that a step of each part leads to from x.
func (o *relay) ways(x int, visit func(y int, p float64)) {
	if o.heaps[0] == nil {
		o.heaps = [2]*heap{newHeap(o.n), newHeap(o.n)}
	}
	now, next := o.heaps[0], o.heaps[1]
	now.put(x, 1)
	for _, part := range o.parts {
		now.empty(func(at int, mass float64) {
			part.Row(at, func(y int, p float64) { next.put(y, mass*p) })
			next.put(at, mass*staying(part, at))
		})
		now, next = next, now
	}
	now.empty(visit)
}

func (o *relay) Step(x int, d Dice) int {
	for _, part := range o.parts {
		x = part.Step(x, d)
	}
	return x
}

// hands are two vectors to hand on.
func (o *relay) hands() *Pair {
	if o.hand[0] == nil {
		o.hand = [2][]float64{make([]float64, o.n), make([]float64, o.n)}
	}
	return &o.hand
}

func (o *relay) Push(dst, q []float64) {
	now := q
	for i, part := range o.parts {
		next := o.hands()[i%2]
		part.Push(next, now)
		now = next
	}
	copy(dst, now)
}

func (o *relay) Pull(dst, f []float64) {
	now := f
	for i := range o.parts {
		next := o.hands()[i%2]
		o.parts[len(o.parts)-1-i].Pull(next, now)
		now = next
	}
	copy(dst, now)
}

// PullPair pulls into vectors of its own unless all that is asked for is T f.
func (o *relay) PullPair(dst, base, f *Pair, share float64) {
	if base == f && share == 1 {
		o.pullAll(dst, f)
		return
	}
	if o.whole[0] == nil {
		o.whole = Pair{make([]float64, o.n), make([]float64, o.n)}
	}
	o.pullAll(&o.whole, f)
	for k, pulled := range o.whole {
		for x, v := range pulled {
			dst[k][x] = base[k][x] + share*(v-f[k][x])
		}
	}
}

// pullAll sets dst to T f. It needs vectors of its own only if two parts or more cannot
// pull a pair in place.
func (o *relay) pullAll(dst, f *Pair) {
	now, moves := f, o.moves()
	for i := len(o.parts) - 1; i >= 0; i-- {
		part := o.parts[i]
		if now != f && inPlace(part) {
			pullPair(part, now, now, now, 1)
			continue
		}
		next := dst
		if moves--; moves%2 == 1 {
			next = o.hands()
		}
		pullPair(part, next, now, now, 1)
		now = next
	}
}

// moves is how many parts cannot do it in place: the first that pulls, and others.
func (o *relay) moves() int {
	moves := 1
	for _, part := range o.parts[:len(o.parts)-1] {
		if !inPlace(part) {
			moves++
		}
	}
	return moves
}

// smoothRelay is a relay of operators that know how they change.
type smoothRelay struct{ *relay }

// PushSlope is the product rule: what has changed so far is pushed on, and what a
// part changes of the measure that reaches it is added.
func (o smoothRelay) PushSlope(dst, q, slope []float64) {
	if o.turn == nil {
		o.turn = make([]float64, o.n)
	}
	now, next, scratch := append([]float64(nil), q...), o.hands()[0], o.hands()[1]
	clear(dst)
	for _, part := range o.parts {
		part.Push(scratch, dst)
		part.(Differentiable).PushSlope(o.turn, now, slope)
		for x, v := range o.turn {
			dst[x] = scratch[x] + v
		}
		part.Push(next, now)
		now, next = next, now
	}
}
