package sample

import (
	"math/bits"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// rowLimit is the number of outcomes that are kept for one move. They take 28 MB, with their slots.
const rowLimit = 1 << 20

// rows are the outcomes of one move from each cell, looked up when they are first needed. A
// population needs only the rows of cells with particles, and many populations share them.
type rows struct {
	move  programs.Move
	limit int
	known []int32 // the cells whose rows are kept
	at    []span  // by cell, where its row is in to and p; of no length if it is not known
	drawn []span  // by cell, where its slots are; of no length if there are none
	to    []int32 // the rows, one after another; the last outcome of each is to stay
	p     []float64
	slots slotRows
	kept  int   // outcomes of the rows that are kept
	vose  table // makes slots
}

// A span is a part of a list.
type span struct{ from, n int32 }

func newRows(cells, limit int) *rows {
	return &rows{limit: limit, at: make([]span, cells), drawn: make([]span, cells)}
}

// moveBy forgets all rows: they are those of another move from now on.
func (r *rows) moveBy(m programs.Move) {
	for _, x := range r.known {
		r.at[x], r.drawn[x] = span{}, span{}
	}
	r.move = m
	r.known = r.known[:0]
	r.kept = 0
}

// row returns where the row of x is. One beyond the limit is there until the next is asked for.
func (r *rows) row(x int32) span {
	if r.at[x].n > 0 {
		return r.at[x]
	}
	r.to, r.p = r.to[:r.kept], r.p[:r.kept]
	stay := 1.0
	r.move.Row(int(x), func(y int, p float64) {
		if p > 0 {
			r.to = append(r.to, int32(y))
			r.p = append(r.p, p)
			stay -= p
		}
	})
	r.to = append(r.to, x)
	r.p = append(r.p, max(stay, 0))
	s := span{int32(r.kept), int32(len(r.to) - r.kept)}
	if r.kept <= r.limit {
		r.at[x] = s
		r.known = append(r.known, x)
		r.kept = len(r.to)
	}
	return s
}

// spread moves mass from x to where it goes.
func (r *rows) spread(mix *chains.Gather, x int32, mass float64) {
	s := r.row(x)
	p := r.p[s.from:][:s.n]
	for i, y := range r.to[s.from:][:s.n] {
		mix.Put(int(y), mass*p[i])
	}
}

// draws returns where the slots of x are.
func (r *rows) draws(x int32) span {
	if r.drawn[x].n > 0 {
		return r.drawn[x]
	}
	s := r.row(x)
	to := r.to[s.from:][:s.n]
	p := r.p[s.from:][:s.n]
	if grow := len(r.to) - len(r.slots); grow > 0 {
		r.slots = append(r.slots, make(slotRows, grow)...)
	}
	r.vose.room(len(to))
	r.vose.alias(r.slots[s.from:][:s.n], to, p)
	if r.at[x].n > 0 {
		r.drawn[x] = s
	}
	return s
}

// walk moves particles by a word each.
func (r *rows) walk(xs []int32, words []uint64) {
	xs = xs[:len(words)]
	for i, u := range words {
		s := r.drawn[xs[i]]
		if s.n == 0 {
			s = r.draws(xs[i])
		}
		xs[i] = r.slots.among(s, u)
	}
}

// among returns where the random word u sends a particle whose slots are here.
func (s slotRows) among(here span, u uint64) int32 {
	high, low := bits.Mul64(u, uint64(here.n))
	to := &s[uint64(here.from)+high]
	y, below := to.b, to.a
	if low < to.threshold {
		y = below
	}
	return y
}
