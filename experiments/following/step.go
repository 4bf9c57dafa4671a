// Package following knows a person's step, or a person's program, exactly: by its ways. Package enumerate finds these
// from runs; here they become the rows of a kernel, or the ways of a program. Both are compared with what the person's
// code does as it stands, with its own random numbers: it may remember what it did from other cells, look at the clock,
// or draw from a generator that nobody sees.
package following

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/chains/enumerate"
	"breadboard/chains/learn"
	"breadboard/chains/outside"
	"breadboard/grid"
	"breadboard/grid/text"
)

// A Step follows a person's step on one grid, at one density after the other.
type Step struct {
	Reach float64             // the difference that free moves are to show; 0 for what freeMoves show
	Watch func(share float64) // sees how far the rows of a level are; may be nil
	Over  func() bool         // says that there is no more time; may be nil

	step     outside.Step
	grid     grid.Grid
	follower enumerate.Follower[int]
	learner  *learn.Learner[int] // of a step that cannot be followed; nil of one that can
	refusal  error               // says why
	anew     bool                // says that all levels are learnt again
	random   *rand.Rand

	uneven              bool   // says that some choice had odds that are not all alike
	chose               bool   // says that some choice was told
	memory              error  // says that the step remembers, unless what it holds is put back after each run
	first, middle, last *level // that were followed
	levels              int
	free                agreement
	account
}

// An account says how much was run.
type account struct {
	ways, foretold int
	learnt, fresh  int     // runs by which ways were learnt, and runs with fresh numbers at the last level
	levels         int     // at which ways were learnt
	eps            float64 // what they may leave out; 0 of what was followed
	rest           float64 // what they leave out for certain
	putBack        bool    // what the step holds was, after each run
}

// A level is a density, with the rows of a step there.
type level struct {
	beta  float64
	logf  []float64
	cells []int
	p     []float64 // one row after the other
}

// NewStep returns what follows a step on a grid. The seed draws the cells of free moves.
func NewStep(step outside.Step, g grid.Grid, limits enumerate.Limits, seed uint64) *Step {
	return &Step{step: step, grid: g, random: rand.New(rand.NewPCG(seed, 1)),
		follower: enumerate.Follower[int]{Limits: limits, Stays: func(start int) int { return start }}}
}

// Rows returns the rows of the step from some cells, one after the other: in p the probability of each cell after a
// step, and in q that of proposing it, NaN where that is not known. The error is ctx's or the step's, or an
// outside.NotTold where the step cannot be followed: unsure, if the same outcomes led elsewhere when they were tried
// again.
func (s *Step) Rows(ctx context.Context, beta float64, logf []float64, cells []int) (p, q []float64, err error) {
	if err := s.step.Aim(ctx, beta, logf); err != nil {
		return nil, nil, err
	}
	l := &level{beta: beta, logf: logf, cells: cells}
	f := &s.follower
	f.Runs = 0
	f.Make = func(asked []enumerate.Run[int], how enumerate.Asking) ([]enumerate.Run[int], error) {
		if s.over() {
			return nil, ErrOver
		}
		made, err := onlyOdds(s.step.Runs(ctx, asked, how))
		for _, r := range made {
			s.uneven = s.uneven || slices.ContainsFunc(r.Choices, isUneven)
			s.chose = s.chose || len(r.Choices) > 0
		}
		return made, err
	}
	f.Elsewhere = func() error { return s.elsewhere(ctx, l) }
	f.Tell = nil
	if s.Watch != nil {
		f.Tell = func(done, all float64) { s.Watch(done / all) }
	}
	var ends []enumerate.Ends[int]
	if s.learner == nil {
		ends, err = s.follow(cells)
	}
	if learnsAfter(err) {
		s.learnInstead(err)
	}
	if s.learner != nil {
		ends, err = s.learn(ctx, l)
	}
	if err != nil {
		return nil, nil, s.inWords(l, err)
	}
	l.p, q = s.rowsOf(ends)
	s.keep(l)
	return l.p, q, nil
}

// follow returns the ends from some cells. Where the same outcomes lead elsewhere, the step may only hold what it
// changes in each run, as a list that it shuffles in its place.
func (s *Step) follow(cells []int) (ends []enumerate.Ends[int], err error) {
	if s.memory == nil {
		ends, err = s.follower.Follow(cells)
		if !errors.As(err, new(enumerate.MemoryError[int])) {
			return ends, err
		}
		s.memory = err
	}
	ends, same, err := s.followHeld(cells)
	if err != nil || !same {
		return nil, s.memory
	}
	s.putBack = true
	return ends, nil
}

// followHeld returns the ends from some cells by runs that begin with what the step holds now. It reports whether rows
// do not depend on what that is: ten of them are found again, each after some moves.
func (s *Step) followHeld(cells []int) (ends []enumerate.Ends[int], same bool, err error) {
	const (
		times    = 10
		moves    = 97 // a period of few calls is no divisor
		rounding = 1e-12
	)
	s.step.Hold(0)
	ends, err = s.follower.Follow(cells)
	if err != nil {
		return nil, false, err
	}
	for range times {
		i := s.random.IntN(len(cells))
		s.step.Hold(moves)
		after, err := s.follower.Follow(cells[i : i+1])
		if err != nil {
			return nil, false, err
		}
		for y := range s.grid.Size() {
			if math.Abs(after[0].P[y]-ends[i].P[y]) > rounding {
				return nil, false, nil
			}
		}
	}
	return ends, true, nil
}

// rowsOf returns the rows of some ends, and how often moves are proposed, one after the other.
func (s *Step) rowsOf(ends []enumerate.Ends[int]) (p, q []float64) {
	n := s.grid.Size()
	p = make([]float64, len(ends)*n)
	q = make([]float64, len(ends)*n)
	for i, e := range ends {
		s.account.add(e.Ways, e.Foretold)
		for y := range n {
			q[i*n+y] = math.NaN()
			if e.P[y] == 0 && e.Proposed != nil {
				q[i*n+y] = 0
			}
		}
		for y, v := range e.P {
			p[i*n+y] = v
		}
		for y, v := range e.Proposed {
			q[i*n+y] = v
		}
	}
	return p, q
}

// ErrOver says that the time was over before all ways were known.
var ErrOver = errors.New("the time is over before all ways are known")

// over reports whether there is no more time.
func (s *Step) over() bool { return s.Over != nil && s.Over() }

// add adds what is known of the ends from a start.
func (a *account) add(ways, foretold int) {
	a.ways += ways
	a.foretold += foretold
}

// Take takes rows that the step's author tells, one after the other, for a comparison with moves.
func (s *Step) Take(beta float64, logf []float64, cells []int, p []float64) {
	s.keep(&level{beta: beta, logf: logf, cells: cells, p: p})
}

// keep keeps three levels, for free moves: the first, one in the middle, and the last.
func (s *Step) keep(l *level) {
	if s.first == nil {
		s.first = l
		s.last = l
	}
	if s.levels&(s.levels-1) == 0 {
		s.middle = s.last
	}
	s.levels++
	s.last = l
}

// elsewhere has the step run at the first level and from other cells, and aims it again: after a level it came from the
// one before.
func (s *Step) elsewhere(ctx context.Context, l *level) error {
	if s.first == nil {
		return nil
	}
	const runs = 5
	if err := s.step.Aim(ctx, s.first.beta, s.first.logf); err != nil {
		return err
	}
	var asked []enumerate.Run[int]
	for range runs {
		asked = append(asked, enumerate.Run[int]{Start: s.first.cells[s.random.IntN(len(s.first.cells))]})
	}
	if _, err := s.step.Runs(ctx, asked, enumerate.Once); err != nil {
		return err
	}
	return s.step.Aim(ctx, l.beta, l.logf)
}

// inWords returns an error of following with the cell and the level where it was.
func (s *Step) inWords(l *level, err error) error {
	var memory enumerate.MemoryError[int]
	var many enumerate.ManyError
	var failed enumerate.FailedError
	at := func(start int) string { return fmt.Sprintf("from %s, beta = %.4g", s.grid.Name(start), l.beta) }
	switch {
	case errors.As(err, &memory):
		return outside.NotTold{Unsure: true, Why: fmt.Sprintf("your step remembers earlier calls, or draws random "+
			"numbers that are not followed: %s, %s", at(memory.First.Start), memory.InWords(s.name))}
	case errors.As(err, &many):
		return notFollowed("%s %v", at(many.Start), many)
	case errors.As(err, &failed):
		return notFollowed("%s a run ends in %s", at(failed.Start), failed.Why)
	case errors.Is(err, enumerate.ErrWork):
		most := cmp.Or(s.follower.Limits.Runs, enumerate.MostRuns)
		return notFollowed("it takes more than %s runs", text.Thousands(most))
	case errors.Is(err, enumerate.ErrEndless):
		return notFollowed("%v", enumerate.ErrEndless)
	}
	return err
}

// name names a cell.
func (s *Step) name(x int) string { return "cell " + s.grid.Name(x) }

// notFollowed returns an outside.NotTold.
func notFollowed(format string, args ...any) error {
	return outside.NotTold{Why: "your step cannot be followed: " + fmt.Sprintf(format, args...)}
}

// isUneven reports whether the odds of a choice are not all alike.
func isUneven(c enumerate.Choice) bool {
	return c.Compared || slices.ContainsFunc(c.Odds, func(p float64) bool { return p != c.Odds[0] })
}

// Unseen says why rows that miss p may not be the step's own: no choice that it tells has other odds than chance,
// though f is not flat at the last level. Then it accepts for certain, or by numbers that nobody sees, which may well
// fall alike twice where f is steep. The error is nil if some choice has, or if f is flat.
func (s *Step) Unseen() error {
	if s.uneven || s.last == nil || s.ways == 0 {
		return nil
	}
	var heights []float64
	for _, x := range s.last.cells {
		if v := s.last.logf[x]; !math.IsInf(v, -1) {
			heights = append(heights, v)
		}
	}
	if len(heights) == 0 || slices.Min(heights) == slices.Max(heights) {
		return nil
	}
	return outside.NotTold{Unsure: true, Why: "by its ways your step does not keep p, and no random number that is " +
		"followed decides by f: it never looks at f, or draws from a generator that is not seen"}
}

// Doubtful reports whether rows that miss p may not be the step's own though the same outcomes led to the same ends: it
// told no choice at all, or what it holds was put back after each run.
func (s *Step) Doubtful() bool { return s.putBack || s.ways > 0 && !s.chose }

// Said says what was followed; "" of rows that were told.
func (s *Step) Said() string { return s.account.inWords(s.free) }

// Agree compares the rows with moves of the step as it stands, from all cells of the first level, of one in the middle
// and of the last, and says what was followed. The error is ctx's or the step's, or a Disagreement.
func (s *Step) Agree(ctx context.Context) (said string, err error) {
	if s.last == nil {
		return "", nil
	}
	const again = 100 // moves, where there have been enough of other levels
	due := max(again, freeMoves-s.free.n)
	levels := []*level{s.first, s.middle, s.last}
	for i, l := range levels {
		if err := s.move(ctx, l, (i+1)*due/len(levels)-i*due/len(levels)); err != nil {
			return "", err
		}
	}
	for more := s.free.missing(s.Reach); more > 0 && !s.over(); more = s.free.missing(s.Reach) {
		if err := s.move(ctx, s.last, more); err != nil {
			return "", err
		}
	}
	return s.account.inWords(s.free), nil
}

// Compared returns how many moves were compared with the rows.
func (s *Step) Compared() int { return s.free.n }

// move compares moves at a level with its rows. If they disagree, as many are asked for one by one: a step of many
// states at a time may move otherwise than it does from each.
func (s *Step) move(ctx context.Context, l *level, moves int) error {
	if err := s.step.Aim(ctx, l.beta, l.logf); err != nil {
		return err
	}
	witness, err := s.compare(ctx, l, moves, moves, &s.free)
	if err != nil || witness == "" {
		return err
	}
	var alone agreement
	other, err := s.compare(ctx, l, freeMoves, 1, &alone)
	if err != nil {
		return err
	}
	return Disagreement{Witness: witness, Together: other == ""}
}

// compare asks for moves from random cells, some together, and adds them to those that are compared. It returns what is
// not as the rows say; "" if nothing is.
func (s *Step) compare(ctx context.Context, l *level, moves, together int, a *agreement) (witness string, err error) {
	n := s.grid.Size()
	var withMass []int // places in cells
	for i, x := range l.cells {
		if !math.IsInf(l.logf[x], -1) {
			withMass = append(withMass, i)
		}
	}
	if len(withMass) == 0 {
		return "", nil
	}
	order := s.random.Perm(moves)
	from := make([]int, moves)
	states := make([]int, moves)
	next := make([]int, moves)
	for i, k := range order {
		from[i] = withMass[k%len(withMass)]
		states[i] = l.cells[from[i]]
	}
	done := 0
	for done < moves && !s.over() {
		end := min(done+max(1, min(done/8, together)), moves) // little beyond the time
		if err := s.step.Move(ctx, next[done:end], states[done:end]); err != nil {
			return "", err
		}
		done = end
	}
	if done == 0 {
		return "", nil
	}
	for i, y := range next[:done] {
		row := l.p[from[i]*n:][:n]
		a.expect(row, states[i], 1)
		if !a.see(row[y], y == states[i]) {
			return fmt.Sprintf("went from %s to %s, to which no way leads, at beta = %.4g", s.grid.Name(states[i]),
				s.grid.Name(y), l.beta), nil
		}
	}
	if p := a.p(); p <= disagreeing {
		return fmt.Sprintf("does not move with the probabilities of its ways (p = %.2g, up to beta = %.4g)",
			p, l.beta), nil
	}
	return "", nil
}

// A Disagreement says that a person's code does what none of its ways does, or does it with another probability.
type Disagreement struct {
	Witness  string
	Together bool // only what is asked for together does
}

// Error returns what it does, and why that may be.
func (d Disagreement) Error() string {
	if d.Together {
		return "your step " + d.Witness + ", when it is asked for many states at once; " +
			"one by one it moves as its ways say"
	}
	return "your step " + d.Witness + ": it remembers earlier calls, looks at the time, or draws from a generator " +
		"that is not seen"
}
