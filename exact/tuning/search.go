// Package tuning makes annealing schedules from exact numbers. A Length (length.go) gives schedules of constant speed
// along a bridge, in one of the metrics of metrics.go. BestB and BestJ (this file) find the schedule of least B or of
// least J at any T: they descend from named schedules (descent.go) along exact derivatives (gradients.go).
//
// # Near equilibrium
//
// If the steps are small, the deviation from p_t is linear in them, and a step of h in beta adds h² ζ(β) to B. ζ is the
// asymptotic variance of ∂ log f/∂β under the kernel at β: its variance and twice the sum of its autocovariances. So √ζ
// dβ is a length, and the action of a schedule, the sum of its squared steps of length, is its B near equilibrium. The
// action is least at constant speed: L²/(T-1) for the whole length L. With a perfect kernel ζ is the variance alone,
// the Fisher information.
//
// # Least B and least J
//
// The derivative of J or B by β_t is the derivative of one push, taken between the distribution that arrives at level t
// and the expectation of the rest of the run; a pass in each direction gives it for all betas at once. The steps of a
// schedule are squares of free variables over their sum, so that a schedule never falls and may stand still. A long
// schedule is grown from a short one.
package tuning

import (
	"cmp"
	"context"
	"slices"

	"breadboard/chains"
)

// MaxLevels is the largest T for which BestB and BestJ look for a schedule.
const MaxLevels = 20_000

// A goal returns B or J at some betas, and sets its gradient.
type goal func(g *gradients, betas, grad []float64) float64

// A start is a named schedule, for any T.
type start struct {
	name string
	of   func(T int) chains.Schedule
}

// starts returns the schedules to descend from, as far as they exist. One of them is held at 1, a good start for J,
// because the last kernels undo earlier errors. There may be fewer if ctx has ended.
func starts(ctx context.Context, a chains.Annealing) []start {
	all := []start{
		{"linear", chains.Linear},
		{"sigmoid:4", func(T int) chains.Schedule { return chains.Sigmoid(4, T) }},
		{"a half that is linear, and a half at 1", heldAtOne},
	}
	addConstantSpeed := func(name string, m metric) {
		if l, err := integrate(m, name, rough); err == nil {
			all = append(all, start{name, l.Schedule})
		}
	}
	addConstantSpeed("fisher", fisher(a))
	if m, err := friction(ctx, a); err == nil {
		addConstantSpeed("friction", m)
	}
	return all
}

// heldAtOne returns a schedule that is linear over half of the levels, and 1 from there on.
func heldAtOne(T int) chains.Schedule {
	betas := make([]float64, T)
	for t := range betas {
		betas[t] = min(2*float64(t)/float64(T-1), 1)
	}
	return schedule(betas)
}

// atOnce returns the schedule whose levels are all at 1, but for the first.
func atOnce(T int) chains.Schedule {
	betas := slices.Repeat([]float64{1}, T)
	betas[0] = 0
	return schedule(betas)
}

// schedule returns the schedule of betas that rise from 0 to 1.
func schedule(betas []float64) chains.Schedule {
	s, err := chains.NewSchedule(betas)
	if err != nil {
		panic("tuning: " + err.Error())
	}
	return s
}

const (
	// shortest is the largest number of levels at which a search begins, where a descent is cheap.
	shortest = 24
	// firstDescents is the number of starts, the best ones, that it descends from there.
	firstDescents = 3
)

// BestB returns the schedule of T levels with the least B that descent from several schedules finds: it is no worse
// than any of them. It ignores a.Schedule. If B is infinite, because some mass lies where the target has none, it is
// infinite on every schedule; the choice is then the first start, with an infinite Value and a Gradient of NaN. The
// error is ctx's. BestB panics unless T is in 2..MaxLevels. After every evaluation of the gradient it calls watch,
// unless that is nil, with the share of the work that is done: nobody knows how many evaluations a descent takes, and
// so the share rises ever more slowly once a descent has taken the usual number.
//
// The search descends from the starts at T, if that is short enough, and otherwise at the shortest length. Then it
// doubles the length up to half of T, and descends each time from the best schedule so far, stretched, or from the best
// start at that length if that is better. Only the descent at T itself goes to the end.
func BestB(ctx context.Context, a chains.Annealing, T int, watch func(share float64)) (chains.SearchResult, error) {
	return best(ctx, a, T, (*gradients).B, watch)
}

// BestJ returns the same for the least J.
func BestJ(ctx context.Context, a chains.Annealing, T int, watch func(share float64)) (chains.SearchResult, error) {
	return best(ctx, a, T, (*gradients).J, watch)
}

// best returns the same for the least value of a goal.
func best(ctx context.Context, a chains.Annealing, T int, f goal, watch func(share float64)) (grown chains.SearchResult,
	err error) {
	if T < 2 || T > MaxLevels {
		panic("tuning: a best schedule of too few or too many levels")
	}
	a, _ = a.WithoutConstants()
	starts := starts(ctx, a)
	evaluations := 0
	work, done := 0.0, 0.0 // in levels
	for _, length := range lengths(T) {
		work += float64(length)
	}
	for _, length := range lengths(T) {
		d := newDescent(ctx, a, length, f)
		if watch != nil {
			d.watch = func() {
				const usual = 50
				n := float64(d.evaluations)
				watch((done + float64(length)*n/(n+usual)) / work)
			}
		}
		d.coarse = length < T
		candidates := d.candidates(starts, grown)
		for k, c := range candidates {
			candidates[k] = d.descend(c)
		}
		grown = slices.MinFunc(candidates, byValue)
		if length == T {
			// On a steep bridge no descent finds a step to 1 at once, and then a chain at the target.
			plain := d.choice("a step to 1 at once", atOnce(T))
			if plain.Value < grown.Value {
				grown = d.descend(plain)
			}
			grown.Plain = plain.Value
		}
		evaluations += d.evaluations
		done += float64(length)
		if ctx.Err() != nil {
			return chains.SearchResult{}, context.Cause(ctx)
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

// candidates returns the choices that are worth a descent: the best of the starts; or, once there is a shorter
// schedule, that one stretched, and the best start if it is better.
func (d *descent) candidates(from []start, shorter chains.SearchResult) []chains.SearchResult {
	T := len(d.betas)
	var starts []chains.SearchResult
	for _, start := range from {
		starts = append(starts, d.choice(start.name, start.of(T)))
	}
	slices.SortStableFunc(starts, byValue)
	if shorter.Schedule.Len() == 0 {
		return starts[:min(len(starts), firstDescents)]
	}
	longer := d.choice(shorter.Start, shorter.Schedule.Resampled(T))
	if longer.Value <= starts[0].Value {
		return []chains.SearchResult{longer}
	}
	return []chains.SearchResult{longer, starts[0]}
}

// byValue compares two choices by their values.
func byValue(a, b chains.SearchResult) int { return cmp.Compare(a.Value, b.Value) }
