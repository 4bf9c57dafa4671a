package sample

import (
	"context"
	"math/bits"

	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/chains/operators"
)

// Kernels whose steps begin with a choice, as of an axis, are asked choice by choice (operators.Turn). As in asked.go
// a turn takes one random word: its product with the number of choices says which is made, and what is left of the
// word, which is uniform given that, inverts the distribution function of the choice's row. Where few chains ask,
// each row is found for the chain that asks. Where many do, all rows are written beforehand, by the same code from
// the same log f, and searched by the same search. So both ways give the same chains to the last bit, and which is
// taken is a matter of cost: it may depend on the number of chains.

// A chosen stage makes turns.
type chosen struct {
	looked
	*turning
	books []*book   // one for turns that are alike
	order []int     // the books of the turns, forward
	upTo  []float64 // the distribution function of one row
	all   bool      // of this task: rows are written
}

// A turning has what all workers know of an annealing whose steps are turns.
type turning struct {
	of     *unprepared
	one    costs   // of a level
	writes float64 // what writing is thought to cost, over what it is counted for; 1 but in tests
}

// costs decide between the two ways. At a level a chain makes so many turns, and finds so many outcomes if it asks; and
// so many are found and written for all.
type costs struct{ turns, asked, written float64 }

// What a level takes, in nanoseconds, as BenchmarkTurns measures it: to find an outcome,
// which is 15 on lines that are redrawn and some 60 in other rows; to write it; and to look up a row where rows do not
// fit into a core's cache.
const (
	findCosts  = 30
	storeCosts = 8
	farCosts   = 100
)

// mostNear is the number of outcomes, of 12 bytes each, that fit into a core's cache beside two tables of log f.
const mostNear = 1 << 16

// turningOf returns nil if the levels of an annealing are to be prepared, because their tables have few slots, or if
// the steps are no turns.
func turningOf(a chains.Annealing, few int) *turning {
	of := unpreparedOf(a)
	if of == nil || hasTable(a.Kernel, a.Grid, few) {
		return nil
	}
	turns, ok := operators.TurnsOf(a.Kernel, a.Grid)
	if !ok {
		return nil
	}
	return &turning{of: of, one: costsOf(turns), writes: 1}
}

// costsOf adds up the turns. Of those that are made again rows are written once.
func costsOf(turns []operators.Turn) (c costs) {
	for _, turn := range turns {
		widest := float64(turn.Widest())
		c.turns++
		c.asked += widest
	}
	distinct, _ := operators.Distinct(turns)
	for _, turn := range distinct {
		c.written += float64(turn.Widest()) * float64(turn.Rows())
	}
	return c
}

// writesAll reports whether so many chains had better have all rows written: if there is room, and that costs less.
func (t *turning) writesAll(chains int) bool {
	asking := findCosts * t.one.asked * float64(chains)
	writing := (findCosts + storeCosts) * t.one.written
	if t.one.written > mostNear {
		writing += farCosts * t.one.turns * float64(chains)
	}
	return t.one.written <= tableLimit && t.writes*writing < asking
}

func newChosen(t *turning) *chosen {
	s := &chosen{looked: looked{unprepared: t.of}, turning: t}
	turns, _ := operators.TurnsOf(t.of.a.Kernel, t.of.a.Grid)
	distinct, order := operators.Distinct(turns)
	for _, turn := range distinct {
		s.books = append(s.books, &book{turn: turn})
	}
	s.order = order
	return s
}

func (s *chosen) begin(t int, reverse bool, blocks []block) {
	walking := walkingIn(blocks)
	s.all = s.writesAll(walking)
	looks := leastLooks * float64(len(s.order))
	if s.all {
		looks = float64(s.a.Grid.Size())
	}
	s.tabulate(walking, looks)
	s.draw(reverse, blocks)
	s.to(t)
}

func (s *chosen) to(t int) {
	beta := s.look(t)
	for _, b := range s.books {
		b.turn.Aim(t, beta, s.here)
		b.written = false
	}
}

func (s *chosen) pass(ctx context.Context, blocks []block, asked pass) error {
	for _, b := range blocks {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		s.stay(b, asked)
		if !asked.moves {
			continue
		}
		b.chunks(func(xs []int32, _ []float64, words []uint64) {
			for i := range s.order {
				if i > 0 {
					lanes.Words(words, b.gen)
				}
				at := i
				if asked.reverse {
					at = len(s.order) - 1 - i
				}
				s.move(s.books[s.order[at]], xs, words)
			}
		})
	}
	return nil
}

// move makes one turn of some chains.
func (s *chosen) move(b *book, xs []int32, words []uint64) {
	if s.all {
		b.write()
		b.walk(xs, words)
		return
	}
	choices := uint64(b.turn.Choices())
	for i, u := range words {
		choice, low := bits.Mul64(u, choices)
		to, weights := b.turn.List(int(xs[i]), int(choice))
		if len(to) == 0 {
			continue
		}
		s.upTo = sums(s.upTo[:0], weights)
		xs[i] = to[invertedBy(s.upTo, low)]
	}
}

// sums appends the sums of weights, one after another.
func sums(upTo, weights []float64) []float64 {
	sum := 0.0
	for _, w := range weights {
		sum += w
		upTo = append(upTo, sum)
	}
	return upTo
}

// invertedBy returns the place at which a word inverts a distribution function.
func invertedBy(upTo []float64, word uint64) int {
	return search(upTo, float64(word>>11)*0x1p-53*upTo[len(upTo)-1])
}

// A book has all rows of a turn at a level.
type book struct {
	turn    operators.Turn
	written bool
	from    []int32 // by row, where it begins; and where the last ends
	to      []int32
	upTo    []float64
}

// write writes the rows, once a level.
func (b *book) write() {
	if b.written {
		return
	}
	b.written = true
	b.from = append(b.from[:0], 0)
	b.to = b.to[:0]
	b.upTo = b.upTo[:0]
	for row := range b.turn.Rows() {
		to, weights := b.turn.List(b.turn.Asker(row))
		b.to = append(b.to, to...)
		b.upTo = sums(b.upTo, weights)
		b.from = append(b.from, int32(len(b.to)))
	}
}

// walk makes the turn of chains by a word each.
func (b *book) walk(xs []int32, words []uint64) {
	choices := uint64(b.turn.Choices())
	for i, u := range words {
		choice, low := bits.Mul64(u, choices)
		row := b.turn.Row(int(xs[i]), int(choice))
		from := b.from[row]
		end := b.from[row+1]
		if from < end {
			xs[i] = b.to[from:end][invertedBy(b.upTo[from:end], low)]
		}
	}
}
