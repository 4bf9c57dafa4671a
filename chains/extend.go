package chains

import "breadboard/grid"

// Extends is what a kernel also is that needs more room than the target's grid: a
// walker's direction, or a second walker.
type Extends interface {
	// Extend returns the grid that the kernel's operators are made for and the
	// bridge on it. The axes of g come first, so that what was added to cell x are
	// the cells from x*k to x*k+k-1; and at every beta where b has mass the
	// extended density, summed over what was added, is proportional to b's.
	Extend(g grid.Grid, b Bridge) (grid.Grid, Bridge)
	// States is the size of the extended grid, which may be too large to be made.
	States(g grid.Grid) int
}

// States is how many cells k runs on.
func States(k Kernel, g grid.Grid) int {
	if wide, ok := k.(Extends); ok {
		return wide.States(g)
	}
	return g.Size()
}

// Extend returns what k runs on: its own extension of g and b, or g and b.
func Extend(k Kernel, g grid.Grid, b Bridge) (grid.Grid, Bridge) {
	if wide, ok := k.(Extends); ok {
		return wide.Extend(g, b)
	}
	return g, b
}

// widest is the first of the kernels that needs more room, or the first; the
// others then move on the extended grid like on any.
func widest(ks []Kernel, g grid.Grid) Kernel {
	for _, k := range ks {
		if States(k, g) != g.Size() {
			return k
		}
	}
	return ks[0]
}

// Extended is the annealing on the space that its kernel needs: itself where that
// is the grid it has. It is called once, on an annealing of the target's grid;
// twice would extend twice. J and B are then those of the extended chain. The J
// that stands beside other kernels' is that of the first axes alone, the
// divergence between the marginal laws; it is at most the extended J.
func (a Annealing) Extended() Annealing {
	a.Grid, a.Bridge = Extend(a.Kernel, a.Grid, a.Bridge)
	return a
}

// Pairs is the bridge of pairs (x, y) of independent cells, x from the base at
// beta and y from the base at share times beta.
type Pairs struct {
	Base  Bridge
	N     int // cells of the base
	Share float64
}

// At sets dst to log f_beta(x) + log f_(share beta)(y).
func (b Pairs) At(dst []float64, beta float64) {
	here, there := make([]float64, b.N), make([]float64, b.N)
	b.Base.At(here, beta)
	b.Base.At(there, b.Share*beta)
	b.sum(dst, here, there)
}

// Slope sets dst to the derivative: of the first in x, and share times that of
// the second in y.
func (b Pairs) Slope(dst []float64, beta float64) {
	here, there := make([]float64, b.N), make([]float64, b.N)
	b.Base.Slope(here, beta)
	b.Base.Slope(there, b.Share*beta)
	for y := range there {
		there[y] *= b.Share
	}
	b.sum(dst, here, there)
}

func (b Pairs) sum(dst, here, there []float64) {
	for x, u := range here {
		for y, v := range there {
			dst[x*b.N+y] = u + v
		}
	}
}

// Copies is the bridge that gives every cell of the base the same density K
// times over.
type Copies struct {
	Base Bridge
	K    int
}

// At sets dst to the base's log density, k times each.
func (b Copies) At(dst []float64, beta float64) {
	v := make([]float64, len(dst)/b.K)
	b.Base.At(v, beta)
	copy(dst, repeatEach(v, b.K))
}

// Slope sets dst to the base's, k times each.
func (b Copies) Slope(dst []float64, beta float64) {
	v := make([]float64, len(dst)/b.K)
	b.Base.Slope(v, beta)
	copy(dst, repeatEach(v, b.K))
}

func repeatEach(v []float64, k int) []float64 {
	out := make([]float64, 0, len(v)*k)
	for _, x := range v {
		for range k {
			out = append(out, x)
		}
	}
	return out
}

// widen is the box of g with more axes after its own; what is added to a wall are
// walls, and any cell that wall says.
func widen(g grid.Grid, wall func(x, added int) bool, more ...int) grid.Grid {
	var lens []int
	for a := range g.Axes() {
		lens = append(lens, g.Len(a))
	}
	wide := grid.New(append(lens, more...)...)
	k := wide.Size() / g.Size()
	var walls []int
	for x := range wide.Size() {
		if g.Wall(x/k) || wall(x/k, x%k) {
			walls = append(walls, x)
		}
	}
	return wide.WithWalls(walls...)
}
