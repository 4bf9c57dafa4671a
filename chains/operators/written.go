package operators

import (
	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Written is an operator by the rows of a definition, which are sound at any depth of the density.
// It writes them into a list once a level, when they are first needed. Push and Pull are
// then sums over the list.
type Written struct {
	N     int // states
	Level *chains.Level
	aims  int // how often it was aimed
	// Pulls, if it is set, is PullPair by the masses p, which is fast. It is not called if
	// p has mass in walls.
	Pulls func(dst, base, f *chains.Pair, p []float64, share float64)
	// Lists, if it is set, returns the rows by the masses p, sooner than the definition writes them. No row is asked of
	// it singly.
	Lists func(p []float64) *lanes.Rows

	of     chains.Outcomes
	each   float64 // the probability of a weight of 1
	view   *View
	rows   chains.Row[numbers.Float] // nil before they are asked for
	walls  Walls
	large  bool // too large for a list: Push and Pull use Pulls
	back   *Written
	cold   bool        // the list belongs to an earlier level
	moved  int         // Moves of the level when it was last aimed at
	byMass bool        // it had P then
	pulled int         // aims when PullRows was last asked
	list   *lanes.Rows // own, or that of fixed moves
	own    lanes.Rows
	stay   []float64 // by cell, if the list says it
	stays  bool      // it does
	place  []int     // of each cell, in the row that has it last
	// Proposed by the rule Metropolis: its moves are fixed, and nil until they are needed
	symmetric bool
	fixed     *moves

	single single
}

// NewWritten returns a reversible operator on g by a definition that is Outcomes. It does not enter walls, even if they
// have mass.
func NewWritten(g grid.Grid, walls Walls, definition chains.Definition) *Written {
	of := definition.(chains.Outcomes)
	o := &Written{N: g.Size(), of: of, each: 1 / float64(of.Out), view: NewView(g), walls: walls}
	o.back = o
	return o
}

// NewReversible returns an operator that makes no list on a large space. No row visits another cell twice,
// and the caller sets Pulls.
func NewReversible(g grid.Grid, walls Walls, of chains.Definition) *Written {
	o := NewWritten(g, walls, of)
	o.large = o.N >= crew.ParallelFrom
	return o
}

// PullsBy has the operator make no list on a large space, as NewReversible does. There a row may visit a state twice.
func (o *Written) PullsBy(pulls func(dst, base, f *chains.Pair, p []float64, share float64)) {
	o.Pulls, o.large = pulls, o.N >= crew.ParallelFrom
}

// Reverse makes two operators each other's reversal.
func Reverse(a, b *Written) { a.back, b.back = b, a }

// Aim also aims the reversal. Where the level has not moved since, and the rows did not ask for its place, they are as
// they were.
func (o *Written) Aim(l *chains.Level) {
	placed := o.view.placed || o.back.view.placed
	if l == o.Level && l.Moves() == o.moved && (l.P != nil) == o.byMass && !placed {
		return
	}
	for _, w := range []*Written{o, o.back} {
		w.moved = l.Moves()
		w.byMass = l.P != nil
		w.Level = l
		w.cold = true
		w.rows = nil
		w.aims++
		w.view.Aim(l)
	}
}

func (o *Written) Reversal() chains.Operator { return o.back }

// Outcomes returns the rows of the definition at the level.
func (o *Written) Outcomes() chains.Row[numbers.Float] {
	if o.rows == nil {
		o.rows = o.of.Float(o.view.Look())
	}
	return o.rows
}

// write makes the list, once a level.
func (o *Written) write() {
	if !o.cold {
		return
	}
	o.cold = false
	if o.place == nil {
		o.place = make([]int, o.N)
		o.stay = make([]float64, o.N)
	}
	if v := o.view.Look(); o.symmetric && !v.logs {
		o.accept(v)
		return
	}
	o.stays = true
	r := &o.own
	o.list = r
	r.From = append(r.From[:0], 0)
	r.To = r.To[:0]
	r.P = r.P[:0]
	row := o.Outcomes()
	var here, first int
	var stay float64
	visit := func(y int, weight numbers.Float) {
		p := float64(weight) * o.each
		switch {
		case p == 0:
			return
		case y == here:
			stay += p
			return
		}
		if at := o.place[y]; at >= first && at < len(r.To) && r.To[at] == int32(y) { // again
			r.P[at] += p
			return
		}
		o.place[y] = len(r.To)
		r.To = append(r.To, int32(y))
		r.P = append(r.P, p)
	}
	for x := range o.N {
		here = x
		first = len(r.To)
		stay = 0
		row(x, visit)
		o.stay[x] = stay
		r.From = append(r.From, len(r.To))
	}
}

// accept makes the list of a kernel that proposes the same at each level.
func (o *Written) accept(v *View) {
	m := o.moves(v)
	m.accept(lanes.Lesser, v.f)
	o.list = &m.rows
	o.stays = false
}

// PushBlock pushes by edges if the moves are fixed and masses are known, and otherwise by rows.
func (o *Written) PushBlock(dst, q lanes.Block) {
	if o.symmetric {
		v := o.view.Look()
		if !v.logs && o.moves(v).pushBlock(dst, q, v.f) {
			return
		}
	}
	o.Rows().Push(dst, q)
}

// PushBands pushes where PushBlock pushes by edges that are bands.
func (o *Written) PushBands(dst, q *lanes.Measures) bool {
	if !o.symmetric {
		return false
	}
	v := o.view.Look()
	return !v.logs && o.moves(v).pushBands(dst, q, v.f)
}

// moves are those of a kernel that proposes the same at each level.
func (o *Written) moves(v *View) *moves {
	if o.fixed == nil {
		o.fixed = proposals(o.of, v)
	}
	return o.fixed
}

// Rows are what Lists returns, where masses are known, or else those of the list.
func (o *Written) Rows() *lanes.Rows {
	if o.Lists != nil {
		if v := o.view.Look(); !v.logs {
			return o.Lists(v.f)
		}
	}
	o.write()
	return o.list
}

func (o *Written) Row(x int, visit func(y int, p float64)) {
	if o.large {
		o.Outcomes()(x, func(y int, weight numbers.Float) {
			if y != x {
				visit(y, float64(weight)*o.each)
			}
		})
		return
	}
	o.write()
	to, p := o.list.Of(x)
	for i, y := range to {
		if p[i] > 0 {
			visit(int(y), p[i])
		}
	}
}

// Stay is what the definition says of staying, or 1 less the others.
func (o *Written) Stay(x int) float64 {
	switch {
	case o.of.Rest:
		return chains.Remaining(o, x)
	case !o.large:
		o.write()
	}
	if o.large || !o.stays {
		stay := 0.0
		o.Outcomes()(x, func(y int, weight numbers.Float) {
			if y == x {
				stay += float64(weight) * o.each
			}
		})
		return stay
	}
	return o.stay[x]
}

// Push moves mass by single flows, so that mass is kept.
func (o *Written) Push(dst, q []float64) {
	if o.large && o.single.push(o, o.Level, o.walls, dst, q) {
		return
	}
	o.write()
	copy(dst, q)
	for x, mass := range q {
		if mass == 0 {
			continue
		}
		to, p := o.list.Of(x)
		left := 0.0
		for i, y := range to {
			flow := mass * p[i]
			left += flow
			dst[y] += flow
		}
		dst[x] -= left
	}
}

func (o *Written) Pull(dst, f []float64) {
	if o.large && o.single.pull(o, o.Level, o.walls, dst, f) {
		return
	}
	o.write()
	for x, here := range f {
		to, p := o.list.Of(x)
		gain := 0.0
		for i, y := range to {
			gain += p[i] * (f[y] - here)
		}
		dst[x] = here + gain
	}
}

// PullPair calls Pulls, or reads the list once for both functions.
func (o *Written) PullPair(dst, base, f *chains.Pair, share float64) {
	if o.Pulls != nil {
		if p := o.Level.Masses(); !o.walls.HaveMass(p) {
			o.Pulls(dst, base, f, p, share)
			return
		}
	}
	o.pullList(dst, base, f, share)
}

// pullList is PullPair by the list.
func (o *Written) pullList(dst, base, f *chains.Pair, share float64) {
	o.write()
	for x := range o.N {
		to, p := o.list.Of(x)
		f0 := f[0][x]
		f1 := f[1][x]
		gain0 := 0.0
		gain1 := 0.0
		for i, y := range to {
			gain0 += p[i] * (f[0][y] - f0)
			gain1 += p[i] * (f[1][y] - f1)
		}
		dst[0][x] = base[0][x] + share*gain0
		dst[1][x] = base[1][x] + share*gain1
	}
}

// PullRows pulls by rows without a list of them. Where it is asked again at the same level, because that stands or the
// kernel makes several steps there, a list is worth its making.
func (o *Written) PullRows(dst, base, f *chains.Pair, _ []float64, share float64) {
	if o.pulled == o.aims && !o.large {
		o.pullList(dst, base, f, share)
		return
	}
	o.pulled = o.aims
	row, rate := o.Outcomes(), share*o.each
	for x := range o.N {
		f0 := f[0][x]
		f1 := f[1][x]
		gain0 := 0.0
		gain1 := 0.0
		row(x, func(y int, weight numbers.Float) {
			gain0 += float64(weight) * (f[0][y] - f0)
			gain1 += float64(weight) * (f[1][y] - f1)
		})
		dst[0][x] = base[0][x] + rate*gain0
		dst[1][x] = base[1][x] + rate*gain1
	}
}

// Step picks from the row.
func (o *Written) Step(x int, d chains.Dice) int {
	if o.large {
		return StepByRow(o, x, d)
	}
	o.write()
	to, p := o.list.Of(x)
	weights, stay := append(make([]float64, 0, len(p)+1), p...), 1.0
	for _, v := range p {
		stay -= v
	}
	if i := d.Pick(append(weights, max(stay, 0))); i < len(to) {
		return int(to[i])
	}
	return x
}

// StepByRow draws the next state from the row of x. Operators use it that have no faster
// way to step.
func StepByRow(o chains.Operator, x int, d chains.Dice) int {
	to := []int{x}
	weights := []float64{0}
	stay := 1.0
	o.Row(x, func(y int, p float64) {
		to = append(to, y)
		weights = append(weights, p)
		stay -= p
	})
	weights[0] = max(stay, 0)
	return to[d.Pick(weights)]
}

// Symmetric is the operator of Metropolis with symmetric proposals: Proposed by the rule Metropolis. It is
// reversible: p(x) T(x,y) is Propose times the smaller of p(x) and p(y).
type Symmetric struct {
	*Written
	Propose float64 // the probability of each proposal
}

// NewSymmetric returns the operator on g of a definition that is Proposed by the rule Metropolis. The caller
// sets Pulls.
func NewSymmetric(g grid.Grid, of chains.Definition) *Symmetric {
	o := NewReversible(g, WallsOf(g), of)
	o.symmetric = true
	return &Symmetric{Written: o, Propose: o.each}
}

func (o *Symmetric) Reversal() chains.Operator { return o }

// PushSlope moves the derivatives of the flows.
func (o *Symmetric) PushSlope(dst, q, slope []float64) {
	o.write()
	clear(dst)
	logf := o.Level.LogF()
	for x, mass := range q {
		to, p := o.list.Of(x)
		for i, y := range to {
			flow := mass * o.Propose * Metropolis.Turn(p[i]/o.Propose, logf[y]-logf[x], slope[y]-slope[x])
			dst[x] -= flow
			dst[y] += flow
		}
	}
}
