package chains

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// KeptRows is a RowSource that keeps the rows of the cells that walkers reach, until Forget. Rows of cells that no
// walker reaches are never computed. One goroutine at a time may use it.
//
// If the source is a Composite a walker takes a step of each part: their joint row may be long where the row of each
// part is short.
type KeptRows struct {
	RowSource
	parts []*table // in the order of their steps; a part that stands several times has one table
}

// NewKeptRows returns the rows of a source on some cells, none of them kept yet.
func NewKeptRows(cells int, of RowSource) *KeptRows {
	r := &KeptRows{RowSource: of}
	all := inTurn(of)
	for i, part := range all {
		if at := slices.Index(all[:i], part); at >= 0 {
			r.parts = append(r.parts, r.parts[at])
			continue
		}
		r.parts = append(r.parts, newTable(cells, part))
	}
	return r
}

// inTurn returns the sources that make the steps of one: itself, unless it is a Composite.
func inTurn(of RowSource) (all []RowSource) {
	s, ok := of.(Composite)
	if !ok {
		return []RowSource{of}
	}
	for _, part := range s.InTurn() {
		all = append(all, inTurn(part)...)
	}
	return all
}

// Forget drops all rows: the source has others from now on.
func (r *KeptRows) Forget() {
	for _, part := range r.parts {
		part.forget()
	}
}

// Step draws the next state from the row of x. Of dice with words each part takes one word, but for a Roller.
func (r *KeptRows) Step(x int, d Dice) int {
	w, worded := d.(Words)
	for _, part := range r.parts {
		if worded {
			x = int(part.next(int32(x), w))
		} else {
			x = Step(part.of, x, d)
		}
	}
	return x
}

// Walk adds the gain at each walker's place to its log weight, and moves the walker by random words. Gains are finite.
func (r *KeptRows) Walk(xs []int32, logw, gains []float64, gen *rand.PCG) {
	if len(r.parts) == 1 && r.parts[0].draws == nil && r.parts[0].rolls == nil {
		r.parts[0].walk(xs, logw, gains, gen)
		return
	}
	d := Generator{gen}
	for i, x := range xs {
		logw[i] += gains[x]
		for _, part := range r.parts {
			x = part.next(x, d)
		}
		xs[i] = x
	}
}

// A Drawer draws a step from x by a random word without the row of x.
type Drawer interface{ Draw(x int, word uint64) int }

// A Roller makes a step from x by dice, without the row of x.
type Roller interface{ Roll(x int, d Dice) int }

// manyCells is the number of cells from which a Drawer draws: walkers seldom come to a cell twice there.
const manyCells = 1 << 12

// A table keeps the rows of one source as alias slots, or lets the source draw the steps.
type table struct {
	of    RowSource
	draws Drawer // nil if rows are kept
	rolls Roller // nil unless it makes the steps

	at    []span // by cell, where its outcomes are; of length 0 if its row is not kept
	kept  int    // the number of outcomes that are kept
	slots slotRows

	// The row that is being kept:
	visit  func(y int, p float64)
	cells  []int32 // its outcomes; the first is to stay
	shares []float64
	stay   Remainder
	room   []int32
}

// newTable returns a table that keeps no row yet.
func newTable(cells int, of RowSource) *table {
	r := &table{of: of, at: make([]span, cells)}
	if cells >= manyCells {
		r.draws, _ = of.(Drawer)
	}
	r.rolls, _ = of.(Roller)
	r.visit = func(y int, p float64) {
		if !(p >= 0) {
			panic(fmt.Sprintf("chains: a step leads to cell %d with probability %v", y, p))
		}
		if p > 0 {
			r.cells = append(r.cells, int32(y))
			r.shares = append(r.shares, p)
			r.stay.Take(p)
		}
	}
	return r
}

// forget drops all rows, but not their memory.
func (r *table) forget() {
	clear(r.at)
	r.kept = 0
}

// next returns the cell to which dice lead from x. They give one word, or as many as a Roller takes.
func (r *table) next(x int32, d Words) int32 {
	switch {
	case r.rolls != nil:
		return int32(r.rolls.Roll(int(x), d))
	case r.draws != nil:
		return int32(r.draws.Draw(int(x), d.Uint64()))
	}
	here := r.at[x]
	if here.n == 0 {
		here = r.keep(x)
	}
	return r.slots.draw(here, d.Uint64())
}

// walk does as Walk by slots: one loop without a call, so that the generator computes while the memory answers.
func (r *table) walk(xs []int32, logw, gains []float64, gen *rand.PCG) {
	logw = logw[:len(xs)]
	at := r.at
	slots := r.slots
	g := *gen // which stays near
	for i, x := range xs {
		logw[i] += gains[x]
		here := at[x]
		if here.n == 0 {
			here = r.keep(x)
			slots = r.slots
		}
		xs[i] = slots.draw(here, g.Uint64())
	}
	*gen = g
}

// keep keeps the row of x, and returns where its outcomes are.
func (r *table) keep(x int32) span {
	r.cells = append(r.cells[:0], x)
	r.shares = append(r.shares[:0], 0)
	r.stay = NewRemainder()
	r.of.Row(int(x), r.visit)
	if r.stay.left < -1e-9 {
		panic(fmt.Sprintf("chains: steps leave cell %d with probability %v", x, 1-r.stay.left))
	}
	r.shares[0] = r.stay.Left()
	here := span{uint32(r.kept), uint32(len(r.cells))}
	r.makeSlots()
	r.at[x] = here
	r.kept += len(r.cells)
	return here
}

// makeSlots makes the slots of the row that is being kept.
func (r *table) makeSlots() {
	k := len(r.cells)
	if r.kept+k > len(r.slots) {
		r.slots = append(r.slots[:r.kept], make(slotRows, r.kept+k)...)
	}
	if len(r.room) < k {
		r.room = make([]int32, 2*k)
	}
	slots := r.slots[r.kept:][:k]
	for j, y := range r.cells {
		slots[j].a = y
	}
	slots.alias(r.shares, r.room)
}
