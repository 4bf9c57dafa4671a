package hidden

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// A Sequence is one particle of a filter: how it moves from state to state, and how it is weighed.
// It is a particles.Sequence[*Path].
type Sequence struct {
	Model    *Model
	Proposal programs.Proposal
	start    chains.Law
	moves    [][]chains.Law // by symbol and by the state before
	first    []float64      // the weight at the first step, by state
	weights  [][]float64    // the weights at later steps, by symbol and by the state that decides
}

// NewSequence makes the laws of the moves, for every symbol that is observed.
func NewSequence(m *Model, p programs.Proposal) Sequence {
	s := Sequence{Model: m, Proposal: p, moves: make([][]chains.Law, m.Symbols()),
		weights: make([][]float64, m.Symbols())}
	law, sum := s.proposed(m.initial, m.Seen(0))
	s.start, s.first = chains.NewLaw(law), m.Seen(0)
	if p == programs.Optimal {
		for x := range s.first {
			s.first[x] = sum
		}
	}
	for t := 1; t < m.Len(); t++ {
		symbol := m.observed[t]
		if s.moves[symbol] != nil {
			continue
		}
		s.weights[symbol] = m.Seen(t)
		for x, row := range m.transition {
			law, sum := s.proposed(row, m.Seen(t))
			s.moves[symbol] = append(s.moves[symbol], chains.NewLaw(law))
			if p == programs.Optimal {
				s.weights[symbol][x] = sum
			}
		}
	}
	return s
}

// proposed is the law that a state is drawn from if it has this law before its observation is seen,
// and the sum of what the optimal proposal normalises.
func (s Sequence) proposed(law, seen []float64) (drawn []float64, sum float64) {
	if s.Proposal == programs.Prior {
		return law, 1
	}
	drawn = make([]float64, len(law))
	for x, p := range law {
		drawn[x] = p * seen[x]
		sum += drawn[x]
	}
	if sum == 0 {
		return law, 0 // the particle has weight 0, wherever it goes
	}
	return drawn, sum
}

// Len is the number of observations.
func (s Sequence) Len() int { return s.Model.Len() }

// draw draws the state at t of a particle that was in state before.
func (s Sequence) draw(t, before int, d chains.Dice) int {
	if t == 0 {
		return s.start.Draw(d)
	}
	return s.moves[s.Model.observed[t]][before].Draw(d)
}

// weight is the weight at t of a particle that goes from a state to another.
func (s Sequence) weight(t, before, now int) float64 {
	switch {
	case t == 0:
		return s.first[now]
	case s.Proposal == programs.Optimal:
		return s.weights[s.Model.observed[t]][before]
	}
	return s.weights[s.Model.observed[t]][now]
}

// Forward draws the next state of a particle, with the log weight of the step.
func (s Sequence) Forward(t int, x *Path, d chains.Dice) (next *Path, logw float64) {
	before := 0
	if x != nil {
		before = x.State
	}
	now := s.draw(t, before, d)
	return &Path{now, x}, math.Log(s.weight(t, before, now))
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
	return s.weight(t, before, x.State)
}
