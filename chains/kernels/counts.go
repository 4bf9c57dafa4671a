package kernels

import (
	"errors"
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
	"breadboard/grid/text"
)

// Where every two of N spins are joined by one coupling, spins can be exchanged, and a state is how many of them are
// up. The m spins that are up are joined each to each, and so are those that are down. So what clusters do follows from
// two laws of m spins that are alike, each of whose bonds is put with one probability p. Both are made by recursions
// that only add up products, so that nothing cancels.
//
// The first is c(m,a), the probability that the cluster of one spin has a of the m. With q = 1 - p and joined(a) for
// the probability that the bonds put connect a spins,
//
//	c(m,a) = C(m-1,a-1) joined(a) q^(a(m-a)) = c(m-1,a) q^a (m-1)/(m-a)  where a < m,
//	c(m,m) = joined(m) = the sum over a < m of c(m-1,a) (1-q^a) joined(m-a).
//
// In the last line one spin is taken away. Without it another one is in a cluster of a; from that a bond is put to the
// first; and the first is joined with the rest.
//
// The second is u(m,j), the probability that j of the m are up after Swendsen and Wang's step. Given the cluster of one
// spin, nothing is known of the bonds among the others, which are m-a spins as before. With up(a) for the probability
// that a cluster of a comes up, 1/2 without a field,
//
//	u(m,j) = the sum over a of c(m,a) (up(a) u(m-a,j-a) + (1-up(a)) u(m-a,j)).

// NewBondsOfAll are bonds of one coupling between every two of so many spins that can be exchanged. Their states are
// not cells, but how many spins are up, from 0 on. It returns an error if the coupling is below 0: bonds then join
// spins that differ, and clusters have some spins that are up and some that are down. It panics unless the coupling is
// finite and there is a spin.
func NewBondsOfAll(spins int, coupling float64) (*Bonds, error) {
	if spins < 1 || math.IsNaN(coupling) || math.IsInf(coupling, 0) {
		panic(fmt.Sprintf("kernels: bonds of coupling %v between %d spins", coupling, spins))
	}
	if coupling < 0 {
		return nil, fmt.Errorf("a cluster of spins that can be exchanged has one value, and a coupling below 0, here "+
			"%.3g, joins spins that differ", coupling)
	}
	b := newBonds(grid.New(spins + 1))
	b.every = &everyTwo{spins, coupling}
	return b, nil
}

// On counts the laws and rows of SwendsenWang are half of N³ products: for 500 spins some sixty million a level. Those
// of Wolff are N² numbers, and so is the list of rows, which is also made in numbers below every float where some
// masses are: a level of 1000 spins takes a good part of a second.
const (
	mostRedrawnSpins = 500
	mostFlippedSpins = 1000
)

// fitsCounts is fits, where the states are counts.
func (b *Bonds) fitsCounts(g grid.Grid, most int) error {
	switch {
	case g.Axes() != 1 || g.Size() != b.grid.Size():
		return fmt.Errorf("its bonds are those between every two of %d spins, by how many are up", b.every.spins)
	case !b.drawn && b.every.spins > most:
		return fmt.Errorf("its rows are added up over the sizes of clusters, for up to %s spins and not for %s",
			text.Thousands(most), text.Thousands(b.every.spins))
	}
	for x := range g.Size() {
		if g.Wall(x) {
			return errors.New("a cluster takes any value, and there is a wall")
		}
	}
	return nil
}

// A clusterLaw has the laws of clusters at a level.
type clusterLaw[N numbers.Number[N]] struct {
	of   *Bonds
	fade fade[N]
	size [][]N // c, by number of spins and size of the cluster
	up   []N   // by size of the cluster, and so the next
	down []N
	rise []N // min(1, e^(a r)), r what the field of a level adds to log f with each spin that comes up
	fall []N // min(1, e^(-a r))
}

func newClusterLaw[N numbers.Number[N]](b *Bonds, fade fade[N]) *clusterLaw[N] {
	return &clusterLaw[N]{of: b, fade: fade}
}

// look finds the laws at a level.
func (o *clusterLaw[N]) look(v chains.View[N]) {
	_, beta := v.Place()
	o.sizes(v, beta)
	o.sides(v, beta)
}

// sizes finds the law of the size of a cluster.
func (o *clusterLaw[N]) sizes(v chains.View[N], beta float64) {
	n := o.of.every.spins
	one := v.Num(1)
	shut, open := o.fade(v, beta, o.of.every.coupling)
	none := []N{one} // none[a] is q^a, that none of a bonds is put
	some := []N{v.Num(0)}
	for a := 1; a <= n; a++ {
		some = append(some, some[a-1].Plus(none[a-1].Times(open)))
		none = append(none, none[a-1].Times(shut))
	}
	o.size = [][]N{nil, {v.Num(0), one}}
	for m := 2; m <= n; m++ {
		before := o.size[m-1]
		law := []N{v.Num(0)}
		joined := v.Num(0)
		for a := 1; a < m; a++ {
			ways := v.Num(float64(m - 1)).Over(v.Num(float64(m - a)))
			law = append(law, before[a].Times(none[a]).Times(ways))
			joined = joined.Plus(before[a].Times(some[a]).Times(o.size[m-a][m-a]))
		}
		o.size = append(o.size, append(law, joined))
	}
}

// sides finds what a field does to a cluster.
func (o *clusterLaw[N]) sides(v chains.View[N], beta float64) {
	one := v.Num(1)
	half := v.Num(0.5)
	rise, fielded := riseOf(o.of, v, beta)
	higher := v.Exp(rise)
	lower := v.Exp(v.Num(0).Minus(rise))
	above, below := one, one
	o.up = nil
	o.down = nil
	o.rise = nil
	o.fall = nil
	for range o.of.every.spins + 1 {
		o.rise = append(o.rise, above.Min(one))
		o.fall = append(o.fall, below.Min(one))
		if fielded {
			o.up = append(o.up, one.Over(one.Plus(below)))
			o.down = append(o.down, one.Over(one.Plus(above)))
			above = above.Times(higher)
			below = below.Times(lower)
			continue
		}
		o.up = append(o.up, half)
		o.down = append(o.down, half)
	}
}

// riseOf is what the field of a level adds to log f with a spin that comes up, and whether there is any.
func riseOf[N numbers.Number[N]](b *Bonds, v chains.View[N], beta float64) (rise N, fielded bool) {
	if !b.InField() {
		return v.Num(0), false
	}
	up := fieldAt(b, v, beta, 0, 1)
	return up.Minus(fieldAt(b, v, beta, 0, 0)), true
}

// ups finds u, by number of spins and how many are up.
func (o *clusterLaw[N]) ups(v chains.View[N]) (all [][]N) {
	all = append(all, []N{v.Num(1)})
	for m := 1; m <= o.of.every.spins; m++ {
		law := make([]N, m+1)
		for j := range law {
			law[j] = v.Num(0)
		}
		for a := 1; a <= m; a++ {
			up := o.size[m][a].Times(o.up[a])
			down := o.size[m][a].Times(o.down[a])
			addTimes(law[a:], up, all[m-a])
			addTimes(law, down, all[m-a])
		}
		all = append(all, law)
	}
	return all
}

// addTimes adds by times each number. Of floats that is a loop without calls, in a tenth of the time.
func addTimes[N numbers.Number[N]](to []N, by N, of []N) {
	if to, ok := any(to).([]numbers.Float); ok {
		addFloats(to, any(by).(numbers.Float), any(of).([]numbers.Float))
		return
	}
	for i, v := range of {
		to[i] = to[i].Plus(by.Times(v))
	}
}

func addFloats(to []numbers.Float, by numbers.Float, of []numbers.Float) {
	to = to[:len(of)]
	for i, v := range of {
		to[i] += by * v
	}
}

// redrawn has the rows of SwendsenWang: those that were up and those that were down come up as the two laws say.
func (o *clusterLaw[N]) redrawn(v chains.View[N]) chains.Row[N] {
	o.look(v)
	ups := o.ups(v)
	n := o.of.every.spins
	to := make([]N, n+1)
	return func(x int, visit func(y int, weight N)) {
		for y := range to {
			to[y] = v.Num(0)
		}
		for i, p := range ups[x] {
			addTimes(to[i:], p, ups[n-x])
		}
		for y, p := range to {
			visit(y, p)
		}
	}
}

// flipped has the rows of Wolff. Their weights sum to the number of spins.
func (o *clusterLaw[N]) flipped(v chains.View[N]) chains.Row[N] {
	o.look(v)
	n := o.of.every.spins
	return func(x int, visit func(y int, weight N)) {
		flip := func(alike, to int, accept []N) {
			for a := 1; a <= alike; a++ {
				weight := v.Num(float64(alike)).Times(o.size[alike][a])
				visit(x+a*to, weight.Times(accept[a]))
				visit(x, weight.Times(v.Num(1).Rest(accept[a])))
			}
		}
		flip(x, -1, o.fall)
		flip(n-x, 1, o.rise)
	}
}
