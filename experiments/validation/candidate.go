package validation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/experiments"
)

// MostCells bounds the cells of a target whose matrices are written out.
const MostCells = laws.MostCells

// A Candidate has an annealing to be validated, as its author wrote it.
type Candidate struct {
	Name string
	Seed *uint64 // of the target; nil if nothing in it is random
	chains.Annealing
	Tolerance float64                 // the error of each entry of the rows, without rounding
	Given     func(t int) [][]float64 // returns the matrix of level t as it was given; nil for a level without one
	Proposed  func(t int) [][]float64 // returns q of level t, as in laws.LevelMatrices; nil if it is known of no level
	Declared  chains.Kernel           // the kernel that it claims to be; nil if it claims none
	Role      Role                    // what is asked of it
	Subject   string                  // what verdicts call it; "" is the name

	asGiven *chains.Annealing // with the constants of log f that its author computes with; nil if it has them all
}

// A Role says what is asked of a candidate.
type Role int

// Whole and the others are the roles. A Whole kernel leads from every cell to every other. A Part is one of several
// updates of a sweep, and need not. A Sampler draws from p, wherever it is called from.
const (
	Whole Role = iota
	Part
	Sampler
)

// FromAnnealer returns the annealing of T levels as a candidate.
func FromAnnealer(ctx context.Context, an experiments.Annealer, T int) (Candidate, error) {
	a, _, err := an.At(ctx, T)
	if err != nil {
		return Candidate{}, err
	}
	return Candidate{Name: an.Kernel, Seed: an.Seed, Annealing: a}, nil
}

// Matrices has the user's matrices: one for all levels, or one for each level of the schedule, where the first may be
// missing.
type Matrices struct {
	Path     string
	Schedule chains.Schedule
	P        [][]float64 // row-major; nil at a level where no rows are known
	Q        [][]float64 // as laws.LevelMatrices.Proposed; nil, or nil at a level, if none is known
	Declared bool        // says that they claim to be the annealer's own kernel
}

// FromMatrices returns the matrices on the annealer's bridge as a candidate.
func FromMatrices(an experiments.Annealer, m Matrices) Candidate {
	base := an.Base(m.Schedule)
	s := Candidate{Name: fmt.Sprintf("%s on %s", m.Path, an.TargetLabel()), Seed: an.Seed, Annealing: base}
	if m.Declared {
		s.Declared = base.Kernel
	}
	s.Annealing, m.P = experiments.ByMatrices(base, m.P)
	s.Given = func(t int) [][]float64 { return rowsOf(m.P, t) }
	if m.Q != nil {
		s.Proposed = func(t int) [][]float64 { return rowsOf(m.Q, t) }
	}
	return s
}

// rowsOf returns the rows of the matrix of level t; nil for a level without one.
func rowsOf(matrices [][]float64, t int) [][]float64 {
	m := matrices[min(t, len(matrices))-1]
	if m == nil {
		return nil
	}
	return slices.Collect(slices.Chunk(m, int(math.Sqrt(float64(len(m))))))
}

// at returns level t, at beta, without rows.
func (s Candidate) at(t int, beta float64) (*laws.LevelMatrices, *chains.Level) {
	l := s.NewLevel()
	l.Move(t, beta)
	w := laws.At(s.Grid, l)
	w.Tolerance = laws.Tolerance(s.Tolerance)
	w.Sampler = s.Role == Sampler
	if s.Given != nil && s.asGiven != nil {
		w.ComputedOn(*s.asGiven)
	}
	return w, l
}

// withoutConstants returns the candidate with densities from which constants are subtracted. These change no law, but
// cost digits of every difference: a log density of 1e7 has an error of 1e-9. The author of given rows has that error.
func (s Candidate) withoutConstants() Candidate {
	given := s.Annealing
	s.asGiven = &given
	s.Annealing, _ = s.WithoutConstants()
	return s
}

// write writes out the kernel at level t, at beta, where it aims op, the candidate's operator. There are no rows if the
// level has no matrix.
func (s Candidate) write(t int, beta float64, op chains.Operator) *laws.LevelMatrices {
	w, l := s.at(t, beta)
	var given [][]float64
	if s.Given != nil {
		if given = s.Given(t); given == nil {
			return w
		}
	}
	op.Aim(l)
	w.Write(op, given)
	if s.Proposed != nil {
		w.Proposed = s.Proposed(t)
	}
	return w
}

// hasAllRows reports whether there are rows at each level at which a chain moves.
func (s Candidate) hasAllRows() bool {
	for t := 2; s.Given != nil && t <= s.T(); t++ {
		if s.Given(t) == nil {
			return false
		}
	}
	return true
}

// target returns the log density at the last level of the annealing.
func (s Candidate) target() []float64 { return s.logf(s.T()) }

func (s Candidate) logf(t int) []float64 {
	l := s.NewLevel()
	s.LevelAt(l, t)
	return l.LogF()
}
