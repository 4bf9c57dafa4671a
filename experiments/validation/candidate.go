// Package validation answers one question: is my kernel right?
//
// A Candidate (candidate.go) is an annealing as somebody wrote it: with a kernel of the
// catalogue (Of), with matrices from a file (Given), or with one's own, as in the example. It
// can be checked in two ways.
//
// If the kernel's probabilities are known, Run (validate.go) checks the laws of package laws
// at every level and along both chains, and At checks a single level. Measure (speed.go) then
// adds how fast the chain is, and Compare (compare.go) the kernels of the catalogue.
//
// If only samples are seen, Sample (sampled.go) asks a program for moves and tests them, and
// Count tests moves from a file. They return p-values. All tests share one level (Holm), so
// that the probability of accusing a sound kernel is small and stated. A program is asked for
// fresh moves where a test is in doubt (askAgain). A law with too few data for a test is
// called unclear.
//
// A Validation (validation.go) holds all findings. Its Verdict is one line, and ends with the
// likely cause if the room cause knows one.
//
// # What a chain can reach
//
// A kernel may leave p invariant and never get from one part of the cells to another, or go
// round in turns. Neither samples p at a fixed beta, so both are broken laws (structure.go), with these limits:
//
//   - Only cells with mass count, and only at the last level, whose density is sampled. Inside an
//     annealing a level may be reducible or periodic: the next ones make up for it, and every law
//     of its weights holds. The verdict says so and accuses nobody.
//   - Identity never moves and is accused, at any beta. No other kernel of the catalogue is, on
//     cells that single moves connect. If walls part the target, a kernel of single moves is
//     accused, and the cause names the target: longer moves would do.
//   - A period breaks the law of samples though averages converge. At a fixed beta the law of the
//     state depends on the start for ever.
//   - If masses span more than 600 nats a move may have a probability that floats write as 0. The
//     law is then unclear.
//   - With a tolerance, a move that it may have rounded to 0 exists if the move back does.
//   - Samples cannot show that a way is never taken. Cells that were not seen to be connected are
//     a note.
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

// MostCells is the largest number of cells whose matrices are written out. On more cells
// only one level is validated, without a matrix.
const MostCells = laws.MostCells

// A Candidate is an annealing to be validated, as its author wrote it.
type Candidate struct {
	Name string
	Seed *uint64 // of the target; nil if nothing in it is random
	chains.Annealing
	Slack    float64                 // the error of each entry of the rows besides rounding
	Cost     float64                 // evaluations of the density in one step of the kernel; 0 if unknown
	Given    func(t int) [][]float64 // the matrix of level t as it was given; nil for a first level that has none
	Declared chains.Kernel           // the kernel that it claims to be; nil if it claims none

	// Base is the annealing on the target's own cells, into which Compare puts the kernels
	// of the catalogue. Betas is its schedule at another T; nil if there is no other.
	Base  chains.Annealing
	Betas func(T int) (chains.Schedule, error)

	loweredBy float64 // the change of log Z_T/Z_1 by the constants that were taken off log f
}

// Of returns the chain's annealing of T levels as a candidate.
func Of(ctx context.Context, c experiments.Chain, T int) (Candidate, error) {
	a, _, err := c.At(ctx, T)
	if err != nil {
		return Candidate{}, err
	}
	s := Candidate{Name: c.Kernel, Seed: c.Seed, Annealing: a, Base: c.Base(a.Schedule)}
	if cost, ok := chains.Cost(a.Kernel, a.Grid); ok {
		s.Cost = 1 + cost
	}
	s.Betas = func(T int) (chains.Schedule, error) {
		a, _, err := c.At(ctx, T)
		return a.Schedule, err
	}
	return s, nil
}

// Matrices come from outside: one for each level of the schedule, where the first may be
// missing, or one for all.
type Matrices struct {
	Path     string
	Schedule chains.Schedule
	P        [][]float64 // row-major
	Declared bool        // they claim to be the chain's own kernel
}

// Given returns the matrices on the chain's bridge as a candidate.
func Given(c experiments.Chain, m Matrices) Candidate {
	base := c.Base(m.Schedule)
	s := Candidate{Name: fmt.Sprintf("%s on %s", m.Path, c.TargetLabel()), Seed: c.Seed, Annealing: base}
	if m.Declared {
		s.Declared = base.Kernel
	}
	s.Annealing, m.P = experiments.ByMatrices(base, m.P)
	s.Given = m.at
	s.Base = s.Annealing
	return s
}

// at returns the rows of level t; nil for a first level that has no matrix.
func (m Matrices) at(t int) [][]float64 {
	p := m.P[min(t, len(m.P))-1]
	if p == nil {
		return nil
	}
	return slices.Collect(slices.Chunk(p, int(math.Sqrt(float64(len(p))))))
}

// lower takes the constants off log f. They change no law, but they would cost the digits
// of every difference: a log density of 1e7 has an error of 1e-9.
func (s Candidate) lower() Candidate {
	s.Annealing, s.loweredBy = s.Lowered()
	s.Base, _ = s.Base.Lowered()
	return s
}

// at returns level t, at beta, without rows.
func (s Candidate) at(t int, beta float64) (*laws.Written, *chains.Level) {
	l := s.NewLevel()
	l.Move(t, beta)
	w := laws.At(s.Grid, l)
	w.Slack = laws.Slack(s.Slack)
	return w, l
}

// write writes out the kernel at level t, at beta. It aims op, the candidate's operator,
// there. If the level has no matrix there are no rows.
func (s Candidate) write(t int, beta float64, op chains.Operator) *laws.Written {
	w, l := s.at(t, beta)
	var given [][]float64
	if s.Given != nil {
		if given = s.Given(t); given == nil {
			return w
		}
	}
	op.Aim(l)
	w.Write(op, given)
	return w
}

// target is the log density at the last level of the annealing.
func (s Candidate) target() []float64 { return s.logf(s.T()) }

func (s Candidate) logf(t int) []float64 {
	l := s.NewLevel()
	s.LevelAt(l, t)
	return l.LogF()
}

// Bytes is the memory of validating a kernel: the vectors of the search for a spectrum, and up to MostCells states
// some ten matrices with a row and a column for each.
func Bytes(s experiments.Space, _ int) float64 {
	vectors := 90.0
	if s.States <= MostCells {
		vectors += 10 * s.States
	}
	return 8 * vectors * s.States
}
