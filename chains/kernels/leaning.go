package kernels

import (
	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// leaning is Langevin in float64 where moves lead from each cell to each other, as on spins: n² flows. A flow
//
//	c(x,y) = min(p(x) q(x,y), p(y) q(y,x))
//
// wants q, a product over all axes, both ways. The axes are parted in two halves, and a table keeps the product over
// each half, by where it leads and by the cell where it starts. So q is a product of two numbers, whatever the number
// of axes. On 4x4 spins a row has 65,536 flows, and either table 256 numbers for each cell.
type leaning struct {
	law       *leap[numbers.Float]
	high, low *halfLaw
	stale     bool // the tables belong to an earlier level
}

// A halfLaw is the product of the laws along axes from a first to before a last.
type halfLaw struct {
	first, last int
	size        int       // of the box of these axes
	q           []float64 // by where it leads in this box, and then by the cell where it starts
}

// halvesOf parts the axes so that the sizes of both boxes have the least sum.
func halvesOf(g grid.Grid) (high, low *halfLaw) {
	best, before := 0, 1
	for a, n := range g.Lens() {
		before *= n
		if best == 0 || before+g.Size()/before < best {
			best = before + g.Size()/before
			high = &halfLaw{first: 0, last: a + 1, size: before}
			low = &halfLaw{first: a + 1, last: g.Axes(), size: g.Size() / before}
		}
	}
	return high, low
}

// halvesBytes counts the bytes that both tables keep for a cell.
func halvesBytes(g grid.Grid) float64 {
	high, low := halvesOf(g)
	return 8 * float64(high.size+low.size)
}

func newLeaning(g grid.Grid, size float64) *leaning {
	o := &leaning{law: newLeap[numbers.Float](g, Hamiltonian{1, size})}
	o.high, o.low = halvesOf(g)
	return o
}

// at is the rule of Definition. The tables are made when they are asked for.
func (o *leaning) at(v chains.View[numbers.Float]) chains.Row[numbers.Float] {
	o.law.at(v)
	o.stale = true
	return o.row
}

// tabulate makes the tables of the level that at saw, once.
func (o *leaning) tabulate() {
	if o.stale {
		o.high.tabulate(o.law)
		o.low.tabulate(o.law)
		o.stale = false
	}
}

// from is q(x,y).
func (o *leaning) from(x, y int) numbers.Float {
	n, low := o.law.grid.Size(), o.low.size
	return numbers.Float(o.high.q[y/low*n+x] * o.low.q[y%low*n+x])
}

// row visits the others with min(q(x,y), q(y,x) f(y)/f(x)). From a cell without mass all is accepted.
func (o *leaning) row(x int, visit func(y int, weight numbers.Float)) {
	o.tabulate()
	v := o.law.view
	massless := !v.Has(x)
	for y := range o.law.grid.Size() {
		if y == x || !v.Open(y) {
			continue
		}
		there := o.from(x, y)
		if massless {
			visit(y, there)
			continue
		}
		back := o.from(y, x)
		if back > 0 { // the quotient may be above every float
			visit(y, min(there, v.Quotient(y, x)*back))
		}
	}
}

// tabulate makes the table at a level.
func (h *halfLaw) tabulate(law *leap[numbers.Float]) {
	n := law.grid.Size()
	if h.q == nil {
		h.q = make([]float64, h.size*n)
	}
	products := make([]float64, h.size)
	for x := range n {
		products[0] = 1
		known := 1 // products are over the axes so far, in the box of these
		for a := h.first; a < h.last; a++ {
			along := lawAlong(law, x, a)
			for i := known - 1; i >= 0; i-- { // a product is read before its place is written
				product := products[i]
				for c, q := range along {
					products[i*len(along)+c] = product * q
				}
			}
			known *= len(along)
		}
		for i, q := range products {
			h.q[i*n+x] = q
		}
	}
}

// lawAlong is the law of the coordinate along an axis after a move from x.
func lawAlong(law *leap[numbers.Float], x, axis int) []float64 {
	along := make([]float64, law.grid.Len(axis))
	moves := law.law(x, axis)
	least, most := law.reached(axis)
	for m := least; m <= most; m++ {
		if y, ok := law.grid.Along(x, axis, m); ok {
			along[law.grid.Coord(y, axis)] = float64(moves[law.room+m])
		}
	}
	return along
}

// pull adds up the flows of each cell, in the order of the others. Both cells of a flow compute the same bits.
func (o *leaning) pull(dst, base, f *chains.Pair, p []float64, share float64) {
	o.tabulate()
	crew.Parallel(len(p), func(from, to int) {
		lows := make([]float64, o.low.size)
		for x := from; x < to; x++ {
			gain0, gain1 := o.gains(x, lows, f, p)
			rate := share / (p[x] + operators.Least)
			dst[0][x] = base[0][x] + rate*gain0
			dst[1][x] = base[1][x] + rate*gain1
		}
	})
}

// gains are the sums over all y of c(x,y) (f(y) - f(x)). lows is a buffer.
func (o *leaning) gains(x int, lows []float64, f *chains.Pair, p []float64) (gain0, gain1 float64) {
	n, low := len(p), o.low.size
	f0 := f[0][x]
	f1 := f[1][x]
	for j := range lows {
		lows[j] = o.low.q[j*n+x]
	}
	backHigh := o.high.q[x/low*n:][:n]
	backLow := o.low.q[x%low*n:][:n]
	for i := range o.high.size {
		there := p[x] * o.high.q[i*n+x]
		from := i * low
		mass := p[from:][:low]
		high := backHigh[from:][:low]
		back := backLow[from:][:low]
		g0 := f[0][from:][:low]
		g1 := f[1][from:][:low]
		for j, q := range lows {
			c := min(there*q, mass[j]*high[j]*back[j])
			gain0 += c * (g0[j] - f0)
			gain1 += c * (g1[j] - f1)
		}
	}
	return gain0, gain1
}
