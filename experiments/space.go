package experiments

import (
	"cmp"
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// A Space is what a chain is to run on, known before anything of its size is made.
type Space struct {
	Chain           // without its target, and of no use but for its names
	Grid  grid.Grid // the target's
	// States is how many the kernel runs on, and Moves how many it can make from
	// one of them, at the most.
	States, Moves float64
	Steep         bool // the log density is known, and too steep for the fast path

	between func(from, to []float64) chains.Bridge
}

// Name is the target's.
func (s Space) Name() string { return cmp.Or(s.Toy, s.TargetFile) }

// space is what the chain is to run on, its target having this grid.
func (c Chain) space(g grid.Grid, between func(from, to []float64) chains.Bridge) Space {
	return Space{Chain: c, Grid: g, States: float64(chains.States(c.kernel, g)), Moves: chains.Moves(c.kernel, g), between: between}
}

// labour is how much one step of a kernel is for a state, on a scale of its own: of
// use to compare two boxes.
func labour(k chains.Kernel, g grid.Grid, pulled bool) float64 {
	switch k := k.(type) {
	case kernels.Lazy:
		return labour(k.Kernel, g, pulled)
	case kernels.GibbsSweep:
		return 1 + chains.Moves(kernels.HeatBath{}, g)
	case kernels.Blocks:
		return 1 + math.Ceil(float64(g.Axes())/float64(k.Axes))
	case kernels.Perfect:
		return 1
	case kernels.MultipleTry:
		return 1 + k.Moves(g)*math.Pow(float64(g.Moves()), float64(k.Tries-1))
	case kernels.Independence, kernels.DelayedRejection:
		if pulled { // of sorted cells
			return chains.Moves(kernels.Metropolis{}, g) + math.Log2(float64(g.Size()))
		}
	}
	return 1 + chains.Moves(k, g)
}

// pulled reports whether a run on the space goes by way of p: it does on the bridge
// that almost everybody uses where it does no more than it must.
func (s Space) pulled() bool {
	return s.States >= exact.Thorough && s.Bridge == chains.Bridges[0].Name && !s.Steep
}

// like is a chain that is the space's in all but its size: on about so many cells,
// fewer axes where there are many and shorter ones where there are few, with an
// uneven target. An initial density from a file is replaced by the uniform one.
func (s Space) like(cells int) Chain {
	c := s.Chain
	box := shrunk(s.Grid, cells)
	c.Target = toys.Target{Name: "a trial", Grid: box, LogF: make([]float64, box.Size())}
	for x := range c.Target.LogF {
		c.Target.LogF[x] = 2 * math.Sin(float64(x)*float64(x%7))
		if s.Steep {
			c.Target.LogF[x] *= 1000
		}
	}
	if _, file := initialFile(c.Initial); file {
		c.Initial = uniform
	}
	from, err := c.initial()
	if err != nil {
		from = chains.Uniform(c.Target.LogF)
	}
	c.bridge = s.between(from, c.Target.LogF)
	c.lengths = newLengths(c)
	return c
}

// shrunk is a box like g of at most so many cells, or of the fewest that there are.
func shrunk(g grid.Grid, cells int) grid.Grid {
	var lens []int
	for axis := range g.Axes() {
		lens = append(lens, g.Len(axis))
	}
	const few = 3
	for grid.New(lens...).Size() > cells {
		longest := 0
		for axis, n := range lens {
			if n > lens[longest] {
				longest = axis
			}
		}
		switch {
		case len(lens) > few:
			lens = lens[:len(lens)-1]
		case lens[longest] > 2:
			lens[longest] = (lens[longest] + 1) / 2
		default:
			return grid.New(lens...)
		}
	}
	return grid.New(lens...)
}
