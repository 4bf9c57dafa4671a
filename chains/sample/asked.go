package sample

import (
	"context"
	"math"
	"math/bits"
	"sync"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
)

// Where cells outnumber chains most of a prepared level is looked at by nobody. If the bridge knows its log density
// cell by cell (chains.Pointwise), and the kernel makes a proposal and accepts it by the log densities of two cells
// (chains.Proposer), a chain needs three numbers of a level: log f at its place, now and at the level before, and at
// the place that is proposed.
//
// A move takes one random word. Its product with the number of proposals says which is made, and what is left of the
// word, which is uniform given that, whether it is accepted. That is how alias slots are read (dice.go). So the
// outcomes of all proposals from all cells can be written into a table too, and both ways give the same chains to the
// last bit: which is taken is a matter of time alone, and may depend on the number of chains.

// A looked is a level of which single cells are looked at.
type looked struct {
	*unprepared
	before, here func(x int) float64 // log f of the level before, and of this one
	was, beta    float64             // of them
	tables       [2][]float64        // log f of all cells at both, where many chains are going to look; or nil
}

// An unprepared annealing is what all workers know of one whose levels are looked at cell by cell.
type unprepared struct {
	a      chains.Annealing
	bridge chains.Pointwise
	ends   [2]func() []float64 // the distribution functions of p_1 and p_T, each summed when it is first asked for

	geometric *chains.Geometric // the bridge, if it is that: of it many cells are looked at in one loop
}

// unpreparedOf returns nil if the bridge does not know its cells one by one.
func unpreparedOf(a chains.Annealing) *unprepared {
	bridge, pointwise := a.Bridge.(chains.Pointwise)
	if !pointwise {
		return nil
	}
	u := &unprepared{a: a, bridge: bridge}
	if along, ok := a.Bridge.(chains.Geometric); ok {
		u.geometric = &along
	}
	for i := range u.ends {
		u.ends[i] = sync.OnceValue(func() []float64 {
			logf := make([]float64, a.Grid.Size())
			bridge.At(logf, float64(i))
			return summed(logf)
		})
	}
	return u
}

// draw draws the place of each chain from the end where it begins.
func (s *looked) draw(reverse bool, blocks []block) {
	end := s.ends[0]
	if reverse {
		end = s.ends[1]
	}
	upTo := end()
	for _, b := range blocks {
		for i := range b.x {
			b.x[i] = int32(seeded{b.gen}.Search(upTo))
		}
	}
}

// look goes to a level, and returns its beta.
func (s *looked) look(t int) (beta float64) {
	s.was = s.beta
	s.beta = s.a.Schedule.Beta(t)
	s.before = s.here
	s.here = s.bridge.Cell(s.beta)
	if s.tables[0] == nil {
		return s.beta
	}
	s.tables[0], s.tables[1] = s.tables[1], s.tables[0]
	logf := s.tables[0]
	s.bridge.At(logf, s.beta)
	s.here = func(x int) float64 { return logf[x] }
	return s.beta
}

// tabulate makes room for tables of log f, if chains that look at so many cells each would take longer than to look at
// all. Either way log f is the same, to the last bit (chains.Pointwise), and so are the chains.
func (s *looked) tabulate(chains int, looks float64) {
	cells := s.a.Grid.Size()
	s.tables = [2][]float64{}
	if float64(chains)*looks > float64(cells) {
		s.tables[0] = make([]float64, cells)
		s.tables[1] = make([]float64, cells)
	}
}

// lookAt sets dst to log f of these cells, as it is here.
func (s *looked) lookAt(dst []float64, xs []int32) { s.lookBy(dst, xs, s.beta, s.here) }

// lookBack sets dst to log f of these cells, as it was at the level before.
func (s *looked) lookBack(dst []float64, xs []int32) { s.lookBy(dst, xs, s.was, s.before) }

func (s *looked) lookBy(dst []float64, xs []int32, beta float64, at func(x int) float64) {
	if s.geometric != nil {
		s.geometric.Cells(dst, xs, beta)
		return
	}
	for i, x := range xs {
		dst[i] = at(int(x))
	}
}

// stay asks for what each chain gains at its place.
func (s *looked) stay(b block, asked pass) {
	for i, x := range b.x {
		s.gain(&b.logw[i], int(x), s.here(int(x)), asked)
	}
}

// gain adds to log w what a chain gains at x, where log f is here now.
func (s *looked) gain(logw *float64, x int, here float64, asked pass) {
	if asked.gains {
		*logw = chains.AddLogW(*logw, gained(s.before(x), here, asked.reverse))
	}
}

// An asked stage knows nothing of a level beforehand, unless many chains are going to ask.
type asked struct {
	looked
	*proposals
	all   bool      // of this task: write the table
	slots slotRows  // of all proposals from all cells, if they are written
	gains []float64 // likewise
	none  []float64
	next  [chunk]int32 // where some chains are to go

	nows, thens [chunk]float64 // log f at the places of these chains, and where they are to go or at the level before
}

// proposals are what all workers know of the moves of an annealing whose levels can be asked.
type proposals struct {
	chains.Proposer
	of     *unprepared
	number uint64
	slot   float64 // what it takes to write one, in nanoseconds
}

// fewSlots is the number of slots up to which all levels are prepared as for any kernel: that takes a tenth of a
// millisecond, less than to move a block of chains.
const fewSlots = 1 << 14

// proposes reports whether steps of a kernel are proposals that are accepted by the log densities of two cells.
func proposes(k chains.Kernel, g grid.Grid) bool {
	op := k.On(g)
	_, proposes := op.(chains.Proposer)
	return proposes && op.Reversal() == op
}

// proposalsOf returns nil if the levels of an annealing are to be prepared: if they have few slots, or cannot be asked.
func proposalsOf(a chains.Annealing, few int) *proposals {
	of := unpreparedOf(a)
	if of == nil || !proposes(a.Kernel, a.Grid) {
		return nil
	}
	proposer := a.Kernel.On(a.Grid).(chains.Proposer)
	if a.Grid.Size()*(proposer.Proposals()+1) <= few {
		return nil
	}
	return &proposals{Proposer: proposer, of: of, number: uint64(proposer.Proposals()), slot: writeCosts}
}

// summed turns a log density into its distribution function, up to a factor, in the same memory.
func summed(logf []float64) []float64 {
	top := floats.Max(logf)
	sum := 0.0
	for x, v := range logf {
		sum += math.Exp(v - top)
		logf[x] = sum
	}
	return logf
}

func newAsked(p *proposals) *asked { return &asked{looked: looked{unprepared: p.of}, proposals: p} }

// What decides between the two ways, in nanoseconds: to write a slot, and to ask for a move.
const (
	writeCosts = 15
	askCosts   = 50
)

func (s *asked) begin(t int, reverse bool, blocks []block) {
	walking := walkingIn(blocks)
	s.draw(reverse, blocks)
	cells := s.a.Grid.Size()
	s.prepare(float64(cells)*float64(s.number)*s.slot < float64(walking)*askCosts)
	s.to(t)
}

// prepare says whether tables are written, and makes room for them.
func (s *asked) prepare(all bool) {
	s.all = all
	if all && s.slots == nil {
		cells := s.a.Grid.Size()
		s.slots = make(slotRows, cells*int(s.number))
		s.gains = make([]float64, cells)
		s.none = make([]float64, cells)
	}
}

func (s *asked) to(t int) { s.look(t) }

func (s *asked) pass(_ context.Context, blocks []block, asked pass) error {
	if s.all {
		s.byTables(blocks, asked)
		return nil
	}
	for _, b := range blocks {
		if !asked.moves {
			s.stay(b, asked)
			continue
		}
		b.chunks(func(xs []int32, logw []float64, words []uint64) { s.move(xs, logw, words, asked) })
	}
	return nil
}

// move asks for the gains and the proposals of some chains, and then accepts or not. There are several loops, because
// loads from all over the memory then go side by side, and because a processor that guesses wrongly in the last one has
// less to do again.
func (s *asked) move(xs []int32, logw []float64, words []uint64, asked pass) {
	to := s.next[:len(words)]
	here := s.nows[:len(words)]
	there := s.thens[:len(words)]
	s.lookAt(here, xs)
	if asked.gains {
		s.lookBack(there, xs)
		for i, before := range there {
			logw[i] = chains.AddLogW(logw[i], gained(before, here[i], asked.reverse))
		}
	}
	for i, u := range words {
		high, low := bits.Mul64(u, s.number)
		words[i] = low
		to[i] = xs[i]
		if y, ok := s.Propose(int(xs[i]), int(high)); ok {
			to[i] = int32(y)
		}
	}
	s.lookAt(there, to)
	for i, low := range words {
		if y := to[i]; y != xs[i] && !math.IsInf(there[i], -1) {
			xs[i] = s.slotOf(xs[i], y, there[i]-here[i]).outcome(low)
		}
	}
}

// proposed is where proposal i leads from x, where log f is here, and how much log f rises. It is x itself if there is
// nothing, or a cell without mass.
func (s *asked) proposed(x, i int, here float64) (to int32, rise float64) {
	y, ok := s.Propose(x, i)
	if !ok {
		return int32(x), 0
	}
	there := s.here(y)
	if math.IsInf(there, -1) {
		return int32(x), 0
	}
	return int32(y), there - here
}

// slotOf is a proposal of y from x: y below the threshold, and x from there on.
func (s *asked) slotOf(x, y int32, rise float64) slot { return slot{threshold(s.Accept(rise)), y, x} }

// threshold is the number of words that a probability accepts.
func threshold(p float64) uint64 {
	if p >= 1 {
		return math.MaxUint64
	}
	return uint64(p * 0x1p64)
}

// outcome is where what is left of a word leads.
func (s slot) outcome(low uint64) int32 {
	to, below := s.b, s.a
	if low < s.threshold {
		to = below
	}
	return to
}

// byTables asks for all cells, and then does what is asked by tables.
func (s *asked) byTables(blocks []block, asked pass) {
	gains := s.none
	if asked.gains {
		gains = s.gains
		for x := range gains {
			gains[x] = gained(s.before(x), s.here(x), asked.reverse)
		}
	}
	if !asked.moves || anyInfinite(gains) {
		stay(blocks, gains)
		gains = s.none
	}
	if !asked.moves {
		return
	}
	k := int(s.number)
	for x := range s.gains {
		here := s.here(x)
		for i := range k {
			to, rise := s.proposed(x, i, here)
			s.slots[x*k+i] = s.slotOf(int32(x), to, rise)
		}
	}
	for _, b := range blocks {
		b.chunks(func(xs []int32, logw []float64, words []uint64) { s.slots.walk(s.number, xs, logw, gains, words) })
	}
}
