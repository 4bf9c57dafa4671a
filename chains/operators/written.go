package operators

import (
	"math"

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
	Aims  int // how often it was aimed: what Pulls finds for an aim is good for all pulls until the next
	// Pulls, if it is set, is PullPair by the masses p, which is fast. It is not called if
	// p has mass in walls. PullsInPlace says that dst may be f.
	Pulls        func(dst, base, f *chains.Pair, p []float64, share float64)
	PullsInPlace bool
	// See, if it is set, returns the level that the definition sees. Level is the one that the masses are of.
	See func(*chains.Level) *chains.Level

	of    chains.Outcomes
	each  float64 // the probability of a weight of 1
	view  *View
	rows  chains.Row[numbers.Float] // nil before they are asked for
	walls Walls
	large bool // too large for a list: Push and Pull use Pulls
	back  *Written
	cold  bool // the list belongs to an earlier level
	from  []int
	to    []int32
	p     []float64
	stay  []float64 // by cell; nil if rows do not say it
	place []int     // of each cell, in the row that has it last

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

// Aim also aims the reversal.
func (o *Written) Aim(l *chains.Level) {
	for _, w := range []*Written{o, o.back} {
		w.Level = l
		w.cold = true
		w.rows = nil
		w.Aims++
		if w.See == nil {
			w.view.Aim(l)
		} else {
			w.view.Aim(w.See(l))
		}
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
	if o.from == nil {
		o.from = make([]int, o.N+1)
		o.place = make([]int, o.N)
		o.stay = make([]float64, o.N)
	}
	o.to, o.p = o.to[:0], o.p[:0]
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
		if at := o.place[y]; at >= first && at < len(o.to) && o.to[at] == int32(y) { // again
			o.p[at] += p
			return
		}
		o.place[y] = len(o.to)
		o.to, o.p = append(o.to, int32(y)), append(o.p, p)
	}
	for x := range o.N {
		here = x
		first = len(o.to)
		stay = 0
		o.from[x] = first
		row(x, visit)
		o.stay[x] = stay
	}
	o.from[o.N] = len(o.to)
}

// row returns the part of the list that is the row of x.
func (o *Written) row(x int) ([]int32, []float64) {
	a, b := o.from[x], o.from[x+1]
	return o.to[a:b], o.p[a:b]
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
	to, p := o.row(x)
	for i, y := range to {
		visit(int(y), p[i])
	}
}

// Stay is what the definition says of staying, or 1 less the others.
func (o *Written) Stay(x int) float64 {
	switch {
	case o.of.Rest:
		return chains.Remaining(o, x)
	case o.large:
		stay := 0.0
		o.Outcomes()(x, func(y int, weight numbers.Float) {
			if y == x {
				stay += float64(weight) * o.each
			}
		})
		return stay
	}
	o.write()
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
		to, p := o.row(x)
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
		to, p := o.row(x)
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
	o.write()
	for x := range o.N {
		to, p := o.row(x)
		f0 := f[0][x]
		f1 := f[1][x]
		gain0 := 0.0
		gain1 := 0.0
		for i, y := range to {
			gain0 += p[i] * (f[0][y] - f0)
			gain1 += p[i] * (f[1][y] - f1)
		}
		dst[0][x], dst[1][x] = base[0][x]+share*gain0, base[1][x]+share*gain1
	}
}

// PullRows pulls by rows without a list of them.
func (o *Written) PullRows(dst, base, f *chains.Pair, _ []float64, share float64) {
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
		dst[0][x], dst[1][x] = base[0][x]+rate*gain0, base[1][x]+rate*gain1
	}
}

// InPlace is false if PullPair reads a list, because it writes the cells one by one.
func (o *Written) InPlace() bool { return o.PullsInPlace && !o.walls.HaveMass(o.Level.Masses()) }

// Step picks from the row.
func (o *Written) Step(x int, d chains.Dice) int {
	if o.large {
		return StepByRow(o, x, d)
	}
	o.write()
	to, p := o.row(x)
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
	return &Symmetric{Written: o, Propose: o.each}
}

func (o *Symmetric) Reversal() chains.Operator { return o }

// PushSlope moves the derivatives of the flows.
func (o *Symmetric) PushSlope(dst, q, slope []float64) {
	o.write()
	clear(dst)
	logf := o.Level.LogF()
	for x, mass := range q {
		to, p := o.row(x)
		for i, y := range to {
			flow := mass * o.Propose * Metropolis.Turn(p[i]/o.Propose, logf[y]-logf[x], slope[y]-slope[x])
			dst[x] -= flow
			dst[y] += flow
		}
	}
}

// An Acceptance returns, at a level, the probabilities of accepting and of rejecting a proposal of y from
// x, two cells with mass, or from a cell x without mass.
type Acceptance[N any] func(v chains.View[N]) func(x, y int) (accept, reject N)

// A Rule is a rule for accepting a symmetric proposal, in detailed balance: f(x) accept(x,y) is
// f(y) accept(y,x).
type Rule struct {
	Float    Acceptance[numbers.Float]
	Interval Acceptance[*numbers.Interval]
	Wide     Acceptance[numbers.Wide]
	// Fast is the probability of accepting alone, in plain float64, by the quotient of the masses, and Rise by the
	// difference of the log densities.
	Fast, Rise func(by float64) float64
	// Turn is the derivative of the probability a of accepting as d = log f(y) - log f(x) changes at the rate
	// slope. If a has a corner at d, Turn takes the side that d moves to.
	Turn func(a, d, slope float64) float64
	// Conduct sets the flows of a pair of functions along edges.
	Conduct lanes.Conductance
}

// fast is the probability of accepting y from x in plain float64; y has mass.
func (r Rule) fast(v *View, x, y int) float64 {
	if v.logs {
		return r.Rise(v.f[y] - v.f[x])
	}
	return r.Fast(v.f[y] / (v.f[x] + Least))
}

// Metropolis accepts with min(1, f(y)/f(x)), which has its corner at d = 0.
var Metropolis = Rule{
	Float: metropolis[numbers.Float], Interval: metropolis[*numbers.Interval], Wide: metropolis[numbers.Wide],
	Fast: func(quotient float64) float64 { return min(1, quotient) },
	Rise: func(d float64) float64 {
		if d < 0 {
			return math.Exp(d)
		}
		return 1
	},
	Turn: func(a, d, slope float64) float64 {
		if d > 0 || d == 0 && slope > 0 {
			return 0
		}
		return a * slope
	},
	Conduct: lanes.Lesser,
}

// Barker accepts with f(y)/(f(x)+f(y)).
var Barker = Rule{
	Float: barker[numbers.Float], Interval: barker[*numbers.Interval], Wide: barker[numbers.Wide],
	Fast:    func(quotient float64) float64 { return quotient / (1 + quotient) },
	Rise:    func(d float64) float64 { return 1 / (1 + math.Exp(-d)) },
	Turn:    func(a, _, slope float64) float64 { return a * (1 - a) * slope },
	Conduct: lanes.Harmonic,
}

func metropolis[N any](v chains.View[N]) func(x, y int) (accept, reject N) { return v.Metropolis }

func barker[N numbers.Number[N]](v chains.View[N]) func(x, y int) (accept, reject N) {
	one := v.Num(1)
	of := func(x, y int) (accept, reject N) {
		if !v.Has(x) {
			return one, v.Num(0)
		}
		ratio := v.Quotient(y, x)
		return one.Over(one.Plus(one.Over(ratio))), one.Over(one.Plus(ratio))
	}
	return func(x, y int) (accept, reject N) { return v.Pair(x, y, of) }
}

// Proposed is the definition of a kernel that proposes one of `many` cells, all as probable, and accepts by a
// rule. From x these are the cells y != x that near visits, and as many more that are rejected, such as
// those off the grid. near visits x from y if it visits y from x. A wall is rejected.
func Proposed(many int, near func(x int, visit func(y int)), r Rule) chains.Outcomes {
	return chains.Outcomes{
		Out:      many,
		Float:    proposed(many, near, r.Float),
		Interval: proposed(many, near, r.Interval),
		Wide:     proposed(many, near, r.Wide),
	}
}

func proposed[N any](many int, near func(x int, visit func(y int)), accepts Acceptance[N]) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		accepts, one := accepts(v), v.Num(1)
		return func(x int, visit func(y int, weight N)) {
			others := many
			near(x, func(y int) {
				others--
				if !v.Open(y) {
					visit(x, one)
					return
				}
				accept, reject := accepts(x, y)
				visit(y, accept)
				visit(x, reject)
			})
			if others > 0 {
				visit(x, v.Num(float64(others)))
			}
		}
	}
}
