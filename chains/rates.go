package chains

import (
	"math"

	"breadboard/chains/lanes"
)

// least is what divides where there is no mass, as in the loops of lanes.
const least = lanes.Least

// rates are the probabilities of all single moves from all cells, written out.
type rates struct {
	cold bool        // they are not yet those of the level
	p    [][]float64 // by move: the probability that x makes it
	can  [][]float64 // by move: that x proposes it and is not stopped by a wall
	by   []int       // by move: what it adds to a state
}

// rate is the probability that one step from x makes the i-th move.
func (o *local) rate(x, i int) float64 {
	if t := o.warm(); t != nil {
		return t.p[i][x]
	}
	y, ok := o.grid.Move(x, o.moves[i])
	if !ok {
		return 0
	}
	return o.between(x, y)
}

// between is the probability that one step from x leads to its neighbour y.
func (o *local) between(x, y int) float64 {
	if p := o.level.P; p != nil {
		return o.propose() * o.rule.ratio(p[y]/(p[x]+least))
	}
	logf := o.level.LogF()
	if math.IsInf(logf[y], -1) {
		return 0
	}
	return o.propose() * o.rule.accept(logf[y]-logf[x])
}

// warm writes the rates out, once a level; on a wide space it returns nil.
func (o *local) warm() *rates {
	if o.grid.Size() >= Wide {
		return nil
	}
	if o.table == nil {
		o.table = o.newRates()
	}
	if t := o.table; t.cold {
		t.cold = false
		if o.level.P != nil {
			o.warmByQuotients()
		} else {
			o.warmByExponentials()
		}
	}
	return o.table
}

func (o *local) newRates() *rates {
	t := &rates{cold: true}
	for _, m := range o.moves {
		t.p = append(t.p, make([]float64, o.grid.Size()))
		can := make([]float64, o.grid.Size())
		for x := range can {
			if _, ok := o.grid.Move(x, m); ok {
				can[x] = o.propose()
			}
		}
		t.can, t.by = append(t.can, can), append(t.by, o.offset(m))
	}
	return t
}

func (o *local) warmByExponentials() {
	logf := o.level.LogF()
	for i, rates := range o.table.p {
		by := o.table.by[i]
		for x, propose := range o.table.can[i] {
			rates[x] = 0
			if propose > 0 && !math.IsInf(logf[x+by], -1) {
				rates[x] = propose * o.rule.accept(logf[x+by]-logf[x])
			}
		}
	}
}

func (o *local) warmByQuotients() {
	p := o.level.P
	for i, rates := range o.table.p {
		by := o.table.by[i]
		for x, propose := range o.table.can[i] {
			if propose > 0 {
				rates[x] = propose * o.rule.ratio(p[x+by]/(p[x]+least))
			}
		}
	}
}

// Pull adds what a move gains of f.
func (o *local) Pull(dst, f []float64) {
	t := o.warm()
	if t == nil {
		if !o.spare.pull(o, o.level, o.walls, dst, f) {
			Abreast(len(f), func(from, to int) { o.pullWide(dst, f, from, to) })
		}
		return
	}
	copy(dst, f)
	for i, rates := range t.p {
		by := t.by[i]
		for x, p := range rates {
			if p > 0 {
				dst[x] += p * (f[x+by] - f[x])
			}
		}
	}
}

// Push moves mass by flows along edges, so that none is made or lost.
func (o *local) Push(dst, q []float64) {
	t := o.warm()
	if t == nil {
		if !o.spare.push(o, o.level, o.walls, dst, q) {
			Abreast(len(q), func(from, to int) { o.pushWide(dst, q, from, to) })
		}
		return
	}
	copy(dst, q)
	for i := 1; i < len(t.p); i += 2 { // there and, by the move before it, back
		by, there, back := t.by[i], t.p[i], t.p[i-1]
		n := len(q) - by
		q0, q1, d0, d1, there, back := q[:n], q[by:][:n], dst[:n], dst[by:][:n], there[:n], back[by:][:n]
		for x, p := range there {
			if r := back[x]; p > 0 || r > 0 {
				flow := q0[x]*p - q1[x]*r
				d0[x] -= flow
				d1[x] += flow
			}
		}
	}
}

// PushSlope moves the flows' derivatives.
func (o *local) PushSlope(dst, q, slope []float64) {
	clear(dst)
	logf, propose := o.level.LogF(), o.propose()
	for i, m := range o.moves {
		by := o.offset(m)
		for x := range q {
			if p := o.rate(x, i); p > 0 {
				d, rise := logf[x+by]-logf[x], slope[x+by]-slope[x]
				flow := q[x] * propose * o.rule.turn(p/propose, d, rise)
				dst[x] -= flow
				dst[x+by] += flow
			}
		}
	}
}

// pullWide is Pull for cells from..to.
func (o *local) pullWide(dst, f []float64, from, to int) {
	for x := from; x < to; x++ {
		dst[x] = f[x]
		for _, m := range o.moves {
			if y, ok := o.grid.Move(x, m); ok {
				dst[x] += o.between(x, y) * (f[y] - f[x])
			}
		}
	}
}

// pushWide is Push for cells from..to: what flows to a cell is the same number as
// what flows from its neighbour.
func (o *local) pushWide(dst, q []float64, from, to int) {
	for x := from; x < to; x++ {
		dst[x] = q[x]
		for _, m := range o.moves {
			c, by := o.grid.Coord(x, m/2), o.offset(m)
			if edge := (o.grid.Len(m/2) - 1) * (m % 2); c == edge {
				continue
			}
			if y := x + by; !o.grid.Wall(y) {
				dst[x] -= q[x] * o.between(x, y)
			}
			if y := x + by; !o.grid.Wall(x) {
				dst[x] += q[y] * o.between(y, x)
			}
		}
	}
}
