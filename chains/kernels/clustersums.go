package kernels

import (
	"math"
	"math/bits"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// The rows of moves by clusters are sums over the ways to put bonds. Let S(x) be the bonds that are satisfied in x. A
// bond of coupling J in S(x) is put with probability 1 - exp(-beta |J|), and no other bond is. If x is to become y, the
// bonds of S(x) that are not in S(y) must not be put. What else is put lies in the graph
//
//	G = the bonds of both S(x) and S(y),
//
// which is the same from both ends. So the kernels are reversible: with shut for the probability that bonds are not
// put,
//
//	f(x) shut(S(x) - G) = exp(beta times the sum of |J| over G) = f(y) shut(S(y) - G),
//
// up to the constant of f, and what remains of T(x,y) is a function of G and of where x and y differ.

// clusterSums are the sums of a percolation that rows take. They are the same at all levels.
type clusterSums struct {
	*Bonds
	*percolation
	classes
	pairs [][]pair // of redraws: by class and class
	flips [][]flip // of flips: by class
}

// classes are those of cells that satisfy the same bonds.
type classes struct {
	satisfied []uint64  // by class
	class     []int32   // of each cell
	cells     [][]int32 // of each class
}

// A pair has the numbers of the sums from one class to another: of their common graph, and of the bonds of the first
// alone.
type pair struct{ spread, shut int32 }

// A flip is a cluster whose sites change their value together, with the numbers of the sums.
type flip struct {
	sites        int32 // how many
	set          int32 // their bits
	first        int32 // one of them
	strides      int32 // the sum of theirs
	joined, shut int32
}

func newClusterSums(b *Bonds) *clusterSums {
	return &clusterSums{Bonds: b, percolation: percolationOf(b), classes: classesOf(b)}
}

func percolationOf(b *Bonds) *percolation {
	var ends [][2]int
	for _, bond := range b.all {
		ends = append(ends, bond.Sites)
	}
	return newPercolation(b.grid.Axes(), ends)
}

func classesOf(b *Bonds) (s classes) {
	known := map[uint64]int32{}
	for x := range b.grid.Size() {
		set := uint64(0)
		for i, bond := range b.all {
			if b.satisfies(x, bond) {
				set |= 1 << i
			}
		}
		c, ok := known[set]
		if !ok {
			c = int32(len(s.satisfied))
			known[set] = c
			s.satisfied = append(s.satisfied, set)
			s.cells = append(s.cells, nil)
		}
		s.class = append(s.class, c)
		s.cells[c] = append(s.cells[c], int32(x))
	}
	return s
}

// newRedraws are the sums of Swendsen and Wang.
func newRedraws(b *Bonds) *clusterSums {
	s := newClusterSums(b)
	for _, from := range s.satisfied {
		var to []pair
		for _, set := range s.satisfied {
			to = append(to, pair{s.spreadOf(from & set), s.shut.number(from &^ set)})
		}
		s.pairs = append(s.pairs, to)
	}
	s.found()
	return s
}

// newFlips are the sums of Wolff: over the sets of sites that satisfied bonds connect.
func newFlips(b *Bonds) *clusterSums {
	s := newClusterSums(b)
	all := len(s.within) - 1
	for _, from := range s.satisfied {
		var clusters []flip
		to := s.near(from)
		left := all
		for left != 0 {
			site := left & -left
			to.connected(site, left, func(set int) {
				clusters = append(clusters, flip{
					sites:   int32(bits.OnesCount(uint(set))),
					set:     int32(set),
					first:   int32(bits.TrailingZeros(uint(set))),
					strides: int32(b.strides(set)),
					joined:  s.join(from & s.within[set]),
					shut:    s.shut.number(s.between(from, set, all&^set)),
				})
			})
			left &^= site // all clusters with it were visited
		}
		s.flips = append(s.flips, clusters)
	}
	s.found()
	return s
}

// A fade is the probability of not putting a satisfied bond at a level, and 1 less that, each with all its digits.
type fade[N any] func(v chains.View[N], beta, strength float64) (shut, open N)

func fadeFloat(_ chains.View[numbers.Float], beta, strength float64) (shut, open numbers.Float) {
	by := -beta * strength
	return numbers.Float(math.Exp(by)), numbers.Float(-math.Expm1(by))
}

func fadeWide(_ chains.View[numbers.Wide], beta, strength float64) (shut, open numbers.Wide) {
	by := -beta * strength
	return numbers.WideExp(by), numbers.WideOf(-math.Expm1(by))
}

func fadeInterval(v chains.View[*numbers.Interval], beta, strength float64) (shut, open *numbers.Interval) {
	by := v.Num(beta).Times(v.Num(-strength))
	shut = v.Exp(by)
	return shut, v.Num(1).Rest(shut)
}

// clusterRows have the sums at a level.
type clusterRows[N numbers.Number[N]] struct {
	find func() *clusterSums
	fade fade[N]
	of   *clusterSums // nil before a level is looked at
	lift [][]N        // the fields of the level; nil if there are none
	percolated[N]
}

func newClusterRows[N numbers.Number[N]](find func() *clusterSums, fade fade[N]) *clusterRows[N] {
	return &clusterRows[N]{find: find, fade: fade}
}

// look sums up at a level.
func (o *clusterRows[N]) look(v chains.View[N]) {
	o.of = o.find()
	_, beta := v.Place()
	powers := []N{v.Num(1)}
	for power := 1.0; len(powers) < o.of.grid.Axes(); {
		power *= float64(o.of.values())
		powers = append(powers, v.Num(power))
	}
	shut, open := fades(o.of.Bonds, o.fade, v, beta)
	o.at(o.of.percolation, shut, open, powers)
	o.lift = nil
	if o.of.InField() {
		o.lift = fieldsAt(o.of.Bonds, v, beta)
	}
}

// fades are those of all bonds.
func fades[N any](b *Bonds, of fade[N], v chains.View[N], beta float64) (shut, open []N) {
	for _, bond := range b.all {
		none, some := of(v, beta, math.Abs(bond.Coupling))
		shut = append(shut, none)
		open = append(open, some)
	}
	return shut, open
}

// redrawn has the rows of SwendsenWang. Their weights sum to the number of cells.
func (o *clusterRows[N]) redrawn(v chains.View[N]) chains.Row[N] {
	o.look(v)
	return func(x int, visit func(y int, weight N)) {
		to := o.of.pairs[o.of.class[x]]
		for y, c := range o.of.class {
			visit(y, o.weight(to[c]))
		}
	}
}

// weight is that of each cell of a class from one of another.
func (o *clusterRows[N]) weight(p pair) N { return o.spread[p.spread].Times(o.shut[p.shut]) }

// flipped has the rows of Wolff. Their weights sum to the number of sites times that of the other values of one.
func (o *clusterRows[N]) flipped(v chains.View[N]) chains.Row[N] {
	o.look(v)
	var counts []N // of sites
	for n := range o.of.grid.Axes() + 1 {
		counts = append(counts, v.Num(float64(n)))
	}
	propose := func(x int, visit func(f flip, more, y int, weight N)) {
		for _, f := range o.of.flips[o.of.class[x]] {
			weight := o.joined[f.joined].Times(o.shut[f.shut]).Times(counts[f.sites])
			if o.of.values() == 2 { // strides are powers of 2, and spins that differ are exchanged
				visit(f, 1, x^int(f.strides), weight)
				continue
			}
			was := o.of.grid.Coord(x, int(f.first)) // of all sites
			for value := range o.of.values() {
				if value != was {
					visit(f, value-was+o.of.values(), x+(value-was)*int(f.strides), weight)
				}
			}
		}
	}
	return func(x int, visit func(y int, weight N)) {
		propose(x, func(f flip, more, y int, weight N) {
			if o.lift == nil {
				visit(y, weight)
				return
			}
			rise := riseBy(o.of.Bonds, o.lift, v.Num(0), x, int(f.set), more)
			accept := v.Exp(rise).Min(v.Num(1))
			visit(y, weight.Times(accept))
			visit(x, weight.Times(v.Num(1).Rest(accept)))
		})
	}
}
