package kernels

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/grid/text"
)

// A Bond joins two sites, which are axes. Where both have the same value log f is higher by the coupling.
type Bond struct {
	Sites    [2]int
	Coupling float64
}

// Bonds are what a target is made of: on their grid log f is the sum of the couplings of the bonds whose sites agree,
// up to a constant. Ising's coupling c is one of 2c, because c s s' goes from -c to c. A bond is satisfied in a cell
// where its sites have what it wants: the same value, or if its coupling is below 0 different ones. So log f is the sum
// of |coupling| over the satisfied bonds, up to another constant.
type Bonds struct {
	grid           grid.Grid
	all            []Bond              // but those of coupling 0
	every          *everyTwo           // in place of them, where states are counts
	begin, fields  [][]float64         // of each site, by its value; nil if there are none
	drawn          bool                // of a kernel whose steps are drawn, and whose rows nobody asks for
	redraws, flips func() *clusterSums // found once for all operators
	inFields       func() *fieldSums
}

// everyTwo are bonds between every two of so many spins.
type everyTwo struct {
	spins    int
	coupling float64 // not below 0
}

// A Bonded kernel moves along the bonds of a target, and has no form before it is given them.
type Bonded interface {
	chains.Kernel
	OnBonds(b *Bonds) chains.Kernel
	// Along are the bonds that it was given; nil if it was given none.
	Along() *Bonds
}

// NewBonds returns an error where sites cannot change together: if they have different numbers of values; or if a
// coupling is below 0, and they have three and more. A site that is to differ from another has one value left of two,
// and several of three. It panics if a bond does not join two axes of g by a finite coupling.
func NewBonds(g grid.Grid, bonds []Bond) (*Bonds, error) {
	b := newBonds(g)
	for _, n := range g.Lens() {
		if n != g.Len(0) {
			return nil, fmt.Errorf("a cluster has one value, and the sites of %v have different numbers of them", g)
		}
	}
	for _, bond := range bonds {
		bond.check(g)
		if bond.Coupling < 0 && g.Len(0) > 2 {
			return nil, fmt.Errorf("a cluster has one value, and a coupling below 0, here %v, joins sites that "+
				"differ, which works for two values and not for %d", bond.Coupling, g.Len(0))
		}
		if bond.Coupling != 0 {
			b.all = append(b.all, bond)
		}
	}
	return b, nil
}

// check panics if the bond does not join two axes of g by a finite coupling.
func (b Bond) check(g grid.Grid) {
	i, j := b.Sites[0], b.Sites[1]
	if min(i, j) < 0 || max(i, j) >= g.Axes() || i == j || math.IsNaN(b.Coupling) || math.IsInf(b.Coupling, 0) {
		panic(fmt.Sprintf("kernels: the bond %v on %v", b, g))
	}
}

func newBonds(g grid.Grid) *Bonds {
	b := &Bonds{grid: g}
	b.redraws = sync.OnceValue(func() *clusterSums { return newRedraws(b) })
	b.flips = sync.OnceValue(func() *clusterSums { return newFlips(b) })
	b.inFields = sync.OnceValue(func() *fieldSums { return newFieldSums(b) })
	return b
}

// Times are the bonds with all couplings multiplied by a number above 0.
func (b *Bonds) Times(by float64) *Bonds {
	scaled := newBonds(b.grid)
	scaled.begin = b.begin
	scaled.fields = b.fields
	if b.counted() {
		scaled.every = &everyTwo{b.every.spins, by * b.every.coupling}
	}
	for _, bond := range b.all {
		bond.Coupling *= by
		scaled.all = append(scaled.all, bond)
	}
	return scaled
}

// Drawn are the bonds for a kernel that only makes steps: on any number of cells, and without rows.
func (b *Bonds) Drawn() *Bonds {
	only := b.Times(1)
	only.drawn = true
	return only
}

// mostBonds is the number of bits of a word, in which a set of bonds is kept.
const mostBonds = 64

// fits returns why a kernel with these bonds, whose rows are added up on so many cells at most, has no form on a grid,
// or nil.
func (b *Bonds) fits(g grid.Grid, most int) error {
	if b == nil {
		return errors.New("it moves along the bonds between sites, and there are none")
	}
	if !slices.Equal(g.Lens(), b.grid.Lens()) {
		return fmt.Errorf("its bonds are those of a target on %v", b.grid)
	}
	if n := g.Size(); !b.drawn && n > most || !b.drawn && len(b.all) > mostBonds {
		return fmt.Errorf("a row adds up the ways to put %d bonds, from each of %s cells; up to %d bonds and %s cells "+
			"are added up", len(b.all), text.Thousands(n), mostBonds, text.Thousands(most))
	}
	for x := range g.Size() {
		if g.Wall(x) {
			return fmt.Errorf("a cluster takes any value, and cell %v is a wall", g.Coords(x))
		}
	}
	return nil
}

// below reports whether a coupling is below 0.
func (b *Bonds) below() bool {
	return slices.ContainsFunc(b.all, func(bond Bond) bool { return bond.Coupling < 0 })
}

// values is the number of values of a site.
func (b *Bonds) values() int {
	if b.counted() {
		return 2
	}
	return b.grid.Len(0)
}

// satisfies reports whether a bond has what it wants in a cell.
func (b *Bonds) satisfies(x int, bond Bond) bool {
	agree := b.grid.Coord(x, bond.Sites[0]) == b.grid.Coord(x, bond.Sites[1])
	return agree == (bond.Coupling > 0)
}

// rise is what is added to x if a site takes a value that is so much more, counted round.
func (b *Bonds) rise(x, site, more int) int {
	was := b.grid.Coord(x, site)
	return ((was+more)%b.values() - was) * b.grid.Stride(site)
}

// strides is the sum of those of some sites.
func (b *Bonds) strides(sites int) (sum int) {
	for ; sites != 0; sites &= sites - 1 {
		sum += b.grid.Stride(bits.TrailingZeros(uint(sites)))
	}
	return sum
}

// counted reports whether the states are how many spins are up.
func (b *Bonds) counted() bool { return b != nil && b.every != nil }
