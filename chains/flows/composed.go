package flows

import (
	"iter"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// InTurn returns the operator on n cells that makes a step of each part in order, T = K_1 K_2 .. Without parts it
// stays. Its reversal makes the steps of the reversals in the opposite order; it is its own reversal if they are the
// same. A part that stands several times is aimed once.
func InTurn(n int, parts ...chains.Operator) chains.Operator {
	o := &inTurn{composed: newComposed(n, parts)}
	o.reversal = o
	reversed := reversals(parts)
	slices.Reverse(reversed)
	if !slices.Equal(parts, reversed) {
		o.reversal = &inTurn{composed: newComposed(n, reversed), reversal: o}
	}
	return o
}

// reversals returns the reversal of each part.
func reversals(parts []chains.Operator) []chains.Operator {
	all := make([]chains.Operator, len(parts))
	for i, part := range parts {
		all[i] = part.Reversal()
	}
	return all
}

// Invariant reports whether op is made of flows. It then leaves its density invariant, and its reversal undoes its
// steps. Rows from outside only claim that.
func Invariant(op chains.Operator) bool { return madeOf(op, func(*given) bool { return false }) }

// Proved reports whether op is made of flows and of fixed rows, which a proof takes as they are. Other rows are known
// in float64 alone.
func Proved(op chains.Operator) bool { return madeOf(op, func(rows *given) bool { return rows.fixed }) }

// madeOf reports whether op is made of flows, and of rows that may be there.
func madeOf(op chains.Operator, mayBe func(rows *given) bool) bool {
	switch op := op.(type) {
	case *flowOperator, *symmetric, *redraw:
		return true
	case *given:
		return mayBe(op)
	case interface{ madeOf() []chains.Operator }:
		return !slices.ContainsFunc(op.madeOf(), func(part chains.Operator) bool { return !madeOf(part, mayBe) })
	}
	return false
}

// composed holds the parts of an operator that is made of others.
type composed struct {
	parts []chains.Operator
	n     int
	room  chains.Pair // for the result of one part
}

// newComposed returns the parts of an operator on n cells, with room.
func newComposed(n int, parts []chains.Operator) composed {
	return composed{parts: parts, n: n, room: chains.Pair{make([]float64, n), make([]float64, n)}}
}

// madeOf returns the parts.
func (o *composed) madeOf() []chains.Operator { return o.parts }

// Aim aims each part once.
func (o *composed) Aim(l *chains.Level) {
	for i, part := range o.parts {
		if !slices.Contains(o.parts[:i], part) {
			part.Aim(l)
		}
	}
}

// An inTurn operator makes a step of each part.
type inTurn struct {
	composed
	reversal *inTurn
	now      *chains.Accumulator // the distribution of a walker after some parts
	next     *chains.Accumulator // and after one more
}

// Reversal returns the operator of the reversals.
func (o *inTurn) Reversal() chains.Operator { return o.reversal }

// InTurn returns the parts.
func (o *inTurn) InTurn() []chains.Operator { return o.parts }

// Push pushes q through the parts.
func (o *inTurn) Push(dst, q []float64) {
	through(dst, q, o.room[0], slices.All(o.parts), chains.Operator.Push)
}

// through makes the steps of parts in turn.
func through[V, P any](dst, from, room []V, parts iter.Seq2[int, P], step func(part P, dst, from []V)) {
	copy(dst, from)
	for _, part := range parts {
		step(part, room, dst)
		copy(dst, room)
	}
}

// Pull pulls both functions through the parts, the last first.
func (o *inTurn) Pull(dst, f *chains.Pair) {
	rooms := [2]*chains.Pair{dst, &o.room} // in alternation; the last ends in dst
	from := f
	for i, part := range slices.Backward(o.parts) {
		to := rooms[i%2]
		part.Pull(to, from)
		from = to
	}
	if len(o.parts) == 0 {
		copy(dst[0], f[0])
		copy(dst[1], f[1])
	}
}

// few is the share of cells up to which their rows take less time than a push of all.
const few = 1. / 16

// Row visits the cells other than x after all parts.
func (o *inTurn) Row(x int, visit func(y int, p float64)) {
	o.after(x).Empty(func(y int, p float64) {
		if y != x {
			visit(y, p)
		}
	})
}

// Stay returns the probability of being at x again after all parts.
func (o *inTurn) Stay(x int) (stay float64) {
	o.after(x).Empty(func(y int, p float64) {
		if y == x {
			stay = p
		}
	})
	return stay
}

// after follows the distribution of a walker at x through the parts.
func (o *inTurn) after(x int) *chains.Accumulator {
	if o.now == nil {
		o.now = chains.NewAccumulator(o.n)
		o.next = chains.NewAccumulator(o.n)
	}
	o.now.Put(x, 1)
	for _, part := range o.parts {
		if float64(o.now.Len()) <= few*float64(o.n) {
			o.follow(part)
		} else {
			o.pushAll(part)
		}
		o.now, o.next = o.next, o.now
	}
	return o.now
}

// follow makes a step of a part by the rows of the cells that have mass.
func (o *inTurn) follow(part chains.Operator) {
	o.now.Empty(func(at int, mass float64) {
		o.next.Put(at, mass*part.Stay(at))
		part.Row(at, func(y int, p float64) { o.next.Put(y, mass*p) })
	})
}

// pushAll makes a step of a part by a push.
func (o *inTurn) pushAll(part chains.Operator) {
	clear(o.room[0])
	o.now.Empty(func(at int, mass float64) { o.room[0][at] = mass })
	part.Push(o.room[1], o.room[0])
	for y, p := range o.room[1] {
		o.next.Put(y, p)
	}
}

// Interval returns the operator over intervals.
func (o *inTurn) Interval() OperatorOver[*numbers.Interval] {
	return overParts(o.parts, nil)
}

// OneOf returns the operator on n cells that makes a step of one part, with the probabilities shares, which sum to 1.
func OneOf(n int, shares []float64, parts ...chains.Operator) chains.Operator {
	o := &oneOf{composed: newComposed(n, parts), shares: shares}
	o.reversal = o
	if reversed := reversals(parts); !slices.Equal(parts, reversed) {
		o.reversal = &oneOf{composed: newComposed(n, reversed), shares: shares, reversal: o}
	}
	return o
}

// A oneOf operator makes a step of one part.
type oneOf struct {
	composed
	shares   []float64
	reversal *oneOf
	sum      *chains.Accumulator // for the row of a cell
}

// Reversal returns the operator of the reversals.
func (o *oneOf) Reversal() chains.Operator { return o.reversal }

// Push sets dst to the mean of the parts' pushes.
func (o *oneOf) Push(dst, q []float64) {
	clear(dst)
	for i, part := range o.parts {
		part.Push(o.room[0], q)
		floats.AddScaled(dst, o.shares[i], o.room[0])
	}
}

// Pull sets dst to the means of the parts' pulls.
func (o *oneOf) Pull(dst, f *chains.Pair) {
	clear(dst[0])
	clear(dst[1])
	for i, part := range o.parts {
		part.Pull(&o.room, f)
		floats.AddScaled(dst[0], o.shares[i], o.room[0])
		floats.AddScaled(dst[1], o.shares[i], o.room[1])
	}
}

// Row adds up the rows of the parts.
func (o *oneOf) Row(x int, visit func(y int, p float64)) {
	if o.sum == nil {
		o.sum = chains.NewAccumulator(o.n)
	}
	for i, part := range o.parts {
		part.Row(x, func(y int, p float64) { o.sum.Put(y, o.shares[i]*p) })
	}
	o.sum.Empty(visit)
}

// Stay returns the mean over the parts of the probability of staying at x.
func (o *oneOf) Stay(x int) (stay float64) {
	for i, part := range o.parts {
		stay += o.shares[i] * part.Stay(x)
	}
	return stay
}

// Interval returns the operator over intervals.
func (o *oneOf) Interval() OperatorOver[*numbers.Interval] {
	return overParts(o.parts, o.shares)
}

// A composition makes steps of its parts over intervals: of all in turn, or of one if there are shares.
type composition struct {
	parts  []OperatorOver[*numbers.Interval]
	floats []float64           // the shares of OneOf; nil for InTurn
	shares []*numbers.Interval // the same as numbers, at the level of the last Aim
}

// overParts returns the composition of operators over intervals.
func overParts(ops []chains.Operator, shares []float64) OperatorOver[*numbers.Interval] {
	o := &composition{floats: shares}
	for i, op := range ops {
		if at := slices.Index(ops[:i], op); at >= 0 {
			o.parts = append(o.parts, o.parts[at])
			continue
		}
		o.parts = append(o.parts, DeepOf(op))
	}
	return o
}

// Aim aims each part once. It takes the shares as exact numbers. The last is 1 less the others.
func (o *composition) Aim(m Masses[*numbers.Interval]) {
	for i, part := range o.parts {
		if !slices.Contains(o.parts[:i], part) {
			part.Aim(m)
		}
	}
	o.shares = nil
	for _, share := range o.floats {
		o.shares = append(o.shares, m.P[0].Of(share))
	}
	if last := len(o.shares) - 1; last >= 0 {
		others := m.P[0].Of(0)
		for _, share := range o.shares[:last] {
			others = others.Plus(share)
		}
		o.shares[last] = m.P[0].Of(1).Left(others)
	}
}

// Push pushes q through the parts, or sets dst to the mean of their pushes.
func (o *composition) Push(dst, q []*numbers.Interval) {
	if o.floats == nil {
		room := make([]*numbers.Interval, len(q))
		through(dst, q, room, slices.All(o.parts), OperatorOver[*numbers.Interval].Push)
		return
	}
	o.mix(dst, q, OperatorOver[*numbers.Interval].Push)
}

// Pull pulls f through the parts, the last first, or sets dst to the mean of their pulls.
func (o *composition) Pull(dst, f []*numbers.Interval) {
	if o.floats == nil {
		room := make([]*numbers.Interval, len(f))
		through(dst, f, room, slices.Backward(o.parts), OperatorOver[*numbers.Interval].Pull)
		return
	}
	o.mix(dst, f, OperatorOver[*numbers.Interval].Pull)
}

// mix sets dst to the mean over the parts of f after a step, by their shares.
func (o *composition) mix(dst, f []*numbers.Interval,
	step func(part OperatorOver[*numbers.Interval], dst, f []*numbers.Interval)) {
	one := make([]*numbers.Interval, len(f))
	for i, part := range o.parts {
		step(part, one, f)
		for x, v := range one {
			v = o.shares[i].Times(v)
			if i > 0 {
				v = v.Plus(dst[x])
			}
			dst[x] = v
		}
	}
}
