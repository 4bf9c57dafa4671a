package flows

import (
	"iter"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// InTurn makes a step of each part in their order, T = K_1 K_2 .., on n cells. No part is no move. Its reversal makes
// the steps of the reversals in the opposite order; it is its own reversal if that is the same. A part that stands
// several times is aimed once.
func InTurn(n int, parts ...chains.Operator) chains.Operator {
	there := &inTurn{composed: composed{parts: parts, aims: parts, n: n}}
	there.back = there
	turned := reversals(parts)
	slices.Reverse(turned)
	if !slices.Equal(parts, turned) {
		there.back = &inTurn{composed: composed{parts: turned, aims: parts, n: n}, back: there}
	}
	return there
}

func reversals(parts []chains.Operator) []chains.Operator {
	turned := make([]chains.Operator, len(parts))
	for i, part := range parts {
		turned[i] = part.Reversal()
	}
	return turned
}

// Invariant reports whether op leaves its density invariant and undoes its steps by its reversal, because it is made of
// flows. Of rows from outside that is their own word.
func Invariant(op chains.Operator) bool {
	switch op := op.(type) {
	case *flow, *symmetric, *redraw:
		return true
	case *inTurn:
		return !slices.ContainsFunc(op.parts, func(part chains.Operator) bool { return !Invariant(part) })
	case *oneOf:
		return !slices.ContainsFunc(op.parts, func(part chains.Operator) bool { return !Invariant(part) })
	}
	return false
}

// composed are the parts of an operator that is made of others.
type composed struct {
	parts []chains.Operator
	aims  []chains.Operator // the parts, or of a reversal those that it reverses
	n     int
	room  chains.Pair // for what one part makes
}

func (o *composed) Aim(l *chains.Level) {
	for i, part := range o.aims {
		if !slices.Contains(o.aims[:i], part) {
			part.Aim(l)
		}
	}
}

func (o *composed) makeRoom() {
	if o.room[0] == nil {
		o.room = chains.Pair{make([]float64, o.n), make([]float64, o.n)}
	}
}

type inTurn struct {
	composed
	back *inTurn
	law  *chains.Gather // of a walker after some parts
	next *chains.Gather // and after one more
}

func (o *inTurn) Reversal() chains.Operator { return o.back }
func (o *inTurn) InTurn() []chains.Operator { return o.parts }

func (o *inTurn) Push(dst, q []float64) {
	o.makeRoom()
	through(dst, q, o.room[0], slices.All(o.parts), chains.Operator.Push)
}

func (o *inTurn) Pull(dst, f []float64) {
	o.makeRoom()
	through(dst, f, o.room[0], slices.Backward(o.parts), chains.Operator.Pull)
}

// through makes the steps of some parts in turn.
func through[V, P any](dst, from, room []V, parts iter.Seq2[int, P], step func(part P, dst, from []V)) {
	copy(dst, from)
	for _, part := range parts {
		step(part, room, dst)
		copy(dst, room)
	}
}

func (o *inTurn) PullPair(dst, f *chains.Pair) {
	o.makeRoom()
	rooms := [2]*chains.Pair{dst, &o.room} // by turns; the last ends in dst
	from := f
	for i, part := range slices.Backward(o.parts) {
		to := rooms[i%2]
		part.PullPair(to, from)
		from = to
	}
	if len(o.parts) == 0 {
		copy(dst[0], f[0])
		copy(dst[1], f[1])
	}
}

// few is the share of the cells up to which it is sooner to follow their rows than to push all.
const few = 1. / 16

// Row follows the law of being at x through the parts.
func (o *inTurn) Row(x int, visit func(y int, p float64)) {
	if o.law == nil {
		o.law = chains.NewGather(o.n)
		o.next = chains.NewGather(o.n)
	}
	o.law.Put(x, 1)
	for _, part := range o.parts {
		if float64(o.law.Len()) <= few*float64(o.n) {
			o.follow(part)
		} else {
			o.pushAll(part)
		}
		o.law, o.next = o.next, o.law
	}
	o.law.Empty(func(y int, p float64) {
		if y != x {
			visit(y, p)
		}
	})
}

// follow makes a step of a part along the rows of the cells that the law has reached.
func (o *inTurn) follow(part chains.Operator) {
	o.law.Empty(func(at int, mass float64) {
		o.next.Put(at, mass*chains.StayProbability(part, at))
		part.Row(at, func(y int, p float64) { o.next.Put(y, mass*p) })
	})
}

// pushAll makes it by a push.
func (o *inTurn) pushAll(part chains.Operator) {
	o.makeRoom()
	clear(o.room[0])
	o.law.Empty(func(at int, mass float64) { o.room[0][at] = mass })
	part.Push(o.room[1], o.room[0])
	for y, p := range o.room[1] {
		o.next.Put(y, p)
	}
}

// Wide returns the operator over numbers.Wide.
func (o *inTurn) Wide() Over[numbers.Wide] {
	return overInTurn(parts(o.parts, Exact.Wide))
}

// Interval returns the operator over intervals.
func (o *inTurn) Interval() Over[*numbers.Interval] {
	return overInTurn(parts(o.parts, Exact.Interval))
}

// parts returns operators over another number. It is not ok if one of them is not known over that.
func parts[N any](ops []chains.Operator, of func(Exact) Over[N]) (all []Over[N], ok bool) {
	for i, op := range ops {
		if at := slices.Index(ops[:i], op); at >= 0 {
			all = append(all, all[at])
			continue
		}
		exact, known := op.(Exact)
		if !known {
			return nil, false
		}
		part := of(exact)
		if part == nil {
			return nil, false
		}
		all = append(all, part)
	}
	return all, true
}

// aimed are parts, each of which is aimed once.
type aimed[N numbers.Number[N]] struct{ parts []Over[N] }

func (o aimed[N]) Aim(m Masses[N]) {
	for i, part := range o.parts {
		if !slices.Contains(o.parts[:i], part) {
			part.Aim(m)
		}
	}
}

func overInTurn[N numbers.Number[N]](all []Over[N], ok bool) Over[N] {
	if !ok {
		return nil
	}
	return &turns[N]{aimed: aimed[N]{all}}
}

type turns[N numbers.Number[N]] struct {
	aimed[N]
	one N
	n   int
}

func (o *turns[N]) Aim(m Masses[N]) {
	o.aimed.Aim(m)
	o.n = len(m.P)
	o.one = m.P[0].Of(1)
}

func (o *turns[N]) Push(dst, q []N) {
	through(dst, q, make([]N, len(q)), slices.All(o.parts), Over[N].Push)
}

func (o *turns[N]) Pull(dst, f []N) {
	through(dst, f, make([]N, len(f)), slices.Backward(o.parts), Over[N].Pull)
}

func (o *turns[N]) Row(x int, visit func(y int, p N)) {
	at := make([]N, o.n)
	for y := range at {
		at[y] = o.one.Of(0)
	}
	at[x] = o.one
	law := make([]N, o.n)
	o.Push(law, at)
	for y, p := range law {
		if y != x && !p.IsZero() {
			visit(y, p)
		}
	}
}

// OneOf makes a step of one part on n cells, with the probabilities shares, which sum to 1.
func OneOf(n int, shares []float64, ops ...chains.Operator) chains.Operator {
	there := &oneOf{composed: composed{parts: ops, aims: ops, n: n}, shares: shares}
	there.back = there
	if turned := reversals(ops); !slices.Equal(ops, turned) {
		there.back = &oneOf{composed: composed{parts: turned, aims: ops, n: n}, shares: shares, back: there}
	}
	return there
}

type oneOf struct {
	composed
	shares []float64
	back   *oneOf
	sum    *chains.Gather
}

func (o *oneOf) Reversal() chains.Operator { return o.back }

// mix sets dst to the mean of what a step of each part makes of f.
func (o *oneOf) mix(dst, f []float64, step func(part chains.Operator, dst, f []float64)) {
	o.makeRoom()
	clear(dst)
	for i, part := range o.parts {
		step(part, o.room[0], f)
		for x, v := range o.room[0] {
			dst[x] += o.shares[i] * v
		}
	}
}

func (o *oneOf) Push(dst, q []float64) { o.mix(dst, q, chains.Operator.Push) }
func (o *oneOf) Pull(dst, f []float64) { o.mix(dst, f, chains.Operator.Pull) }

func (o *oneOf) PullPair(dst, f *chains.Pair) {
	o.makeRoom()
	clear(dst[0])
	clear(dst[1])
	for i, part := range o.parts {
		part.PullPair(&o.room, f)
		share := o.shares[i]
		for k := range dst {
			to := dst[k]
			for x, v := range o.room[k] {
				to[x] += share * v
			}
		}
	}
}

// Row adds up the rows of the parts.
func (o *oneOf) Row(x int, visit func(y int, p float64)) {
	if o.sum == nil {
		o.sum = chains.NewGather(o.n)
	}
	for i, part := range o.parts {
		part.Row(x, func(y int, p float64) { o.sum.Put(y, o.shares[i]*p) })
	}
	o.sum.Empty(visit)
}

// Wide returns the operator over numbers.Wide.
func (o *oneOf) Wide() Over[numbers.Wide] {
	all, ok := parts(o.parts, Exact.Wide)
	return overOneOf(all, o.shares, ok)
}

// Interval returns the operator over intervals.
func (o *oneOf) Interval() Over[*numbers.Interval] {
	all, ok := parts(o.parts, Exact.Interval)
	return overOneOf(all, o.shares, ok)
}

func overOneOf[N numbers.Number[N]](all []Over[N], shares []float64, ok bool) Over[N] {
	if !ok {
		return nil
	}
	return &mixture[N]{aimed: aimed[N]{all}, floats: shares}
}

type mixture[N numbers.Number[N]] struct {
	aimed[N]
	floats []float64
	shares []N
	one    []N
}

// Aim takes the shares for exact numbers; the last is what the others leave of 1.
func (o *mixture[N]) Aim(m Masses[N]) {
	o.aimed.Aim(m)
	if o.shares != nil {
		return
	}
	left := m.P[0].Of(1)
	for i, share := range o.floats {
		one := m.P[0].Of(share)
		if i == len(o.floats)-1 {
			one = left
		}
		o.shares = append(o.shares, one)
		left = left.Rest(one)
	}
}

func (o *mixture[N]) Push(dst, q []N) { o.mix(dst, q, Over[N].Push) }
func (o *mixture[N]) Pull(dst, f []N) { o.mix(dst, f, Over[N].Pull) }

func (o *mixture[N]) mix(dst, f []N, step func(part Over[N], dst, f []N)) {
	if o.one == nil {
		o.one = make([]N, len(f))
	}
	for i, part := range o.parts {
		step(part, o.one, f)
		for x, v := range o.one {
			v = o.shares[i].Times(v)
			if i > 0 {
				v = v.Plus(dst[x])
			}
			dst[x] = v
		}
	}
}

func (o *mixture[N]) Row(x int, visit func(y int, p N)) {
	var order []int
	sum := map[int]N{}
	for i, part := range o.parts {
		part.Row(x, func(y int, p N) {
			p = o.shares[i].Times(p)
			if before, again := sum[y]; again {
				p = p.Plus(before)
			} else {
				order = append(order, y)
			}
			sum[y] = p
		})
	}
	for _, y := range order {
		visit(y, sum[y])
	}
}
