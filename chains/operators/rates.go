package operators

import (
	"breadboard/chains"
	"breadboard/chains/numbers"
)

// rates is a table of the probabilities of all single moves from all cells.
type rates struct {
	cold bool        // the table belongs to an earlier level
	p    [][]float64 // by move: the probability that x makes it
	can  [][]float64 // by move: the probability that x proposes it, 0 if a wall stops it
	by   []int       // by move: what it adds to a state
}

// rate is the probability that one step from x makes the i-th move.
func (o *Local) rate(x, i int) float64 {
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
func (o *Local) between(x, y int) float64 {
	if v := o.view.Look(); v.Has(y) {
		return o.each * o.rule.Fast(v, x, y)
	}
	return 0
}

// warm returns the table, filled once a level. On a large space it returns nil.
func (o *Local) warm() *rates {
	if o.grid.Size() >= chains.ParallelFrom {
		return nil
	}
	if o.table == nil {
		o.table = o.newRates()
	}
	if o.table.cold {
		o.table.cold = false
		o.fill(o.table)
	}
	return o.table
}

func (o *Local) newRates() *rates {
	t := &rates{cold: true}
	for _, m := range o.moves {
		t.p = append(t.p, make([]float64, o.grid.Size()))
		can := make([]float64, o.grid.Size())
		for x := range can {
			if _, ok := o.grid.Move(x, m); ok {
				can[x] = o.each
			}
		}
		t.can, t.by = append(t.can, can), append(t.by, o.offset(m))
	}
	return t
}

func (o *Local) fill(t *rates) {
	v := o.view.Look()
	for i, rates := range t.p {
		by := t.by[i]
		for x, propose := range t.can[i] {
			rates[x] = 0
			if propose > 0 && v.Has(x+by) {
				rates[x] = propose * o.rule.Fast(v, x, x+by)
			}
		}
	}
}

// Pull adds, move by move, the probability of the move times the change of f.
func (o *Local) Pull(dst, f []float64) {
	t := o.warm()
	if t == nil {
		if !o.single.pull(o, o.level, o.walls, dst, f) {
			o.view.Look() // before many ask
			chains.Parallel(len(f), func(from, to int) { o.pullLarge(dst, f, from, to) })
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

// Push moves mass by flows along edges, so that mass is kept.
func (o *Local) Push(dst, q []float64) {
	t := o.warm()
	if t == nil {
		if !o.single.push(o, o.level, o.walls, dst, q) {
			o.view.Look()
			chains.Parallel(len(q), func(from, to int) { o.pushLarge(dst, q, from, to) })
		}
		return
	}
	copy(dst, q)
	for i := 1; i < len(t.p); i += 2 { // move i leads there, move i-1 back
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

// PushLaw adds up, move by move, the mass that goes and the mass that is rejected.
func (o *Local) PushLaw(dst, q []float64) {
	t, accept := o.warm(), o.accepts()
	clear(dst)
	for i, rates := range t.p {
		by := t.by[i]
		for x, mass := range q {
			if mass == 0 {
				continue
			}
			stay := o.each
			if t.can[i][x] > 0 && o.view.Has(x+by) {
				_, reject := accept(x, x+by)
				stay = o.each * float64(reject)
				dst[x+by] += mass * rates[x]
			}
			dst[x] += mass * stay
		}
	}
}

// Stay adds up what is rejected of every move.
func (o *Local) Stay(x int) float64 {
	accept, stay := o.accepts(), 0.0
	for _, m := range o.moves {
		reject := numbers.Float(1)
		if y, ok := o.grid.Move(x, m); ok && o.view.Has(y) {
			_, reject = accept(x, y)
		}
		stay += o.each * float64(reject)
	}
	return stay
}

// PushSlope moves the derivatives of the flows.
func (o *Local) PushSlope(dst, q, slope []float64) {
	clear(dst)
	logf := o.level.LogF()
	for i, m := range o.moves {
		by := o.offset(m)
		for x := range q {
			if p := o.rate(x, i); p > 0 {
				d, rise := logf[x+by]-logf[x], slope[x+by]-slope[x]
				flow := q[x] * o.each * o.rule.Turn(p/o.each, d, rise)
				dst[x] -= flow
				dst[x+by] += flow
			}
		}
	}
}

// pullLarge is Pull for cells from..to.
func (o *Local) pullLarge(dst, f []float64, from, to int) {
	for x := from; x < to; x++ {
		dst[x] = f[x]
		for _, m := range o.moves {
			if y, ok := o.grid.Move(x, m); ok {
				dst[x] += o.between(x, y) * (f[y] - f[x])
			}
		}
	}
}

// pushLarge is Push for cells from..to. Each flow is computed twice, once for either end,
// and is the same number both times.
func (o *Local) pushLarge(dst, q []float64, from, to int) {
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
