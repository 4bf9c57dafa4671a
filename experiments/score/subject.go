package score

import (
	"context"
	"hash/fnv"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/exact/timeaverage"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/toys"
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

// A Subject is a kernel on a density.
type Subject struct {
	Density, Kernel string
	P               []float64        // the law of the density's cells
	Annealing       chains.Annealing // at beta = 1 it has the density, on the kernel's own space
	states          []float64        // the law of the states
	rest            []float64        // the law of a state, given its cell: of the second walker, if there is one
	chain           *timeaverage.Chain
}

// NewSubject aims a kernel at a density.
func NewSubject(target toys.Target, name string, k chains.Kernel) Subject {
	g := target.Grid
	logf := target.LogF
	p := chains.Normalized(logf)
	rest := []float64{1}
	if box := Box(k, g); box.Size() > g.Size() {
		n := g.Size()
		rest = p
		logf = make([]float64, 0, n*n)
		for _, first := range target.LogF {
			for _, second := range target.LogF {
				logf = append(logf, first+second)
			}
		}
		g = box.WallsWhere(func(x int) bool { return target.Grid.Wall(x/n) || target.Grid.Wall(x%n) })
	}
	a := chains.Annealing{Grid: g, Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf},
		Schedule: chains.Linear(2), Kernel: k}
	op, level := a.Aimed(2, 1)
	states := chains.Normalized(level.LogF())
	return Subject{Density: target.Name, Kernel: name, P: p, Annealing: a, states: states, rest: rest,
		chain: timeaverage.New(op, states)}
}

// Measure returns a row for each function, start and number of steps.
func (s Subject) Measure(ctx context.Context, functions []Function, starts []Start, ns []int) (rows []Row, err error) {
	values := make([][]float64, len(functions))
	for i, f := range functions {
		values[i] = s.onStates(f.Of)
	}
	laws := make([]timeaverage.Start, len(starts))
	for i, start := range starts {
		if start.Name == Worst {
			continue
		}
		if laws[i], err = s.chain.Start(s.stateLaw(start.Law)); err != nil {
			return nil, err
		}
	}
	within := s.stateLaw(slices.Repeat([]float64{1}, len(s.P)))
	limits := s.limits(values)
	rows = make([]Row, len(functions)*len(starts)*len(ns))
	err = s.chain.Each(ctx, values, ns, func(f, k int, sums timeaverage.Sums) {
		for i, start := range starts {
			a := sums.From(laws[i])
			if start.Name == Worst {
				a = sums.Worst(len(s.rest), within)
			}
			rows[(f*len(starts)+i)*len(ns)+k] = Row{Density: s.Density, Kernel: s.Kernel, Function: functions[f].Name,
				Start: start.Name, Accuracy: a, Budget: ns[k], Limit: limits[f].Efficiency}
		}
	})
	return rows, err
}

// mostLimited is the largest number of states on which the limit is computed: that takes the cube.
const mostLimited = 600

// limits returns the limits of functions of the states for many steps; NaN if they are not known.
func (s Subject) limits(functions [][]float64) []timeaverage.Limit {
	if s.chain.States() <= mostLimited {
		if limits, err := s.chain.Limits(functions); err == nil {
			return limits
		}
	}
	return slices.Repeat([]timeaverage.Limit{{Efficiency: math.NaN()}}, len(functions))
}

// onStates is a function of cells as a function of states.
func (s Subject) onStates(f []float64) []float64 {
	all := make([]float64, 0, len(s.states))
	for _, v := range f {
		all = append(all, slices.Repeat([]float64{v}, len(s.rest))...)
	}
	return all
}

// given is the law of the state if the cell has this law and the rest is drawn given the cell. States whose mass is
// below any float have none.
func (s Subject) stateLaw(law []float64) []float64 {
	all := s.onStates(law)
	for x := range all {
		if all[x] *= s.rest[x%len(s.rest)]; s.states[x] == 0 {
			all[x] = 0
		}
	}
	return all
}

// Draws returns what draws chain k from a start: it sets cells to those after steps 1, 2, ... A chain
// depends on the seed, on the names of the density, the kernel and the start, and on its number alone. One goroutine at
// a time may use it.
func (s Subject) Draws(start Start, seed uint64) func(cells []int32, k int) {
	op, _ := s.Annealing.Aimed(2, 1)
	paths := sample.NewPaths(op, len(s.states))
	law := chains.NewLaw(s.stateLaw(start.Law))
	return func(cells []int32, k int) {
		paths.Draw(cells, law, seed, seedWord(s.Density), seedWord(s.Kernel), seedWord(start.Name), uint64(k))
		for i, x := range cells {
			cells[i] = x / int32(len(s.rest))
		}
	}
}

// word is a name as a word of a seed.
func seedWord(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}
