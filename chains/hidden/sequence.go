package hidden

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// A Sequence is one particle of a filter: how it moves from state to state, and how it is weighed.
// It is a particles.Sequence[*Path].
type Sequence struct {
	Model    *Model
	Proposal programs.Proposal
	moves    []*move // by step; equal observations share theirs
}

// A move is one step of a particle.
type move struct {
	laws    []chains.Law // of the next state, by the state before; the first step has one law
	weights []float64
	before  bool // weights are by the state before, and not by the next state
}

// NewSequence makes the laws of the moves.
func NewSequence(m *Model, p programs.Proposal) Sequence {
	s := Sequence{Model: m, Proposal: p}
	bySymbol := make([]*move, m.Symbols())
	for t := range m.Len() {
		if t == 0 {
			s.moves = append(s.moves, newMove([][]float64{m.initial}, m.Seen(0), p))
			continue
		}
		of := &bySymbol[m.observed[t]]
		if *of == nil {
			*of = newMove(m.transition, m.Seen(t), p)
		}
		s.moves = append(s.moves, *of)
	}
	return s
}

// newMove returns a move from states with these laws of the next state.
func newMove(rows [][]float64, seen []float64, p programs.Proposal) *move {
	v := &move{weights: seen, before: p == programs.Optimal}
	if v.before {
		v.weights = make([]float64, len(rows))
	}
	for x, row := range rows {
		if v.before {
			given := floats.MulTo(make([]float64, len(row)), row, seen)
			v.weights[x] = floats.Sum(given)
			if v.weights[x] > 0 { // if not, the weight is 0 wherever the particle goes
				row = given
			}
		}
		v.laws = append(v.laws, chains.NewLaw(row))
	}
	return v
}

// draw draws the next state of a particle. At the first step the state before is 0.
func (v *move) draw(before int, d chains.Dice) int { return v.laws[before].Draw(d) }

// weight is the weight of a particle that makes the move.
func (v *move) weight(before, now int) float64 {
	if v.before {
		return v.weights[before]
	}
	return v.weights[now]
}

// Len is the number of observations.
func (s Sequence) Len() int { return s.Model.Len() }

// Forward draws the next state of a particle, with the log weight of the step.
func (s Sequence) Forward(t int, x *Path, d chains.Dice) (next *Path, logw float64) {
	before := 0
	if x != nil {
		before = x.State
	}
	now := s.moves[t].draw(before, d)
	return &Path{now, x}, math.Log(s.moves[t].weight(before, now))
}

// Back returns the path without its last state, and the log weight of the step to this state: -Inf
// if no particle takes it.
func (s Sequence) Back(t int, x *Path, _ chains.Dice) (before *Path, logw float64) {
	return x.Before, math.Log(s.kept(t, x))
}

// kept is the weight of the step to the last state of x. It is 0 if no particle takes the step, or
// if the path is of another length: it comes from a run that stopped early.
func (s Sequence) kept(t int, x *Path) float64 {
	law, before := s.Model.initial, 0
	switch {
	case (t == 0) != (x.Before == nil):
		return 0
	case t > 0:
		before = x.Before.State
		law = s.Model.transition[before]
	}
	if law[x.State] == 0 || s.Model.emission[x.State][s.Model.observed[t]] == 0 {
		return 0
	}
	return s.moves[t].weight(before, x.State)
}
