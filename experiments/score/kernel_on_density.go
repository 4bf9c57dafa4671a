package score

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/exact/timeaverage"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/toys"
)

// Two walkers are one chain on the box of pairs of cells, with the density f(x) f(y). The first walker has the
// distribution f. No other package builds this box.

// FindKernel looks up a kernel of the catalogue, or a kernel of two walkers.
func FindKernel(spec string) (chains.Kernel, error) {
	if k := kernels.OfPair(spec); k != nil {
		return k, nil
	}
	return experiments.FindKernel(spec)
}

// Box returns the box that a kernel moves on: g, or g by g without walls for two walkers.
func Box(k chains.Kernel, g grid.Grid) grid.Grid {
	if _, pairs := k.(kernels.Stretch); pairs {
		return g.By(g)
	}
	return g
}

// A KernelOnDensity has a kernel on a density.
type KernelOnDensity struct {
	Density, Kernel string
	P               []float64        // the distribution of the density's cells
	Annealing       chains.Annealing // has the density at beta = 1, on the kernel's own space
	states          []float64        // the distribution of the states
	rest            []float64        // the distribution of the second walker; a single 1 if there is none
	chain           *timeaverage.Chain
}

// NewKernelOnDensity returns a kernel on a density.
func NewKernelOnDensity(target toys.Target, name string, k chains.Kernel) KernelOnDensity {
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
		g = box
	}
	a := chains.To(logf, g, k, 2)
	op, level := a.Aimed(2, 1)
	states := chains.Normalized(level.LogF())
	return KernelOnDensity{Density: target.Name, Kernel: name, P: p, Annealing: a, states: states, rest: rest,
		chain: timeaverage.New(op, states)}
}

// Measure returns a row for each function, start and number of steps.
func (s KernelOnDensity) Measure(ctx context.Context, functions []Function, starts []Start, ns []int) (rows []Row,
	err error) {
	values := make([][]float64, len(functions))
	for i, f := range functions {
		values[i] = s.onStates(f.Values)
	}
	distributions := make([]timeaverage.Start, len(starts))
	for i, start := range starts {
		if start.Name == Worst {
			continue
		}
		if distributions[i], err = s.chain.Start(s.stateDistribution(start.Distribution)); err != nil {
			return nil, err
		}
	}
	within := s.stateDistribution(slices.Repeat([]float64{1}, len(s.P)))
	limits := s.limits(values)
	rows = make([]Row, len(functions)*len(starts)*len(ns))
	err = s.chain.Each(ctx, values, ns, func(f, k int, sums timeaverage.Sums) {
		for i, start := range starts {
			a := sums.From(distributions[i])
			if start.Name == Worst {
				a = sums.Worst(len(s.rest), within)
			}
			rows[(f*len(starts)+i)*len(ns)+k] = Row{Density: s.Density, Kernel: s.Kernel, Function: functions[f].Name,
				Start: start.Name, Accuracy: a, Budget: ns[k], Limit: limits[f].Efficiency}
		}
	})
	return rows, err
}

// mostLimited bounds the states on which limits are computed, which takes their cube.
const mostLimited = 600

// limits returns the limits of functions of the states for many steps; NaN if they are not known.
func (s KernelOnDensity) limits(functions [][]float64) []timeaverage.Limit {
	if s.chain.States() <= mostLimited {
		if limits, err := s.chain.Limits(functions); err == nil {
			return limits
		}
	}
	return slices.Repeat([]timeaverage.Limit{{Efficiency: math.NaN()}}, len(functions))
}

// onStates returns a function of cells as a function of states.
func (s KernelOnDensity) onStates(f []float64) []float64 {
	all := make([]float64, 0, len(s.states))
	for _, v := range f {
		all = append(all, slices.Repeat([]float64{v}, len(s.rest))...)
	}
	return all
}

// stateDistribution returns the distribution of the state if the cell has this distribution and the second walker its
// own. States whose mass is below any float have mass 0.
func (s KernelOnDensity) stateDistribution(distribution []float64) []float64 {
	all := s.onStates(distribution)
	for x := range all {
		if all[x] *= s.rest[x%len(s.rest)]; s.states[x] == 0 {
			all[x] = 0
		}
	}
	return all
}

// Draws returns a function that draws chain k from a start, and sets cells to the cells after steps 1, 2, ... A chain
// depends only on the seed, on the names of the density, the kernel and the start, and on k. One goroutine at a time
// may use it.
func (s KernelOnDensity) Draws(start Start, seed uint64) func(cells []int32, k int) {
	op, _ := s.Annealing.Aimed(2, 1)
	rows := chains.NewKeptRows(len(s.states), op)
	distribution := chains.NewDistribution(s.stateDistribution(start.Distribution))
	return func(cells []int32, k int) {
		d := sample.Seeded(seed, seedWord(s.Density), seedWord(s.Kernel), seedWord(start.Name), uint64(k))
		x := distribution.Draw(d)
		for i := range cells {
			x = rows.Step(x, d)
			cells[i] = int32(x / len(s.rest))
		}
	}
}

// seedWord returns a name as a word of a seed.
func seedWord(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// FromMatrix returns the kernel of a matrix for one target, row by row. It is an error if a law is broken by more than
// the tolerance of the entries: a chain that does not leave the target invariant estimates something else. Rows of
// cells without mass may hold anything.
func FromMatrix(name string, matrix []float64, t toys.Target, tolerance float64) (chains.Entry[chains.Kernel], error) {
	a := chains.Annealing{Grid: t.Grid, Bridge: chains.Geometric{From: t.LogF, To: t.LogF}}
	by, clean := experiments.ByMatrices(a, [][]float64{matrix})
	op, level := by.Aimed(2, 1)
	w := laws.At(t.Grid, level)
	w.Tolerance = laws.Tolerance(tolerance)
	w.Precision = laws.Single
	w.Write(op, slices.Collect(slices.Chunk(clean[0], t.Grid.Size())))
	_, invariance, _ := w.Invariance()
	broken := laws.Broken([]laws.Finding{w.Entries(), w.Sums(), w.Walls(), invariance})
	if len(broken) > 0 {
		return chains.Entry[chains.Kernel]{}, fmt.Errorf("%s does not leave %s invariant: %v; use a kernel that "+
			"validate accepts", name, t.Name, broken[0])
	}
	return chains.Entry[chains.Kernel]{Name: name, Make: by.Kernel}, nil
}

// ExecKernel names the user's command in rows.
const ExecKernel = "exec"

// Exactly scores a kernel on one of the plan's densities, as Run does, whatever that takes.
func (p *Plan) Exactly(ctx context.Context, k chains.Entry[chains.Kernel], density int) ([]Row, error) {
	whole := *p
	whole.MostWork = 0
	here := p.prepared[density]
	return whole.measure(ctx, job{preparedDensity: here, kernel: k, box: here.target.Grid})
}
