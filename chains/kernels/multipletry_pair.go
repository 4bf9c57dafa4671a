package kernels

import (
	"breadboard/chains"
	"breadboard/chains/operators"
)

// pull goes along every edge once.
func (o *tries) pull(dst, base, f *chains.Pair, p []float64, share float64) {
	o.furnish()
	o.weigh(p)
	operators.Identity{}.PullPair(dst, base, f, share)
	moves := o.grid.Moves()
	for i, to := range o.near {
		x, y := i/moves, int(to)
		if y < x || p[x] == 0 || p[y] == 0 { // none, or seen from its other end
			continue
		}
		there := share * o.between(p, x, y)
		back := there * (p[x] / p[y])
		g0, g1 := f[0][y]-f[0][x], f[1][y]-f[1][x]
		dst[0][x] += there * g0
		dst[1][x] += there * g1
		dst[0][y] -= back * g0
		dst[1][y] -= back * g1
	}
}

// rowsByMass returns the rows by p.
func (o *tries) rowsByMass(p []float64) operators.RowFunc {
	o.furnish()
	o.weigh(p)
	moves := o.grid.Moves()
	return func(x int, visit func(y int, p float64)) {
		for _, y := range o.near[x*moves:][:moves] {
			if y >= 0 && p[y] > 0 {
				visit(int(y), o.between(p, x, int(y)))
			}
		}
	}
}

// between is T(x,y).
func (o *tries) between(p []float64, x, y int) float64 {
	k, scale := len(o.all), 1/p[y]
	for i, t := range o.terms[x*k:][:k] {
		o.ends[0][i] = term{1 + t.v*scale, t.p}
	}
	for i, t := range o.terms[y*k:][:k] {
		o.ends[1][i] = term{(p[x] + t.v) * scale, t.p}
	}
	return o.share * meanMin(o.ends[0], o.ends[1], o.above)
}

// furnish makes the table of the cells that moves lead to, and the buffers, once.
func (o *tries) furnish() {
	if o.near != nil {
		return
	}
	n, moves := o.grid.Size(), o.grid.Moves()
	o.near = make([]int32, 0, n*moves)
	for x := range n {
		for m := range moves {
			y, ok := o.grid.Move(x, m)
			if !ok {
				y = -1
			}
			o.near = append(o.near, int32(y))
		}
	}
	k := len(o.all)
	o.terms, o.above = make([]term, n*k), make([]float64, k+1)
	o.ends = [2][]term{make([]term, k), make([]term, k)}
}

// weigh sets the terms. Those of a cell are few, so they are sorted by insertion.
func (o *tries) weigh(p []float64) {
	k, moves := len(o.all), o.grid.Moves()
	there := make([]float64, moves)
	for x := range o.grid.Size() {
		for m, y := range o.near[x*moves:][:moves] {
			there[m] = 0
			if y >= 0 {
				there[m] = p[y]
			}
		}
		list := o.terms[x*k:][:k]
		for i, s := range o.all {
			t := term{p: s.p}
			for _, m := range s.moves {
				t.v += there[m]
			}
			for ; i > 0 && list[i-1].v > t.v; i-- {
				list[i] = list[i-1]
			}
			list[i] = t
		}
	}
}
