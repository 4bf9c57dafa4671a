package sample

import "breadboard/chains"

// Paths draws paths of a chain that makes the same step again and again: of one operator, aimed
// once. One goroutine at a time may use it.
type Paths struct {
	op    chains.Operator
	table *table // nil if it would be too large, and then steps are plain
}

// NewPaths returns the paths of an aimed operator on so many states. The operator must not be
// aimed again.
func NewPaths(op chains.Operator, states int) Paths { return newPaths(op, states, tableLimit) }

func newPaths(op chains.Operator, states, limit int) Paths {
	p := Paths{op: op, table: new(table)}
	if !p.table.compile(op, states, limit) {
		p.table = nil
	}
	return p
}

// Draw draws x_0 from start and sets path to x_1, x_2, ... The words are a seed as for Seeded: a
// path is the same wherever it is drawn.
func (p Paths) Draw(path []int32, start chains.Law, seed ...uint64) {
	gen := generator(seed...)
	x := int32(start.Draw(seeded{gen}))
	if p.table == nil {
		d := seeded{gen}
		for i := range path {
			x = int32(p.op.Step(int(x), d))
			path[i] = x
		}
		return
	}
	slots, k := p.table.slots, p.table.k
	for i := range path {
		x = slots.at(k, x, gen.Uint64())
		path[i] = x
	}
}
