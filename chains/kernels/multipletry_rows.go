package kernels

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A draw is a value of a random number, and the probability of that value.
type draw[N any] struct{ v, p N }

// trying are the rows of MultipleTry.
func trying[N numbers.Number[N]](g grid.Grid, tries int) chains.Rule[N] {
	var o *trial[N]
	return func(v chains.View[N]) chains.Row[N] {
		if o == nil {
			o = newTrial(v, g, tries)
		}
		o.v = v
		return o.row
	}
}

type trial[N numbers.Number[N]] struct {
	tries, moves int
	sets         []multiset
	chance       []N // by multiset
	near         []int32
	order        []int32 // by cell, its multisets, rising when they were last looked at

	v           chains.View[N]
	quotients   []N // by move
	ends        [2][]draw[N]
	above, left []N
}

func newTrial[N numbers.Number[N]](v chains.View[N], g grid.Grid, tries int) *trial[N] {
	o := &trial[N]{tries: tries, moves: g.Moves(), sets: multisets(g.Moves(), tries-1), near: neighbours(g)}
	all := v.Num(math.Pow(float64(o.moves), float64(tries-1)))
	for _, s := range o.sets {
		o.chance = append(o.chance, v.Num(s.orders).Over(all))
	}
	o.quotients = make([]N, o.moves)
	o.order = make([]int32, g.Size()*len(o.sets))
	for i := range o.order {
		o.order[i] = int32(i % len(o.sets))
	}
	for end := range o.ends {
		o.ends[end] = make([]draw[N], len(o.sets))
	}
	o.above, o.left = make([]N, len(o.sets)+1), make([]N, len(o.sets)+1)
	return o
}

// row visits each move's cell, and x with what is rejected there and with the draws that have no mass.
func (o *trial[N]) row(x int, visit func(y int, weight N)) {
	tries, shut := o.v.Num(float64(o.tries)), 0
	for _, to := range o.near[x*o.moves:][:o.moves] {
		y := int(to)
		if y < 0 || !o.v.Has(y) {
			shut++
			continue
		}
		own := o.v.Num(0)
		if o.v.Has(x) {
			own = o.v.Quotient(x, y)
		}
		accepted, rejected := o.meet(o.drawn(0, x, y, o.v.Num(1)), o.drawn(1, y, y, own))
		visit(y, tries.Times(accepted))
		visit(x, tries.Times(rejected))
	}
	nowhere := o.v.Num(float64(o.moves))
	for range o.tries {
		nowhere = nowhere.Times(o.v.Num(float64(shut))).Over(o.v.Num(float64(o.moves)))
	}
	visit(x, nowhere)
}

// drawn lists the densities of the multisets of moves from a cell, each with own added, over that of y. They
// rise. They mostly have the same order for every y.
func (o *trial[N]) drawn(end, from, y int, own N) []draw[N] {
	for m, to := range o.near[from*o.moves:][:o.moves] {
		o.quotients[m] = o.v.Num(0)
		if to >= 0 && o.v.Has(int(to)) {
			o.quotients[m] = o.v.Quotient(int(to), y)
		}
	}
	list, order := o.ends[end], o.order[from*len(o.sets):][:len(o.sets)]
	for i, set := range order {
		d := draw[N]{own, o.chance[set]}
		for _, m := range o.sets[set].moves {
			d.v = d.v.Plus(o.quotients[m])
		}
		for ; i > 0 && list[i-1].v.Compare(d.v) > 0; i-- {
			list[i], order[i] = list[i-1], order[i-1]
		}
		list[i], order[i] = d, set
	}
	return list
}

// meet returns E[min(1/a, 1/b)] and E[(1/a - 1/b)+] for independent a and b, both lists rising. Given a, every
// b that is certainly not above it gives 1/a, and every b that is certainly not below it 1/b.
func (o *trial[N]) meet(as, bs []draw[N]) (least, more N) {
	zero, n := o.v.Num(0), len(bs)
	o.above[n], o.left[n] = zero, zero
	for i := n - 1; i >= 0; i-- {
		o.left[i], o.above[i] = o.left[i+1].Plus(bs[i].p), o.above[i+1]
		if !bs[i].v.IsZero() { // which is below every a
			o.above[i] = o.above[i].Plus(bs[i].p.Over(bs[i].v))
		}
	}
	least, more = zero, zero
	below, i := zero, 0
	for _, a := range as {
		for ; i < n && bs[i].v.AtMost(a.v); i++ {
			below = below.Plus(bs[i].p)
		}
		accepted, rejected, j := below.Over(a.v), zero, i
		for ; j < n && !a.v.AtMost(bs[j].v); j++ {
			larger := bs[j].p.Over(a.v.Max(bs[j].v))
			accepted = accepted.Plus(larger)
			rejected = rejected.Plus(bs[j].p.Over(a.v).Rest(larger))
		}
		accepted = accepted.Plus(o.above[j])
		rejected = rejected.Plus(o.left[j].Over(a.v).Rest(o.above[j]))
		least, more = least.Plus(a.p.Times(accepted)), more.Plus(a.p.Times(rejected))
	}
	return least, more
}
