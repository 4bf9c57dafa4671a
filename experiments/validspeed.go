package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/grid"
)

// Speed is how fast a chain is at one level, with respect to the density where
// that is invariant, else to the matrix's own stationary distribution.
type Speed struct {
	spectra.Spectrum
	Pattern
	Stationary []float64       // the matrix's own; nil where it has several
	Mixing     *spectra.Mixing // nil where it could not be computed
	Cut        spectra.Cut
	Functions  []Average
	Hits       []Hit
	Doubts     []string // what is not as asked, or could not be computed, and why
}

// An Average is how well the chain averages a function.
type Average struct {
	Name     string
	Variance float64 // asymptotic: of the mean of n states, times n
	IAT      float64 // the same over the variance of a draw: 1 where states are independent
}

// A Hit is the expected number of steps from one mode to another.
type Hit struct {
	From, To int // cells that the modes peak in
	Steps    float64
}

// mostAll and mostSome are how many cells there are at most for the speed to be told
// at up to 101 levels and at up to 11; of more it is at the last one, and of more than
// spectra.MaxStates by the ends of the spectrum.
const mostAll, mostSome = 128, 512

// Measure adds to the levels how fast the chain is there: to all of them where that
// takes seconds, else to some, the last among them.
func (v *Validation) Measure(ctx context.Context, progress Progress) error {
	s, T := v.Candidate, len(v.Levels)
	most := 101
	switch n := s.Grid.Size(); {
	case n > spectra.MaxStates:
		return v.ends(ctx, s.Modes)
	case n > mostSome:
		most = 1
	case n > mostAll:
		most = 11
	}
	if most = min(most, T); most < T {
		v.note("how fast the chain is, is told at %d of %d levels", most, T)
	}
	modes := s.Modes()
	l := s.NewLevel()
	s.LevelAt(l, s.T())
	target := l.LogF()
	return Each(ctx, most, progress, func(ctx context.Context, i int) error {
		k := T - 1 - i*(T-1)/max(most-1, 1)
		r := &v.Levels[k]
		op := s.Kernel.On(s.Grid)
		g := newStage(s, r.T, r.Beta, op, op)
		s, err := g.speed(op, r.Balance, target, modes)
		if r.Pattern = &s.Pattern; err != nil {
			r.SpeedErr = err.Error()
			return nil
		}
		r.Speed = s
		return nil
	})
}

// speed is that of the level, op being aimed at it. modes are the target's, and
// target its log density. Where there is an error, the pattern is known all the same.
func (g *stage) speed(op chains.Operator, balance Balance, target []float64, modes []Mode) (*Speed, error) {
	n := len(g.p)
	m := spectra.Of(op, n)
	if g.Given != nil {
		m = spectra.Dense(n, slices.Concat(g.normalised()...))
	}
	s := &Speed{}
	own, err := m.Stationary()
	if err == nil {
		s.Stationary = own
	}
	pi := g.p
	if balance == Unbalanced {
		if err != nil {
			s.pattern(m, g.p, pi)
			return s, err
		}
		pi = own
		s.Doubts = append(s.Doubts, "the density is not invariant: how fast the chain is, is said of what it leaves invariant instead")
	} else if by, _ := m.Imbalance(pi); g.Slack > 0 && by > 0 && err == nil {
		pi = own
		s.Doubts = append(s.Doubts, "the density is invariant to within the tolerance: how fast the chain is, is said of what it leaves invariant instead, its rows divided by their sums")
	}
	s.pattern(m, g.p, pi)
	s.left(g.Grid, g.p)
	if s.Spectrum, err = m.Spectrum(pi); err != nil {
		return s, err
	}
	s.doubt("the mixing time", func() error {
		mixing, err := m.MixingTime(pi, 0.25)
		if err == nil {
			s.Mixing = &mixing
			s.doubtMixing(mixing)
		}
		return err
	})
	s.doubt("the bottleneck", func() (err error) { s.Cut, err = m.Bottleneck(pi, s.Second); return })
	for _, f := range g.functions(target, modes) {
		s.doubt("how well it averages "+f.name, func() error {
			variance, iat, err := m.AsymptoticVariance(pi, f.of)
			if err == nil {
				s.Functions = append(s.Functions, Average{f.name, variance, iat})
			}
			return err
		})
	}
	for i := range min(len(modes), 2) {
		if len(modes) > 1 {
			from, to := modes[i], modes[1-i]
			s.doubt("the hitting time", func() error {
				steps, err := m.MeanHittingTime(pi, from.Peak, to.Peak)
				if err == nil {
					s.Hits = append(s.Hits, Hit{from.Peak[0], to.Peak[0], steps})
				}
				return err
			})
		}
	}
	return s, nil
}

// normalised is the rows; where they may be off, without what is negative by that, and
// divided by their sums.
func (g *stage) normalised() [][]float64 {
	if g.Slack == 0 {
		return g.rows
	}
	rows := make([][]float64, len(g.rows))
	for x, row := range g.rows {
		rows[x] = slices.Clone(row)
		for y, v := range row {
			if v < 0 && v >= -g.Slack {
				rows[x][y] = 0
			}
		}
		if sum := floats.Sum(rows[x]); math.Abs(sum-1) <= g.slackOver(1) {
			floats.Scale(1/sum, rows[x])
		}
	}
	return rows
}

// doubt notes an error, the same one once.
func (s *Speed) doubt(what string, compute func() error) {
	err := compute()
	if err == nil || slices.ContainsFunc(s.Doubts, func(d string) bool { return strings.HasSuffix(d, err.Error()) }) {
		return
	}
	s.Doubts = append(s.Doubts, fmt.Sprintf("%s is left out: %v", what, err))
}

// doubtMixing notes by how many steps round-off may have moved the mixing times.
func (s *Speed) doubtMixing(m spectra.Mixing) {
	if m.WorstDoubt+m.AverageDoubt == 0 {
		return
	}
	by := func(steps int) string {
		if steps == spectra.Never {
			return "any number of steps"
		}
		return fmt.Sprintf("%d steps", steps)
	}
	s.Doubts = append(s.Doubts, fmt.Sprintf("round-off may have moved the worst mixing time by %s and the average one by %s, either way", by(m.WorstDoubt), by(m.AverageDoubt)))
}

// left notes the cells with mass that the chain leaves for good: how fast it is, is
// said of the others.
func (s *Speed) left(g grid.Grid, p []float64) {
	var cells []int
	mass := 0.0
	for _, c := range s.Classes {
		if !c.Closed {
			for _, x := range c.States {
				cells = append(cells, x)
				mass += p[x]
			}
		}
	}
	if len(cells) > 0 {
		s.Doubts = append(s.Doubts, fmt.Sprintf("the chain leaves %d cells of mass %.3g for good, %v among them: how fast it is, is said of the closed class alone",
			len(cells), mass, g.Coords(cells[0])))
	}
}

type function struct {
	name       string
	of         []float64
	coordinate bool
}

// functions are those whose averages people want: log f of the target, the
// coordinates, whether the chain is about the heaviest mode.
func (g *stage) functions(target []float64, modes []Mode) []function {
	all := []function{{name: "log f", of: target}}
	for a := range g.Grid.Axes() {
		if g.Grid.Len(a) > 1 {
			f := make([]float64, len(target))
			for x := range f {
				f[x] = float64(g.Grid.Coord(x, a))
			}
			all = append(all, function{fmt.Sprintf("coordinate %d", a+1), f, true})
		}
	}
	if len(modes) > 1 {
		f := make([]float64, len(target))
		for _, x := range modes[0].Basin {
			f[x] = 1
		}
		all = append(all, function{name: "being in the heaviest mode", of: f})
	}
	return all
}
