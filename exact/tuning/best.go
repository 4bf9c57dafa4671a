// Package tuning makes annealing schedules from exact quantities. Length (length.go)
// makes schedules of constant speed along a bridge, by the Fisher metric or by the kernel's
// friction. A Search (best.go, passes.go) finds the schedule of least B or
// of least J at any T.
//
// # Near equilibrium
//
// If the steps are small, the deviation from p_t is linear in them, and a step of h in beta
// adds h² ζ(β) to B. ζ is the asymptotic variance of ∂ log f/∂β under the kernel at β: its
// variance and twice the sum of its autocovariances. So √ζ dβ is a length. The action of a
// schedule, the sum of its squared steps of length, is its B near equilibrium. It is least at
// constant speed: L²/(T-1) for the whole length L. With a perfect kernel ζ is the variance
// alone, the Fisher information.
//
// # Least B and least J
//
// A Search descends along exact gradients. The derivative of J or B with respect to β_t
// is the derivative of one push, taken between the law that arrives at level t and the
// expectation of the rest of the run; a pass in each direction gives it for all betas at once.
// The steps of a schedule are squares of free variables over their sum, so a schedule never
// falls and may stand still. A long schedule is grown from a short one.
package tuning

import (
	"cmp"
	"context"
	"slices"

	"breadboard/chains"
)

// MaxLevels is the largest T for which a Search looks for a schedule.
const MaxLevels = 20_000

// A Search finds the schedules of an annealing with the least exact B or J, at any T. A long one is grown from coarse
// ones of 24, 48, 96 and so on levels, up to half as many. Safe for concurrent use.
type Search struct {
	a    chains.Annealing
	goal goal
}

// ByB returns the search for the least B. It ignores a.Schedule.
func ByB(a chains.Annealing) *Search { return newSearch(a, (*passes).B) }

// ByJ returns the search for the least J, which is of the target's cells.
func ByJ(a chains.Annealing) *Search { return newSearch(a, (*passes).J) }

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
	starts := s.starts(ctx)
	evaluations := 0
	for _, length := range lengths(T) {
		d := newDescent(ctx, s.a, length, s.goal)
		d.watch = watch
		d.coarse = length < T
		tries := d.tries(starts, grown)
		for k, c := range tries {
			tries[k] = d.descend(c)
		}
		grown = slices.MinFunc(tries, byValue)
		evaluations += d.evaluations
		if ctx.Err() != nil {
			return chains.Chosen{}, context.Cause(ctx)
		}
	}
	grown.Evaluations = evaluations
	return grown, nil
}

// lengths lists the lengths through which a schedule of T levels is grown: the shortest one, doubled as long as it is
// at most half of T, and T.
func lengths(T int) (all []int) {
	for length := shortest; length < T && (length == shortest || 2*length <= T); length *= 2 {
		all = append(all, length)
	}
	return append(all, T)
}

// tries returns the choices that are worth a descent: the best of the starts, or, beside a shorter schedule that was
// found, that one stretched, and the best start if it is better.
func (d *descent) tries(from []start, shorter chains.Chosen) []chains.Chosen {
	T := len(d.betas)
	var starts []chains.Chosen
	for _, start := range from {
		starts = append(starts, d.choice(start.name, start.of(T)))
	}
	slices.SortStableFunc(starts, byValue)
	if shorter.Schedule.Len() == 0 {
		return starts[:min(len(starts), descents)]
	}
	longer := d.choice(shorter.Start, shorter.Schedule.Resampled(T))
	if longer.Value <= starts[0].Value {
		return []chains.Chosen{longer}
	}
	return []chains.Chosen{longer, starts[0]}
}

func byValue(a, b chains.Chosen) int { return cmp.Compare(a.Value, b.Value) }
