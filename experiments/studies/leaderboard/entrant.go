package leaderboard

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/spectra"
	"breadboard/exact/timeaverage"
)

// An entrant is a kernel on a target.
type entrant struct {
	kernel string
	base   chains.Annealing // on all states of the kernel; another schedule is put in its place
	cost   float64          // evaluations of the density in a step
	cells  int
	share  int       // states of a cell, which lie side by side
	first  []float64 // p_1, by state
	last   []float64 // p_T
}

// The largest number of states of an entrant, and of states times the ways that a row adds up. On more than the first
// the gap is not known exactly; more than the second take minutes for a hundred levels.
const (
	mostStates = spectra.MaxStates
	mostWays   = 2_000_000
)

// Why a kernel is left out.
const (
	noForm  = "no form"
	tooDear = "too dear"
	draws   = "draws from the target"
)

// enter makes the entrant of a kernel, or says why it is left out.
func (s subject) enter(kernel string) (e entrant, left string) {
	named := s.setting()
	named.Kernel = kernel
	switch kernel {
	case "block-gibbs":
		named.Bridge = "joint"
	case gradientAsOne:
		named.Kernel = "informed-gradient"
	case sweep:
		named.Kernel = "metropolis"
		if found, err := named.Find(); err == nil {
			named.Repeat = found.Grid.Axes()
		}
	}
	chain, err := named.Chain()
	if err != nil {
		return e, noForm // the target alone has no fault, so that it is the kernel's
	}
	base := chain.Base(chains.Linear(2))
	if chains.States(base.Kernel, base.Grid) > mostStates {
		return e, tooDear
	}
	base = base.Extended()
	facts := chains.FactsOf(base.Kernel, base.Grid)
	if max(facts.Paths, facts.Moves)*float64(base.Grid.Size()) > mostWays {
		return e, tooDear
	}
	e = newEntrant(kernel, base)
	if kernel == gradientAsOne {
		e.cost = costAsOne
	}
	if perfect := e.withKernel(kernels.Perfect{}); e.alike(perfect) {
		return e, draws
	}
	return e, ""
}

// newEntrant is the kernel of an annealing, which has all states that it needs.
func newEntrant(kernel string, base chains.Annealing) entrant {
	first, last := base.Ends()
	share := base.StatesPerCell()
	return entrant{kernel: kernel, base: base, cost: chains.FactsOf(base.Kernel, base.Grid).Cost,
		cells: base.Grid.Size() / share, share: share, first: chains.Normalized(first), last: chains.Normalized(last)}
}

// withKernel is the entrant with another kernel on the same states.
func (e entrant) withKernel(k chains.Kernel) entrant {
	e.base.Kernel = k
	return e
}

// annealing is that of the entrant along a schedule.
func (e entrant) annealing(s chains.Schedule) chains.Annealing {
	a := e.base
	a.Schedule = s
	return a
}

// byCell adds up a measure of the states of each cell.
func (e entrant) byCell(measure []float64) []float64 {
	of := make([]float64, e.cells)
	for x := range of {
		of[x] = floats.Sum(measure[x*e.share : (x+1)*e.share])
	}
	return of
}

// byState is a function of the cell as a function of the state.
func (e entrant) byState(h []float64) []float64 {
	wide := make([]float64, len(e.last))
	for x := range wide {
		wide[x] = h[x/e.share]
	}
	return wide
}

// jeffreys is J between a law of states and the target, by cell.
func (e entrant) jeffreys(law []float64) float64 {
	return exact.Between(e.byCell(law), e.byCell(e.last)).Jeffreys()
}

// same reports whether two entrants make the same steps for the same price.
func (e entrant) same(o entrant) bool {
	return e.cost == o.cost && len(e.last) == len(o.last) && e.alike(o)
}

// alike reports whether two kernels on the same states make the same steps, at two places of the path.
func (e entrant) alike(o entrant) bool {
	states := len(e.last)
	for _, beta := range []float64{0.5, 1} {
		one, _ := e.base.Aimed(2, beta)
		other, _ := o.base.Aimed(2, beta)
		for x := range states {
			if !floats.EqualApprox(rowOf(one, x, states), rowOf(other, x, states), 1e-12) {
				return false
			}
		}
	}
	return true
}

// rowOf is the law of the state after one step from x.
func rowOf(op chains.Operator, x, states int) []float64 {
	row := make([]float64, states)
	op.Row(x, func(y int, p float64) { row[y] += p })
	row[x] += chains.StayProbability(op, x)
	return row
}

// spectrum is the gap and the second largest modulus of an eigenvalue at the target.
func (e entrant) spectrum() (gap, slem float64, err error) {
	op, _ := e.base.Aimed(2, 1)
	s, err := spectra.Of(op, len(e.last)).Spectrum(e.last)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", e.kernel, err)
	}
	return s.Gap, s.SLEM, nil
}

// averages is the chain at the target, of whose time averages everything is known.
func (e entrant) averages() *timeaverage.Chain {
	op, _ := e.base.Aimed(2, 1)
	return timeaverage.New(op, e.last)
}

// drawPrices are the evaluations that are worth one exact draw of each function, in the limit of a long chain: +Inf if
// the chain does not get everywhere.
func (e entrant) drawPrices(chain *timeaverage.Chain, functions []function) []float64 {
	values := make([][]float64, len(functions))
	all := make([]float64, len(functions))
	for i, h := range functions {
		values[i] = e.byState(h.of)
		all[i] = math.Inf(1)
	}
	limits, err := chain.Limits(values)
	if err != nil {
		return all
	}
	for i, l := range limits {
		all[i] = e.cost / l.Efficiency
	}
	return all
}

// chainJ is J of the last cell of a chain of n steps at the target, from the law where annealing begins.
func (e entrant) chainJ(ctx context.Context, n int) (float64, error) {
	if n < 1 {
		return e.jeffreys(e.first), nil
	}
	law, _, err := e.ended(ctx, chains.Linear(2).Standing([]int{n}))
	if err != nil { // as after Ctrl-C, when there is no law
		return 0, err
	}
	return e.jeffreys(law), nil
}
