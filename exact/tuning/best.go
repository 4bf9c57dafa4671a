package tuning

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"breadboard/chains"
)

// MaxLevels is the largest T for which a Search looks for a schedule.
const MaxLevels = 20_000

// A Search finds the schedules of an annealing with the least exact B or J, at any T. A long one is grown from coarse
// ones of 24, 48, 96 and so on levels, up to half as many. A Search remembers these: those on the way to 300 levels
// are on the way to 1000 too. What it finds does not depend on what it was asked before. Safe for concurrent use.
type Search struct {
	a     chains.Annealing
	goal  goal
	from  atomic.Pointer[[]start]
	grown sync.Map // a choice by what was looked for
}

// ByB returns the search for the least B. It ignores a.Schedule.
func ByB(a chains.Annealing) *Search { return newSearch(a, (*passes).B) }

// ByJ returns the search for the least J, which is of the target's cells.
func ByJ(a chains.Annealing) *Search { return newSearch(a, (*passes).J) }

// A sought schedule has so many levels, and is coarse if others are to grow from it.
type sought struct {
	T      int
	coarse bool
}

func newSearch(a chains.Annealing, f goal) *Search {
	a, _ = a.Lowered()
	return &Search{a: a, goal: f}
}

// A goal returns B or J at some betas, and sets its gradient.
type goal func(p *passes, betas, grad []float64) float64

// A start is a named schedule, for any T.
type start struct {
	name string
	of   func(T int) chains.Schedule
}

// starts returns the schedules from which to descend, as far as they exist. One of them is
// held at 1, a good start for J, because the last kernels undo earlier errors. There may be fewer if ctx has ended.
func (s *Search) starts(ctx context.Context) []start {
	if known := s.from.Load(); known != nil {
		return *known
	}
	all := []start{
		{"linear", chains.Linear},
		{"sigmoid:4", func(T int) chains.Schedule { return chains.Sigmoid(4, T) }},
		{"a run to 1 that is held there", held},
	}
	along := func(name string, m metric) {
		if l, err := integrate(m, name, rough); err == nil {
			all = append(all, start{name, l.Schedule})
		}
	}
	along("fisher", fisher(s.a))
	if m, err := friction(ctx, s.a); err == nil {
		along("friction", m)
	}
	if ctx.Err() == nil {
		s.from.Store(&all)
	}
	return all
}

// held returns a schedule that is linear over half of the levels, and 1 from there on.
func held(T int) chains.Schedule {
	betas := make([]float64, T)
	for t := range betas {
		betas[t] = min(2*float64(t)/float64(T-1), 1)
	}
	betas[T-1] = 1
	return schedule(betas)
}

func schedule(betas []float64) chains.Schedule {
	s, err := chains.NewSchedule(betas)
	if err != nil {
		panic("tuning: " + err.Error())
	}
	return s
}

const (
	// shortest is the largest number of levels at which a search begins: descents of so few levels are cheap.
	shortest = 24
	// descents is from how many of the best starts it begins.
	descents = 3
)

// Best returns the schedule of T levels with the least value that descent from several schedules finds: it is no worse
// than any of them. If B is infinite, because some mass lies where the target has none, it is infinite on every
// schedule; the choice is then the first start, with an infinite Value and a Gradient of NaN. The error is the
// context's, or says that the kernel does not know its derivative. Best panics unless T is in 2..MaxLevels. After
// every evaluation of the gradient it calls watch, unless that is nil, with the number of levels.
//
// It descends from the starts at T, if that is short enough, and otherwise at the shortest length. Then it doubles the
// length up to half of T, and descends each time from the best schedule so far, stretched, or from the best start at
// that length if that is better. Only the descent at T itself goes to the end.
func (s *Search) Best(ctx context.Context, T int, watch func(levels int)) (grown chains.Chosen, err error) {
	if T < 2 || T > MaxLevels {
		panic("tuning: a best schedule of too few or too many levels")
	}
	return s.find(ctx, sought{T: T}, watch)
}

// find is Best, for a coarse schedule too.
func (s *Search) find(ctx context.Context, want sought, watch func(levels int)) (grown chains.Chosen, err error) {
	if known, ok := s.grown.Load(want); ok {
		return known.(chains.Chosen), nil
	}
	T := want.T
	var shorter chains.Chosen
	if T > shortest {
		shorter, err = s.find(ctx, sought{below(T), true}, watch)
		if err != nil {
			return chains.Chosen{}, err
		}
	}
	d := newDescent(ctx, s.a, T, s.goal)
	d.watch = watch
	d.coarse = want.coarse
	tries := s.tries(d, shorter)
	for k, c := range tries {
		tries[k] = d.descend(c)
	}
	grown = slices.MinFunc(tries, byValue)
	grown.Evaluations = shorter.Evaluations + d.evaluations
	if ctx.Err() != nil {
		return chains.Chosen{}, context.Cause(ctx)
	}
	s.grown.Store(want, grown)
	return grown, nil
}

// below is the length from which a schedule of T levels is grown: the shortest one, doubled as long as it is at most
// half of T.
func below(T int) int {
	length := shortest
	for 4*length <= T {
		length *= 2
	}
	return length
}

// tries returns the choices that are worth a descent: the best of the starts, or, beside a shorter schedule that was
// found, that one stretched, and the best start if it is better.
func (s *Search) tries(d *descent, shorter chains.Chosen) []chains.Chosen {
	T := len(d.betas)
	var starts []chains.Chosen
	for _, start := range s.starts(d.ctx) {
		starts = append(starts, d.choice(start.name, start.of(T)))
	}
	slices.SortStableFunc(starts, byValue)
	if T <= shortest {
		return starts[:min(len(starts), descents)]
	}
	longer := d.choice(shorter.Start, shorter.Schedule.Resampled(T))
	if longer.Value <= starts[0].Value {
		return []chains.Chosen{longer}
	}
	return []chains.Chosen{longer, starts[0]}
}

func byValue(a, b chains.Chosen) int { return cmp.Compare(a.Value, b.Value) }
