package following

import (
	"context"
	"errors"
	"slices"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/learn"
	"breadboard/chains/outside"
)

// A step that cannot be followed draws numbers whose odds nobody tells, or its client has no others. It is learnt then
// (package learn): its rows are known but for a small probability.

// Eps is the probability that what is learnt leaves out, of a run from a draw of p or from any cell in turns, and
// mostLearning the number of runs at a level by which it is learnt.
const (
	Eps          = 2e-4
	mostLearning = 300_000
)

// errNumbers says that a client draws numbers whose odds it does not tell.
var errNumbers = errors.New("its random numbers have no odds")

// drawsNumbers reports whether a run draws a number whose odds are not told.
func drawsNumbers(r enumerate.Run[int]) bool {
	return slices.ContainsFunc(r.Choices, func(c enumerate.Choice) bool { return c.Bits > 0 })
}

// learns reports whether a step is learnt, as it is once it could not be followed, and not because it remembers.
func (s *Step) learns(err error) bool {
	if s.learner != nil {
		return true
	}
	var none outside.NotTold
	refused := errors.As(err, &none) && none.Refused
	if !refused && !errors.Is(err, errNumbers) {
		return false
	}
	s.why = none.Why
	s.learner = learn.New[int](Eps, mostLearning, s.random.Uint64(), nil)
	return true
}

// learn returns the ends from the cells of a level.
func (s *Step) learn(ctx context.Context, l *level) (ends []enumerate.Ends[int], err error) {
	s.learner.Make = func(asked []enumerate.Run[int], how enumerate.Asking) ([]enumerate.Run[int], error) {
		if s.over() {
			return nil, ErrOver
		}
		return s.step.Runs(ctx, asked, how)
	}
	s.uneven = true // what decides is seen
	ends, err = s.learner.Learn(l.cells, chains.In(l.cells, chains.Normalized(l.logf)))
	s.account.learnt += s.learner.Runs
	s.account.fresh = s.learner.Fresh
	s.account.levels++
	none := outside.NotTold{}
	switch {
	case errors.As(err, &none) && s.why != "": // nor does it tell its numbers
		return nil, outside.NotTold{Why: s.why}
	case errors.Is(err, learn.ErrRestless):
		return nil, outside.NotTold{Unsure: true, Why: "your step remembers earlier calls, or draws random numbers that are " +
			"not seen: " + err.Error()}
	case errors.Is(err, learn.ErrMoving) || errors.Is(err, learn.ErrMany):
		return nil, outside.NotTold{Why: s.orElse(err)}
	}
	return ends, err
}

// orElse says why a step can be neither followed nor learnt.
func (s *Step) orElse(err error) string {
	if s.why == "" {
		return "your step cannot be learnt: " + err.Error()
	}
	return s.why + "; nor can it be learnt: " + err.Error()
}

// Learnt returns the probability that the rows of a level may leave out; 0 of a step that is followed.
func (s *Step) Learnt() float64 {
	if s.learner == nil {
		return 0
	}
	return Eps
}
