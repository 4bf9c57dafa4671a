package validation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/exact/spectra"
	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// Beside is a kernel of the comparison: on the same bridge, at as many levels as the validated
// kernel, and at as many as cost the same number of evaluations of the density.
type Beside struct {
	Name  string
	Cost  float64 // evaluations of the density a level, the weight's among them; NaN if unknown
	J, B  float64 // at equal T
	Equal int     // the T of equal cost; 0 if there is none
	// EqualJ and EqualB are J and B at that T.
	EqualJ, EqualB float64
	// Order is the kernel's place in Peskun's order, at the last level: "above" the validated
	// one if it moves at least as much between any two cells, "below", "equal" or "neither",
	// with the first pair that shows it in Pair; "" if the validated one does not leave the
	// density invariant, because the order is defined only for kernels that do.
	Order, Pair string
}

// A kernel is compared on at most mostStates states and at mostLevels levels, and if its rows add up
// at most mostPaths paths at all levels, which takes some ten seconds.
const (
	mostStates = 500
	mostLevels = 20_000
	mostPaths  = 5e8
)

// endless reports whether the rows of a's kernel take too long to add up at T levels.
func endless(a chains.Annealing, T int) bool {
	return float64(a.Grid.Size())*kernels.Paths(a.Kernel, a.Grid)*float64(T) > mostPaths
}

// Compare adds every kernel of the catalogue: at one beta by Peskun's order alone, in an
// annealing by J and B as well. It also finds the kernel's standing among them.
func (v *Validation) Compare(ctx context.Context, progress experiments.Progress) error {
	s := v.Candidate
	own := beside(s.Name)
	own.B, own.Order = v.B, "itself"
	if v.gap.T > 0 {
		own.J = v.gap.J()
	}
	if s.Cost > 0 {
		own.Cost = s.Cost
		own.Equal = s.T()
		own.EqualJ = own.J
		own.EqualB = own.B
	}
	here := s.written(v.Last())
	catalogue := kernels.Catalogue
	v.Compared = make([]Beside, len(catalogue))
	err := experiments.Each(ctx, len(catalogue), progress, func(ctx context.Context, i int) error {
		b := &v.Compared[i]
		*b = beside(catalogue[i].Name)
		other := s.Base
		other.Kernel = catalogue[i].Make
		if chains.Fits(other.Kernel, other.Grid) != nil || endless(other, other.T()) {
			return nil
		}
		b.Order, b.Pair = v.order(here, other)
		if v.annealed {
			return b.run(ctx, other, own, s.Betas)
		}
		return nil
	})
	if v.Last().Balance == Unbalanced {
		v.note("Peskun's order is left out: it holds only between kernels that leave the density invariant")
	}
	if v.annealed && s.Grid.Size() > mostStates {
		v.note("the catalogue has no J and B beside: the space has more than %d states", mostStates)
	}
	for _, k := range catalogue {
		if why := chains.Fits(k.Make, s.Base.Grid); why != nil {
			v.note("%s is left out beside: %v", k.Name, why)
			continue
		}
		other := s.Base
		if other.Kernel = k.Make; endless(other, other.T()) {
			v.note("%s is left out beside: its rows add up too many trajectories", k.Name)
		}
	}
	v.Compared = slices.Insert(v.Compared, 0, own)
	return errors.Join(err, v.stand(ctx))
}

// beside returns a kernel with all values unknown.
func beside(name string) Beside {
	nan := math.NaN()
	return Beside{Name: name, Cost: nan, J: nan, B: nan, EqualJ: nan, EqualB: nan}
}

// run runs the kernel, on the grid of the target.
func (b *Beside) run(ctx context.Context, a chains.Annealing, own Beside,
	betas func(T int) (chains.Schedule, error)) error {
	if cost := a.Kernel.Cost(a.Grid); !math.IsNaN(cost) {
		b.Cost = 1 + cost
	}
	if a.Grid.Size() > mostStates {
		return nil
	}
	var err error
	if b.J, b.B, err = measure(ctx, a); err != nil || betas == nil || !(b.Cost > 0) || !(own.Cost > 0) {
		return err
	}
	T := max(2, 1+int(math.Round(float64(a.T()-1)*own.Cost/b.Cost)))
	if T > mostLevels || endless(a, T) {
		return nil
	}
	if a.Schedule, err = betas(T); err != nil {
		return err
	}
	b.Equal = T
	b.EqualJ, b.EqualB, err = measure(ctx, a)
	return err
}

// measure returns J and B.
func measure(ctx context.Context, a chains.Annealing) (j, b float64, err error) {
	gap, err := exact.Measure(ctx, a)
	if err != nil {
		return 0, 0, err
	}
	return gap.J(), gap.B(), nil
}

func (s Candidate) written(l Level) spectra.Matrix {
	if s.Given != nil {
		return s.Given(l.T)
	}
	op, _ := s.Aimed(l.T, l.Beta)
	return spectra.Of(op, s.Grid.Size())
}

// order returns the place of another kernel in Peskun's order, by the rows of cells with mass,
// and the pairs of cells that show that there is none.
func (v *Validation) order(own spectra.Matrix, other chains.Annealing) (order, pair string) {
	l, s := v.Last(), v.Candidate
	if l.Balance == Unbalanced {
		return "", ""
	}
	matrix := Candidate{Annealing: other}.written(l)
	below, i, j := spectra.Dominates(own, matrix, l.P)
	above, x, y := spectra.Dominates(matrix, own, l.P)
	switch {
	case below && above:
		return "equal", ""
	case below:
		return "below", ""
	case above:
		return "above", ""
	}
	at := func(from, to int) string {
		return fmt.Sprintf("%s %.3g, here %.3g", laws.Pair(s.Grid, from, to), matrix[from][to], own[from][to])
	}
	return "neither", at(x, y) + "; " + at(i, j)
}

// A Standing is the place of the kernel among those of the catalogue, at the last level: by the median
// over functions of the real effective sample size of N steps from an exact draw.
type Standing struct {
	Place, Of int
	RESS      float64
	N         int
}

// Kernels of the catalogue that take more operations than these are not compared.
const (
	standingSteps = 1000
	standingWork  = 5e8
)

// itself is the name of the validated kernel among the rows; no kernel of the catalogue has it.
const itself = "itself"

// stand finds the standing. There is none if the kernel does not leave the density invariant, if its
// pattern makes it no sampler, or if it takes too long itself.
func (v *Validation) stand(ctx context.Context) error {
	s, l := v.Candidate, v.Last()
	level := s.Base.NewLevel()
	level.Move(l.T, l.Beta)
	target, kernel := toys.Target{Name: s.Name, Grid: s.Base.Grid, LogF: level.LogF()}, s.Base.Kernel
	if l.Balance == Unbalanced ||
		s.Base.Grid.WallsHave(chains.Normalized(target.LogF)) ||
		slices.ContainsFunc(v.Broken(), structural) {
		return nil
	}
	others := slices.DeleteFunc(slices.Clone(kernels.Catalogue), func(e chains.Entry[chains.Kernel]) bool {
		return reflect.DeepEqual(e.Make, kernel)
	})
	p := &score.Plan{Densities: []zoo.Density{{Name: s.Name, Make: func() toys.Target { return target }}},
		Kernels: append(others, chains.Entry[chains.Kernel]{Name: itself, Make: kernel}),
		Starts:  []string{"exact"}, Budgets: []int{standingSteps}, MostWork: standingWork}
	if p.Prepare() != nil { // every function is constant
		return nil
	}
	scored, err := p.Run(ctx, nil)
	if err != nil {
		return err
	}
	ress := map[string][]float64{}
	for _, r := range scored.Rows {
		ress[r.Kernel] = append(ress[r.Kernel], r.RESS())
	}
	if ress[itself] == nil {
		return nil
	}
	own := evidence.Median(ress[itself])
	v.Standing = &Standing{Place: 1, Of: len(ress), RESS: own, N: standingSteps}
	for _, other := range ress {
		if evidence.Median(other) > own*(1+1e-9) { // kernels that agree to nine digits share a place
			v.Standing.Place++
		}
	}
	return nil
}
