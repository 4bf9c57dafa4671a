package operators

import "breadboard/chains"

// A RowFunc visits every y != x that one step from x can reach, once.
type RowFunc func(x int, visit func(y int, p float64))

// Written is an operator given by its rows, which are sound at any depth of the density.
// It writes them into a list once a level, when they are first needed. Push and Pull are
// then sums over the list.
type Written struct {
	N     int // states
	Level *chains.Level
	// Pulls, if it is set, is PullPair by the masses p, which is fast. It is not called if
	// p has mass in walls. PullsInPlace says that dst may be f.
	Pulls        func(dst, base, f *chains.Pair, p []float64, share float64)
	PullsInPlace bool

	rows  func(l *chains.Level) RowFunc
	walls Walls
	large bool // too large for a list: Push and Pull use Pulls
	back  *Written
	cold  bool // the list belongs to an earlier level
	from  []int
	to    []int32
	p     []float64

	single single
}

// NewWritten returns a reversible operator on n states. rows returns the rows at a level.
// The operator does not enter walls, even if they have mass.
func NewWritten(n int, walls Walls, rows func(l *chains.Level) RowFunc) *Written {
	o := &Written{N: n, rows: rows, walls: walls}
	o.back = o
	return o
}

// NewReversible returns an operator that makes no list on a large space. rows should be
// quick to call, and the caller sets Pulls.
func NewReversible(n int, walls Walls, rows func(l *chains.Level) RowFunc) *Written {
	o := NewWritten(n, walls, rows)
	o.large = n >= chains.ParallelFrom
	return o
}

// Reverse makes two operators each other's reversal.
func Reverse(a, b *Written) { a.back, b.back = b, a }

// Aim also aims the reversal.
func (o *Written) Aim(l *chains.Level) {
	o.Level, o.cold = l, true
	o.back.Level, o.back.cold = l, true
}

func (o *Written) Reversal() chains.Operator { return o.back }

// write makes the list, once a level.
func (o *Written) write() {
	if !o.cold {
		return
	}
	o.cold = false
	if o.from == nil {
		o.from = make([]int, o.N+1)
	}
	o.to, o.p = o.to[:0], o.p[:0]
	row := o.rows(o.Level)
	visit := func(y int, p float64) { o.to, o.p = append(o.to, int32(y)), append(o.p, p) }
	for x := range o.N {
		o.from[x] = len(o.to)
		row(x, visit)
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
		o.rows(o.Level)(x, visit)
		return
	}
	o.write()
	to, p := o.row(x)
	for i, y := range to {
		visit(int(y), p[i])
	}
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
		f0, f1, gain0, gain1 := f[0][x], f[1][x], 0.0, 0.0
		for i, y := range to {
			gain0 += p[i] * (f[0][y] - f0)
			gain1 += p[i] * (f[1][y] - f1)
		}
		dst[0][x], dst[1][x] = base[0][x]+share*gain0, base[1][x]+share*gain1
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
	to, weights, stay := []int{x}, []float64{0}, 1.0
	o.Row(x, func(y int, p float64) {
		to, weights, stay = append(to, y), append(weights, p), stay-p
	})
	weights[0] = max(stay, 0)
	return to[d.Pick(weights)]
}
