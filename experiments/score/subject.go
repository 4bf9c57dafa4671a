package score

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/timeaverage"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/toys"
)

// A Subject is a kernel on a density.
type Subject struct {
	Density, Kernel string
	Target          toys.Target
	P               []float64        // the law of the density's cells
	Annealing       chains.Annealing // at beta = 1 it has the density, on the kernel's own space
	share           int              // states of a cell: those of cell x are x share to (x+1) share - 1
	within          []float64        // the law of the states, given the cell
	chain           *timeaverage.Chain
}

// NewSubject aims a kernel at a density.
func NewSubject(target toys.Target, name string, k chains.Kernel) Subject {
	g, logf := onBox(k, target.Grid, target.LogF)
	a := chains.Annealing{Grid: g, Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf},
		Schedule: chains.Linear(2), Kernel: k}
	op, level := a.Aimed(2, 1)
	p := chains.Normalized(level.LogF())
	s := Subject{Density: target.Name, Kernel: name, Target: target, P: chains.Normalized(target.LogF), Annealing: a,
		share: len(p) / len(target.LogF), chain: timeaverage.New(op, p)}
	s.within = make([]float64, len(p))
	for x, mass := range s.P {
		from, to := x*s.share, (x+1)*s.share
		if mass == 0 {
			continue
		}
		law := chains.Normalized(level.LogF()[from:to])
		if floats.Sum(p[from:to]) > 0 { // states whose mass is below any float have none, unless all are
			for i := range law {
				if p[from+i] == 0 {
					law[i] = 0
				}
			}
			floats.Scale(1/floats.Sum(law), law)
		}
		copy(s.within[from:], law)
	}
	return s
}

// Measure returns a row for each function, start and number of steps.
func (s Subject) Measure(ctx context.Context, functions []Function, starts []Start, ns []int) (rows []Row, err error) {
	values := make([][]float64, len(functions))
	laws := make([]timeaverage.Start, len(starts))
	for i, f := range functions {
		values[i] = s.Values(f.Of)
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
				Start: start.Name, Accuracy: a, Budget: ns[k], Limit: columns.Real(limits[f].Efficiency)}
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

// Values is a function of cells as a function of states.
func (s Subject) Values(f []float64) []float64 {
	wide := make([]float64, len(f)*s.share)
	for x := range wide {
		wide[x] = f[x/s.share]
	}
	return wide
}

// Operator returns a new operator of the kernel, aimed at the density.
func (s Subject) Operator() chains.Operator {
	op, _ := s.Annealing.Aimed(2, 1)
	return op
}

// OnStates is the law of the state if the cell has this law and the rest is drawn given the cell.
func (s Subject) OnStates(law []float64) []float64 {
	wide := s.Values(law)
	for x := range wide {
		wide[x] *= s.within[x]
	}
	return wide
}

// A Start is the law of the cell where a chain starts. It does not count in the average.
type Start struct {
	Name string    // as in flags: exact, cell:3
	Law  []float64 // nil for Worst, which is another cell for every function and number of steps
}

// Worst is the start in the cell from which the mean squared error is largest, for each kernel, function
// and number of steps by itself. It is known of exact scores alone: no chain is drawn from it.
const Worst = "worst"

// fieldStart is the field of starts in faults.
const fieldStart experiments.Field = "start"

// Starts makes the starts that specs name on a target:
//
//	exact    a draw of the target
//	lightest the cell of least mass above 0
//	worst    the cell with the largest mean squared error
//	cell:I   cell I, from 0
func Starts(t toys.Target, specs []string) (all []Start, err error) {
	p := chains.Normalized(t.LogF)
	for _, spec := range specs {
		name, number, _ := strings.Cut(spec, ":")
		switch {
		case spec == "exact":
			all = append(all, Start{spec, p})
		case spec == "lightest":
			all = append(all, Start{spec, only(lightest(p), len(p))})
		case spec == Worst:
			all = append(all, Start{Name: spec})
		case name == "cell":
			x, err := strconv.Atoi(number)
			if err != nil || x < 0 || x >= len(p) {
				return nil, experiments.Faultf("%v %s: the cells of %s are numbered from 0 to %d; one of these "+
					"numbers would do", fieldStart, spec, t.Name, len(p)-1)
			}
			if p[x] == 0 {
				return nil, experiments.Faultf("%v %s: cell %d of %s has no mass; one with mass, as %d, would do",
					fieldStart, spec, x, t.Name, lightest(p))
			}
			all = append(all, Start{spec, only(x, len(p))})
		default:
			return nil, experiments.Faultf("%v %q is unknown; exact, lightest, worst or cell:I would do",
				fieldStart, spec)
		}
	}
	return all, nil
}

// lightest is the first cell of the least mass above 0.
func lightest(p []float64) int {
	least := -1
	for x, mass := range p {
		if mass > 0 && (least < 0 || mass < p[least]) {
			least = x
		}
	}
	return least
}

func only(x, cells int) []float64 {
	law := make([]float64, cells)
	law[x] = 1
	return law
}
