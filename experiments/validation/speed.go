package validation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// Speed says how fast a chain is at one level: with respect to the density if that is invariant, and else to the
// matrix's own stationary distribution.
type Speed struct {
	spectra.Spectrum
	Stationary []float64 // the matrix's own; nil if it has several
	Mixing     spectra.Mixing
	Functions  []Average
	Doubts     []string // another distribution that the speed refers to, and numbers that could not be computed
}

// An Average says how well the chain averages a function. Variance is n times the variance of the mean of n states, for
// large n. IAT is Variance over the variance of a draw: 1 if states are independent.
type Average struct {
	Name          string
	Variance, IAT float64
}

// fewCells and someCells bound the cells on which the speed is computed at up to 101 and up to 11 levels. On more cells
// it is computed only at the last level, and on more than spectra.MaxStates cells not at all.
const fewCells, someCells = 128, 512

// Measure adds to the levels how fast the chain is: to all levels if that takes seconds, and else to some, with the
// last.
func (v *Validation) Measure(ctx context.Context, progress experiments.Progress) error {
	s, T := v.Candidate, len(v.Levels)
	measured := measuredLevels(s.Grid.Size(), T)
	switch most := len(measured); {
	case most == 0:
		v.note("the speed of the chain was not measured: %s cells are too many for a matrix; use up to %s",
			text.Thousands(s.Grid.Size()), text.Thousands(spectra.MaxStates))
	case most < T:
		v.note("the speed of the chain is shown at %d of %d levels", most, T)
	}
	modes := chains.Modes(s.Grid, s.target()) // the heaviest first
	return experiments.Each(ctx, len(measured), progress, func(ctx context.Context, i int) error {
		l := &v.Levels[measured[i]]
		op := chains.On(s.Kernel, s.Grid)
		w := s.write(l.T, l.Beta, op)
		w.Precision = l.Precision
		speed, err := s.speed(w, op, modes, *l)
		l.Speed = speed
		if err != nil {
			l.SpeedErr = err.Error()
		}
		return nil
	})
}

// measuredLevels returns at which of T levels, from 0, the speed is computed: evenly chosen, the last first.
func measuredLevels(cells, T int) (measured []int) {
	most := 101
	switch {
	case cells > spectra.MaxStates:
		return nil
	case cells > someCells:
		most = 1
	case cells > fewCells:
		most = 11
	}
	for _, before := range evenly(min(most, T), T) {
		measured = append(measured, T-1-before)
	}
	return measured
}

// evenly returns n of the numbers from 0 to of - 1, at equal distances up to rounding: the first, and the last if n is
// above 1.
func evenly(n, of int) (all []int) {
	for i := range n {
		all = append(all, i*(of-1)/max(n-1, 1))
	}
	return all
}

// speed measures everything at a level, where op is aimed.
func (s Candidate) speed(at *laws.LevelMatrices, op chains.Operator, modes []chains.Mode, l Level) (*Speed, error) {
	m := spectra.Of(op, len(at.P))
	if s.Given != nil {
		m = rowsSummingTo1(at)
	}
	found := &Speed{}
	pi, err := found.reference(at, m, l)
	if err != nil {
		return nil, err
	}
	if found.Spectrum, err = m.Spectrum(pi); err != nil {
		return nil, err
	}
	if found.Mixing, err = m.MixingTime(pi); err != nil {
		return nil, err
	}
	cells := chains.Support(pi)
	if len(cells) == 1 { // nothing is left to go to
		return found, nil
	}
	names, functions := s.functions(modes, cells)
	variances, iats, err := m.AsymptoticVariances(pi, functions)
	if err != nil {
		found.doubt("how well it averages functions is left out: %v", err)
	}
	for i := range variances {
		found.Functions = append(found.Functions, Average{names[i], variances[i], iats[i]})
	}
	return found, nil
}

// doubt adds a doubt.
func (s *Speed) doubt(format string, args ...any) {
	s.Doubts = append(s.Doubts, fmt.Sprintf(format, args...))
}

// reference finds the matrix's stationary distribution. It returns the distribution that the speed refers to: the
// density, or the stationary distribution if the matrix leaves only that invariant.
func (s *Speed) reference(at *laws.LevelMatrices, m spectra.Matrix, l Level) (pi []float64, err error) {
	own, err := m.Stationary()
	if err != nil {
		if l.Balance != Unbalanced {
			err = nil // the density is stationary
		}
		return at.P, err
	}
	s.Stationary = own
	switch by, _ := m.Imbalance(at.P); {
	case l.Balance == Unbalanced:
		s.doubt("the density is not invariant: the speed is of the distribution that the chain leaves invariant")
	case (at.Tolerance > 0 || at.Precision == laws.Single) && by > 0:
		s.doubt("the density is invariant to within the tolerance, or single precision: the speed is of the " +
			"distribution that the chain leaves invariant, its rows divided by their sums")
	default:
		return at.P, nil
	}
	return own, nil
}

// rowsSummingTo1 returns the rows, each divided by its sum. Negative entries within the tolerance, or the rounding of
// single precision, become 0.
func rowsSummingTo1(at *laws.LevelMatrices) [][]float64 {
	entry, sum := at.Errors()
	if entry == 0 {
		return at.Rows
	}
	rows := make([][]float64, len(at.Rows))
	for x, row := range at.Rows {
		rows[x] = slices.Clone(row)
		for y, v := range row {
			if v < 0 && v >= -entry {
				rows[x][y] = 0
			}
		}
		if is := floats.Sum(rows[x]); math.Abs(is-1) <= sum {
			floats.Scale(1/is, rows[x])
		}
	}
	return rows
}

// functions returns log f of the target, the coordinates, and whether the chain is near the heaviest mode, with names:
// each that is finite on these cells, and varies.
func (s Candidate) functions(modes []chains.Mode, cells []int) (names []string, functions [][]float64) {
	target := s.target()
	add := func(name string, f []float64) {
		values := chains.In(cells, f)
		if low := slices.Min(values); low < slices.Max(values) && !math.IsInf(low, -1) {
			names = append(names, name)
			functions = append(functions, f)
		}
	}
	add("log f", target)
	for a := range s.Grid.Axes() {
		f := make([]float64, len(target))
		for x := range f {
			f[x] = float64(s.Grid.Coord(x, a))
		}
		add(fmt.Sprintf("coordinate %d", a+1), f)
	}
	if len(modes) > 1 {
		f := make([]float64, len(target))
		for _, x := range modes[0].Basin {
			f[x] = 1
		}
		add("being in the heaviest mode", f)
	}
	return names, functions
}
