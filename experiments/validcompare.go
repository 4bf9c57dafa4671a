package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/spectra"
)

// Beside is a kernel beside the one that is validated: on the same bridge, at
// as many levels, and at as many as cost as many evaluations of the density.
type Beside struct {
	Name  string
	Cost  float64 // evaluations of the density a level, the weight's among them; NaN where nobody knows
	J, B  float64 // at equal T; J of the cells alone where the kernel's space is larger
	Equal int     // the T of equal cost; 0 where there is none
	// EqualJ and EqualB are J and B at that T.
	EqualJ, EqualB float64
	// Order is where the kernel is in Peskun's order, at the last level: "above" the
	// one that is validated where it moves at least as much between any two cells,
	// "below", "equal" or "neither", with the first pair by which it is; "in another
	// space" where it moves on other cells; "" where the one that is validated does not
	// leave the density invariant, as the order is one of kernels that do.
	Order, Pair string
}

// mostStates and mostLevels are what a kernel beside is run on at most.
const (
	mostStates = 500
	mostLevels = 20_000
)

// Compare puts every catalogued kernel beside the one validated: at one beta by
// Peskun's order alone, in an annealing by J and B as well. schedule makes the
// betas of another T; nil where there are no others.
func (v *Validation) Compare(ctx context.Context, a chains.Annealing, schedule func(T int) (chains.Schedule, error), progress Progress) error {
	s := v.Candidate
	if n := s.Grid.Size(); n > MostRows {
		v.note("the catalogue beside is left out: of %d cells matrices are not written out, by which kernels are compared at one beta", n)
		return nil
	}
	own := Beside{Name: s.Name, Cost: math.NaN(), J: math.NaN(), B: v.B, Order: "itself", EqualJ: math.NaN(), EqualB: math.NaN()}
	if v.gap.T > 0 {
		own.J = marginal(v.gap, a.Grid.Size())
	}
	if s.Cost > 0 {
		own.Cost, own.Equal, own.EqualJ, own.EqualB = s.Cost, s.T(), own.J, own.B
	}
	v.Compared = make([]Beside, len(kernels.Catalogue))
	level := v.Last()
	here := s.written(level.T, level.Beta)
	err := Each(ctx, len(kernels.Catalogue), progress, func(ctx context.Context, i int) error {
		other := a
		other.Kernel = kernels.Catalogue[i].Make
		b := Beside{Name: kernels.Catalogue[i].Name, Cost: math.NaN(), J: math.NaN(), B: math.NaN(), EqualJ: math.NaN(), EqualB: math.NaN()}
		switch wide := other.Extended(); {
		case level.Balance == Unbalanced:
		case wide.Grid.Size() != s.Grid.Size() || s.Grid.Size() != a.Grid.Size():
			b.Order = "in another space"
		default:
			b.Order, b.Pair = s.order(here, Candidate{Annealing: wide}.written(level.T, level.Beta), level.P)
		}
		var err error
		if v.forward != nil {
			err = b.run(ctx, other, own, schedule)
		}
		v.Compared[i] = b
		return err
	})
	if level.Balance == Unbalanced {
		v.note("Peskun's order is left out: it is one of kernels that leave the density invariant")
	}
	for _, k := range kernels.Catalogue {
		a.Kernel = k.Make
		if v.forward != nil && a.Extended().Grid.Size() > mostStates {
			v.note("%s has no J and B beside: its space has more than %d states", k.Name, mostStates)
		}
	}
	v.Compared = slices.Insert(v.Compared, 0, own)
	return err
}

// run runs the kernel, on the grid of the target.
func (b *Beside) run(ctx context.Context, a chains.Annealing, own Beside, schedule func(T int) (chains.Schedule, error)) error {
	cells := a.Grid.Size()
	a = a.Extended()
	if cost, ok := chains.Cost(a.Kernel, a.Grid); ok {
		b.Cost = 1 + cost
	}
	if a.Grid.Size() > mostStates {
		return nil
	}
	gap, err := exact.Measure(ctx, a)
	if err != nil {
		return err
	}
	b.J, b.B = marginal(gap, cells), gap.B()
	if schedule == nil || !(b.Cost > 0) || !(own.Cost > 0) {
		return nil
	}
	T := max(2, 1+int(math.Round(float64(a.T()-1)*own.Cost/b.Cost)))
	if T > mostLevels {
		return nil
	}
	if a.Schedule, err = schedule(T); err != nil {
		return err
	}
	if gap, err = exact.Measure(ctx, a); err != nil {
		return err
	}
	b.Equal, b.EqualJ, b.EqualB = T, marginal(gap, cells), gap.B()
	return nil
}

// marginal is J between the laws of the first axes, of so many cells.
func marginal(g exact.Gap, cells int) float64 {
	k := len(g.P) / cells
	if k == 1 {
		return g.J()
	}
	sum := 0.0
	for x := range cells {
		p, q := 0.0, 0.0
		for y := range k {
			p, q = p+g.P[x*k+y], q+g.Q[x*k+y]
		}
		if p != q {
			sum += (q - p) * math.Log(q/p)
		}
	}
	return sum
}

// written is the kernel at one level written out.
func (s Candidate) written(t int, beta float64) *spectra.Matrix {
	if s.Given != nil {
		return spectra.Dense(s.Grid.Size(), slices.Concat(s.Given(t)...))
	}
	op, l := s.Kernel.On(s.Grid), s.NewLevel()
	l.Move(t, beta)
	op.Aim(l)
	return spectra.Of(op, s.Grid.Size())
}

// order is Peskun's between the candidate's matrix and another kernel's, in the rows
// of cells with mass.
func (s Candidate) order(own, other *spectra.Matrix, p []float64) (order, pair string) {
	up, down := spectra.Dominates(own, other, p), spectra.Dominates(other, own, p)
	switch {
	case up.Holds && down.Holds:
		return "equal", ""
	case up.Holds:
		return "below", ""
	case down.Holds:
		return "above", ""
	}
	return "neither", fmt.Sprintf("%s %.3g, here %.3g; %s %.3g, here %.3g",
		s.pair(down.From, down.To), down.A, down.B, s.pair(up.From, up.To), up.B, up.A)
}

// Candidate is the chain's annealing of T levels as a candidate, and what it is made
// from: the annealing on the target's own grid, and the schedule of any other T.
func (c Chain) Candidate(ctx context.Context, T int) (s Candidate, base chains.Annealing, schedule func(T int) (chains.Schedule, error), err error) {
	a, _, err := c.At(ctx, T)
	if err != nil {
		return s, base, nil, err
	}
	s = Candidate{Name: c.Kernel, Annealing: a}
	if cost, ok := chains.Cost(a.Kernel, a.Grid); ok {
		s.Cost = 1 + cost
	}
	base = c.Base(a.Schedule)
	if !c.Fixed() {
		schedule = func(T int) (chains.Schedule, error) {
			a, _, err := c.At(ctx, T)
			return a.Schedule, err
		}
	}
	return s, base, schedule, nil
}
