package score

import (
	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments"
	"breadboard/grid"
)

// Two walkers are a chain on the box of their places, with the density f(x) f(y): the first one has the law of f. No
// other package builds that box.

// FindKernel finds a kernel of the catalogue, or one of two walkers, by its name.
func FindKernel(spec string) (chains.Kernel, error) {
	if k := kernels.OfPair(spec); k != nil {
		return k, nil
	}
	return experiments.FindKernel(spec)
}

// Box is the box that a kernel moves on, without the walls of two walkers: g itself, or g by g.
func Box(k chains.Kernel, g grid.Grid) grid.Grid {
	if _, pairs := k.(kernels.Stretch); pairs {
		return g.By(g)
	}
	return g
}

// onBox returns the box with its walls, and log f there.
func onBox(k chains.Kernel, g grid.Grid, logf []float64) (grid.Grid, []float64) {
	box := Box(k, g)
	n := g.Size()
	if box.Size() == n {
		return g, logf
	}
	both := make([]float64, 0, n*n)
	for _, first := range logf {
		for _, second := range logf {
			both = append(both, first+second)
		}
	}
	return box.WallsWhere(func(x int) bool { return g.Wall(x/n) || g.Wall(x%n) }), both
}
