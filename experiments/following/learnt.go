package following

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/learn"
	"breadboard/chains/outside"
)

// A step or a program that cannot be followed draws numbers whose odds nobody tells, or its client has no others. It is
// learnt then (package learn), and known but for a small probability.

// mostLearning is the number of runs at a level by which code is learnt, unless more ways are allowed.
const mostLearning = 100_000

// newLearner returns a learner within limits.
func newLearner[E comparable](limits enumerate.Limits, seed uint64) *learn.Learner[E] {
	limits = limits.OrUsual()
	return learn.New[E](limits.Eps, max(mostLearning, limits.Ways), seed)
}

// errNumbers says that a client draws numbers whose odds it does not tell.
var errNumbers = errors.New("its random numbers have no odds")

// onlyOdds returns runs, or errNumbers if one of them draws a number whose odds are not told.
func onlyOdds[E comparable](made []enumerate.Run[E], err error) ([]enumerate.Run[E], error) {
	for _, r := range made {
		if slices.ContainsFunc(r.Choices, func(c enumerate.Choice) bool { return c.Bits > 0 }) {
			return nil, errNumbers
		}
	}
	return made, err
}

// learnsAfter reports whether code is learnt after it could not be followed, as it told why, drew numbers, or failed: a
// number of which only comparisons are known is no float.
func learnsAfter(err error) bool {
	var none outside.NotTold
	failed := errors.As(err, new(enumerate.FailedError))
	return errors.As(err, &none) && none.Refused || errors.Is(err, errNumbers) || failed
}

// notLearnt returns an outside.NotTold of code that could be neither followed, which err says, nor learnt.
func notLearnt(code string, followed, learnt error) error {
	why := ""
	if none := (outside.NotTold{}); errors.As(followed, &none) {
		why = none.Why + "; nor can it be learnt: "
	}
	switch {
	case errors.As(learnt, new(outside.NotTold)) && why != "": // nor does it tell its numbers
		return followed
	case errors.Is(learnt, learn.ErrRestless):
		return outside.NotTold{Unsure: true, Why: "your " + code + " remembers earlier calls, or draws random " +
			"numbers that are not seen: " + learnt.Error()}
	case errors.Is(learnt, learn.ErrMany):
		return outside.NotTold{Why: cmp.Or(why, "your "+code+" cannot be learnt: ") + learnt.Error() + " by so many " +
			"runs: draw what is even by a call that tells its odds, as arc4random_uniform(n) in C and sample(n, 1) " +
			"in R, or use more for the option ways"}
	case errors.Is(learnt, learn.ErrMoving), errors.Is(learnt, learn.ErrDigits):
		return outside.NotTold{Why: cmp.Or(why, "your "+code+" cannot be learnt: ") + learnt.Error()}
	}
	return learnt
}

// learn returns the ends from the cells of a level, of a step that could not be followed.
func (s *Step) learn(ctx context.Context, l *level) (ends []enumerate.Ends[int], err error) {
	s.learner.Make = func(asked []enumerate.Run[int], how enumerate.Asking) ([]enumerate.Run[int], error) {
		if s.over() {
			return nil, ErrOver
		}
		return s.step.Runs(ctx, asked, how)
	}
	s.uneven = true // what decides is seen
	ends, err = s.learner.Learn(l.cells, chains.In(l.cells, chains.Normalized(l.logf)))
	if err != nil {
		return nil, notLearnt("step", s.refusal, err)
	}
	if s.anew || s.foretold > 0 { // of what was learnt before, and of loops, nothing more is said
		s.account = account{}
		s.anew = false
	}
	for _, e := range ends {
		s.rest = max(s.rest, e.Left)
	}
	s.account.learn(s.learner.Runs, s.learner.Fresh, s.learner.Eps)
	return ends, nil
}

// learn adds what was learnt at a level.
func (a *account) learn(runs, fresh int, eps float64) {
	a.learnt += runs
	a.fresh = fresh
	a.eps = eps
	a.levels++
}

// LeftOut returns the probability that a row may leave out, with confidence: of what was learnt from a draw of the
// density of a level, and of loops by the runs that were foretold. It is 0 of a step whose ways are all known.
func (s *Step) LeftOut() float64 {
	switch {
	case s.eps > 0:
		return 2 * s.eps // half of the fresh runs are from draws
	case s.foretold > 0:
		return s.account.ofLoops()
	}
	return 0
}

// Rest returns the largest probability that a row which was learnt is known to leave out: that of ways which are too
// unlikely to be looked for.
func (s *Step) Rest() float64 { return s.rest }

// LearnLoops has a step with loops learnt, where what these may leave out is too much. It reports whether it has any.
func (s *Step) LearnLoops() bool {
	if s.foretold == 0 || s.learner != nil {
		return false
	}
	s.learnInstead(outside.NotTold{Why: "what its loops may leave out is as much as it misses p by"})
	return true
}

// LearnOn has a step that is learnt be learnt better than its bound asks for, as far as some more runs do. It reports
// whether it was not before.
func (s *Step) LearnOn() bool {
	s.anew = s.learner != nil && s.learner.Deeper(5*mostLearning)
	return s.anew
}

// learnInstead has a step learnt from now on, as it is not followed for this reason.
func (s *Step) learnInstead(refusal error) {
	s.refusal = refusal
	s.learner = newLearner[int](s.follower.Limits, s.random.Uint64())
}
