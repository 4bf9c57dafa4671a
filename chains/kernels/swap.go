package kernels

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Swap is Replicas of two, with the second walker at Share times beta: x at beta and y at Share times beta. They are
// independent under the invariant density, f_beta(x) f_(Share beta)(y). With Share = 0 the second walker stays on the
// initial density.
type Swap struct{ Share float64 }

// Walkers is how many walkers' weights are multiplied.
func (Swap) Walkers() int { return 2 }

// Box is the box of pairs, the second cell's axes after the first's.
func (Swap) Box(g grid.Grid) grid.Grid { return boxOf(g, 2) }

// Extend makes a pair a wall if one of its cells is.
func (k Swap) Extend(g grid.Grid, b chains.Bridge) (grid.Grid, chains.Bridge) {
	if !(k.Share >= 0 && k.Share <= 1) {
		panic(fmt.Sprintf("kernels: a second walker at %v times beta", k.Share))
	}
	return extend(g, b, []float64{1, k.Share})
}

// walkers returns the axes of both walkers on g, the grid of pairs, and the number of cells of each. It
// panics on another grid.
func walkers(g grid.Grid) (one, other []int, n int) {
	axes, n := axesOf(g, 2)
	return axes[0], axes[1], n
}

func (Swap) Definition(g grid.Grid) chains.Definition { return exchanging(g, 2) }

// On returns the operator on g, the grid of pairs. It panics on another.
func (Swap) On(g grid.Grid) chains.Operator {
	first, second, n := walkers(g)
	one := operators.NewLocal(g, operators.Metropolis, first...)
	other := operators.NewLocal(g, operators.Metropolis, second...)
	places := operators.NewSymmetric(g, placesOf(n, 2, 0))
	// A pull moves the smaller of two masses between (x, y) and (y, x). The two states of a pair are read before they
	// are written.
	places.Pulls = func(dst, base, f *chains.Pair, p []float64, share float64) {
		f0 := f[0]
		f1 := f[1]
		b0 := base[0]
		b1 := base[1]
		d0 := dst[0]
		d1 := dst[1]
		for a := range n {
			d0[a*n+a] = b0[a*n+a]
			d1[a*n+a] = b1[a*n+a]
			for b := range a {
				x := a*n + b
				y := b*n + a
				c := share * min(p[x], p[y])
				here := c / (p[x] + operators.Least)
				there := c / (p[y] + operators.Least)
				g0, g1 := f0[y]-f0[x], f1[y]-f1[x]
				d0[x] = b0[x] + here*g0
				d0[y] = b0[y] - there*g0
				d1[x] = b1[x] + here*g1
				d1[y] = b1[y] - there*g1
			}
		}
	}
	places.PullsInPlace = true
	return operators.NewProduct([]chains.Operator{walker{one}, walker{other}, places}, g.Size())
}

// Facts are those of two walkers.
func (Swap) Facts(g grid.Grid) chains.Facts { return factsOf(g, 2) }
