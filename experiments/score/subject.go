package score

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/timeaverage"
	"breadboard/toys"
)

// A Subject is a kernel on a density.
type Subject struct {
	Density, Kernel string
	Target          toys.Target
	P               []float64        // the law of the density's cells
	Annealing       chains.Annealing // at beta = 1 it has the density, on the kernel's own space
	share           int              // states of a cell
	within          []float64        // the law of the states, given the cell
	chain           *timeaverage.Chain
}

// NewSubject aims a kernel at a density. The bridge begins at the uniform law, so that the second
// walker of a kernel that tempers has the density to a smaller power.
func NewSubject(target toys.Target, name string, k chains.Kernel) Subject {
	bridge := chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF}
	a := chains.Annealing{Grid: target.Grid, Bridge: bridge, Schedule: chains.Linear(2), Kernel: k}.Extended()
	level, op := a.NewLevel(), k.On(a.Grid)
	level.Move(2, 1)
	op.Aim(level)
	p := chains.Normalized(level.LogF())
	s := Subject{Density: target.Name, Kernel: name, Target: target, P: chains.Normalized(target.LogF), Annealing: a,
		share: len(p) / len(target.LogF), chain: timeaverage.New(op, p)}
	s.within = make([]float64, len(p))
	for x, mass := range s.P {
		if mass > 0 {
			copy(s.within[x*s.share:], conditional(level.LogF()[x*s.share:(x+1)*s.share], p[x*s.share:(x+1)*s.share]))
		}
	}
	return s
}

// conditional is the law of a cell's states, given the cell. States whose mass is below any float have
// none, unless all are.
func conditional(logf, p []float64) []float64 {
	law := chains.Normalized(logf)
	if floats.Sum(p) == 0 {
		return law
	}
	for i, mass := range p {
		if mass == 0 {
			law[i] = 0
		}
	}
	floats.Scale(1/floats.Sum(law), law)
	return law
}

// Measure returns a row for each function, start and number of steps.
func (s Subject) Measure(ctx context.Context, functions []Function, starts []Start, ns []int) (rows []Row, err error) {
	values, laws := make([][]float64, len(functions)), make([]timeaverage.Start, len(starts))
	for i, f := range functions {
		values[i] = s.onStates(f.Of)
	}
	for i, start := range starts {
		if start.Name == Worst {
			continue
		}
		if laws[i], err = s.chain.Start(s.OnStates(start.Law)); err != nil {
			return nil, err
		}
	}
	limits := s.Limits(values)
	rows = make([]Row, len(functions)*len(starts)*len(ns))
	err = s.chain.Each(ctx, values, ns, func(f, k int, sums timeaverage.Sums) {
		for i, start := range starts {
			var a timeaverage.Accuracy
			if start.Name == Worst {
				a = sums.Worst(s.share, s.within)
			} else {
				a = sums.From(laws[i])
			}
			rows[(f*len(starts)+i)*len(ns)+k] = Row{Density: s.Density, Kernel: s.Kernel, Function: functions[f].Name,
				Start: start.Name, Accuracy: a, Budget: ns[k], Limit: limits[f].Efficiency}
		}
	})
	return rows, err
}

// mostLimited is the largest number of states on which the limit is computed: that takes the cube.
const mostLimited = 600

// Limits are those of functions of the states, NaN if they are not known.
func (s Subject) Limits(functions [][]float64) []timeaverage.Limit {
	if s.chain.States() <= mostLimited {
		if limits, err := s.chain.Limits(functions); err == nil {
			return limits
		}
	}
	return slices.Repeat([]timeaverage.Limit{{MSE: math.NaN(), Efficiency: math.NaN()}}, len(functions))
}

// onStates is a function of cells as a function of states.
func (s Subject) onStates(f []float64) []float64 {
	wide := make([]float64, len(f)*s.share)
	for x := range wide {
		wide[x] = f[x/s.share]
	}
	return wide
}
