package validation

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/experiments"
)

// Speed says how fast a chain is at one level: with respect to the density if that is
// invariant, and otherwise to the matrix's own stationary distribution.
type Speed struct {
	spectra.Spectrum
	Stationary []float64       // the matrix's own; nil if it has several
	Mixing     *spectra.Mixing // nil if it could not be computed
	Cut        spectra.Cut
	Functions  []Average
	Hits       []Hit
	Doubts     []string // numbers that differ from the request or could not be computed, and why
}

// An Average says how well the chain averages a function.
type Average struct {
	Name     string
	Variance float64 // asymptotic: n times the variance of the mean of n states
	IAT      float64 // the same over the variance of a draw: 1 if states are independent
}

// A Hit is the expected number of steps from one mode to another.
type Hit struct {
	From, To int // the peaks of the modes
	Steps    float64
}

// The speed is computed at up to 101 levels on up to fewCells cells, at up to 11 on up to
// someCells, and at the last level alone on more. On more than spectra.MaxStates cells it
// is bounded.
const fewCells, someCells = 128, 512

// Measure adds to the levels how fast the chain is there: to all of them if that takes
// seconds, otherwise to some, including the last.
func (v *Validation) Measure(ctx context.Context, progress experiments.Progress) error {
	s, T := v.Candidate, len(v.Levels)
	most := 101
	switch n := s.Grid.Size(); {
	case n > spectra.MaxStates:
		return v.bound(ctx)
	case n > someCells:
		most = 1
	case n > fewCells:
		most = 11
	}
	if most = min(most, T); most < T {
		v.note("the speed of the chain is shown at %d of %d levels", most, T)
	}
	modes := s.modes()
	return experiments.Each(ctx, most, progress, func(ctx context.Context, i int) error {
		l := &v.Levels[T-1-i*(T-1)/max(most-1, 1)]
		op := s.Kernel.On(s.Grid)
		speed, err := s.speed(s.write(l.T, l.Beta, op), op, modes, *l)
		if err != nil {
			l.SpeedErr = err.Error()
			return nil
		}
		l.Speed = speed
		return nil
	})
}

// speed measures everything at a level, where op is aimed.
func (s Candidate) speed(at *laws.Written, op chains.Operator, modes []chains.Mode, l Level) (*Speed, error) {
	m := spectra.Of(op, len(at.P))
	if s.Given != nil {
		m = spectra.Dense(len(at.P), slices.Concat(rowsSummingTo1(at)...))
	}
	found := &Speed{}
	pi, err := found.reference(at, m, l.Balance)
	if err != nil {
		return found, err
	}
	found.left(at, l.Pattern.Transient)
	if found.Spectrum, err = m.Spectrum(pi); err != nil {
		return found, err
	}
	found.try("the mixing time", func() error {
		mixing, err := m.MixingTime(pi, 0.25)
		if err == nil {
			found.Mixing = &mixing
			found.noteRoundOff(mixing)
		}
		return err
	})
	if len(massive(pi)) == 1 {
		return found, nil // nothing is left to go to
	}
	found.try("the bottleneck", func() (err error) { found.Cut, err = m.Bottleneck(pi, found.Second); return })
	functions, _ := s.functions(modes)
	found.averages(m, pi, functions)
	found.hits(m, pi, modes)
	return found, nil
}

// averages measures how well the chain averages functions. The average of a constant is exact,
// and has no row.
func (s *Speed) averages(m *spectra.Matrix, pi []float64, functions []function) {
	for _, f := range functions {
		if constant(f.of, pi) {
			continue
		}
		s.try("how well it averages "+f.name, func() error {
			variance, iat, err := m.AsymptoticVariance(pi, f.of)
			if err == nil {
				s.Functions = append(s.Functions, Average{f.name, variance, iat})
			}
			return err
		})
	}
}

// constant reports whether a function has one finite value in all cells with mass.
func constant(f, pi []float64) bool {
	cells := massive(pi)
	first := f[cells[0]]
	return !math.IsInf(first, 0) && !slices.ContainsFunc(cells, func(x int) bool { return f[x] != first })
}

// reference finds the matrix's stationary distribution. It returns the distribution that the
// speed refers to: the density, or the stationary distribution if the
// matrix leaves only that invariant.
func (s *Speed) reference(at *laws.Written, m *spectra.Matrix, balance Balance) (pi []float64, err error) {
	own, err := m.Stationary()
	if err == nil {
		s.Stationary = own
	}
	pi = at.P
	if balance == Unbalanced && err == nil {
		pi = own
		s.Doubts = append(s.Doubts, "the density is not invariant: the speed is measured against the "+
			"distribution that the chain leaves invariant")
	} else if by, _ := m.Imbalance(pi); at.Slack > 0 && by > 0 && err == nil {
		pi = own
		s.Doubts = append(s.Doubts, "the density is invariant to within the tolerance: the speed is measured against "+
			"the distribution that the chain leaves invariant, its rows divided by their sums")
	}
	if balance != Unbalanced {
		err = nil // the density is stationary
	}
	return pi, err
}

// hits adds the hitting times between the two heaviest modes.
func (s *Speed) hits(m *spectra.Matrix, pi []float64, modes []chains.Mode) {
	if len(modes) < 2 {
		return
	}
	for i := range 2 {
		from, to := modes[i], modes[1-i]
		s.try("the hitting time", func() error {
			steps, err := m.MeanHittingTime(pi, from.Peak, to.Peak)
			if err == nil {
				s.Hits = append(s.Hits, Hit{from.Peak[0], to.Peak[0], steps})
			}
			return err
		})
	}
}

// rowsSummingTo1 returns the rows. Negative entries within the Slack become 0, and each row is
// divided by its sum.
func rowsSummingTo1(at *laws.Written) [][]float64 {
	slack := float64(at.Slack)
	if slack == 0 {
		return at.Rows
	}
	rows := make([][]float64, len(at.Rows))
	for x, row := range at.Rows {
		rows[x] = slices.Clone(row)
		for y, v := range row {
			if v < 0 && v >= -slack {
				rows[x][y] = 0
			}
		}
		if sum := floats.Sum(rows[x]); math.Abs(sum-1) <= at.Slack.Over(1, len(at.Rows)) {
			floats.Scale(1/sum, rows[x])
		}
	}
	return rows
}

// try computes something, and notes its error, the same one once.
func (s *Speed) try(what string, compute func() error) {
	err := compute()
	if err == nil || slices.ContainsFunc(s.Doubts, func(d string) bool { return strings.HasSuffix(d, err.Error()) }) {
		return
	}
	s.Doubts = append(s.Doubts, fmt.Sprintf("%s is left out: %v", what, err))
}

// noteRoundOff notes how many steps round-off may have changed the mixing times by.
func (s *Speed) noteRoundOff(m spectra.Mixing) {
	if m.WorstDoubt+m.AverageDoubt == 0 {
		return
	}
	by := func(steps int) string {
		if steps == spectra.Never {
			return "any number of steps"
		}
		return fmt.Sprintf("%d steps", steps)
	}
	s.Doubts = append(s.Doubts, fmt.Sprintf("round-off may have moved the worst mixing time by %s and the average "+
		"one by %s, either way", by(m.WorstDoubt), by(m.AverageDoubt)))
}

// left notes the cells with mass that the chain leaves for good. The speed is that of the
// other cells.
func (s *Speed) left(at *laws.Written, cells []int) {
	if len(cells) == 0 {
		return
	}
	mass := 0.0
	for _, x := range cells {
		mass += at.P[x]
	}
	s.Doubts = append(s.Doubts, fmt.Sprintf("the chain leaves %d cells of mass %.3g for good, %v among them: the "+
		"speed is that of the closed class alone", len(cells), mass, at.Grid.Coords(cells[0])))
}
