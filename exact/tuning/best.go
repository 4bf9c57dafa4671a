package tuning

import (
	"cmp"
	"context"
	"slices"

	"breadboard/chains"
)

// A Choice is a schedule chosen for its exact B or J, and how the search for it went.
type Choice struct {
	Schedule    chains.Schedule
	Value       float64 // B of BestB, J of BestJ
	Start       string  // the name of the schedule from which the descent started
	Converged   bool    // the gradient is small beside the value, and lengthening a step of length 0 gains nothing
	Gradient    float64 // the norm of the gradient in the roots of the steps; NaN if Value is infinite
	Evaluations int     // of the gradient, at this T and at the smaller ones on the way
}

// MaxLevels is the largest T for which BestB and BestJ look for a schedule.
const MaxLevels = 20_000

// BestB returns the schedule of T levels with the least exact B that descent from several
// schedules finds: it is no worse than any of them. It ignores a.Schedule. If B is infinite,
// because some mass lies where the target has none, it is infinite on every schedule; the
// choice is then the first start, with an infinite Value and a Gradient of NaN. The error is
// the context's, or says that the kernel does not know its derivative. BestB panics unless T
// is in 2..MaxLevels. After every evaluation of the gradient it calls watch, unless that is
// nil, with the number of levels.
func BestB(ctx context.Context, a chains.Annealing, T int, watch func(levels int)) (Choice, error) {
	return best(ctx, a, T, (*passes).B, watch)
}

// BestJ does for J, which is of the target's cells, what BestB does for B.
func BestJ(ctx context.Context, a chains.Annealing, T int, watch func(levels int)) (Choice, error) {
	return best(ctx, a, T, (*passes).J, watch)
}

// A goal returns B or J at some betas, and sets its gradient.
type goal func(p *passes, betas, grad []float64) float64

// A start is a named schedule, for any T.
type start struct {
	name string
	of   func(T int) chains.Schedule
}

// starts returns the schedules from which to descend, as far as they exist. One of them is
// held at 1, a good start for J, because the last kernels undo earlier errors.
func starts(a chains.Annealing) []start {
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
	along("fisher", fisher(a))
	if m, err := friction(a); err == nil {
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

// schedule returns the Schedule of valid betas.
func schedule(betas []float64) chains.Schedule {
	s, err := chains.NewSchedule(betas)
	if err != nil {
		panic("tuning: " + err.Error())
	}
	return s
}

// shortest is the largest number of levels at which a search begins, with descents from the
// three best starts.
const shortest = 24

// best descends from the starts at the first of T, T/2, T/4, ... that is short enough. Then
// it doubles the length again and again, and descends from the best schedule so far,
// stretched, or from the best start at that length if that is better.
func best(ctx context.Context, a chains.Annealing, T int, f goal, watch func(levels int)) (Choice, error) {
	if T < 2 || T > MaxLevels {
		panic("tuning: a best schedule of too few or too many levels")
	}
	a, _ = a.Lowered()
	lengths := []int{T}
	for lengths[0] > shortest {
		lengths = append([]int{(lengths[0] + 1) / 2}, lengths...)
	}
	all := starts(a)
	var grown Choice
	evaluations := 0
	for i, n := range lengths {
		d, err := newDescent(ctx, a, n, f)
		if err != nil {
			return Choice{}, err
		}
		d.watch = watch
		tries := d.ranked(all)
		if i == 0 {
			tries = tries[:min(len(tries), 3)]
		} else if longer := d.choice(grown.Start, stretch(grown.Schedule, n)); longer.Value <= tries[0].Value {
			tries = []Choice{longer}
		} else {
			tries = []Choice{longer, tries[0]}
		}
		for k, c := range tries {
			tries[k] = d.descend(c)
		}
		grown = slices.MinFunc(tries, byValue)
		if ctx.Err() != nil {
			return Choice{}, context.Cause(ctx)
		}
		evaluations += d.evaluations
	}
	grown.Evaluations = evaluations
	return grown, nil
}

func byValue(a, b Choice) int { return cmp.Compare(a.Value, b.Value) }

// stretch returns the schedule of T levels that runs along s, linear between its levels.
func stretch(s chains.Schedule, T int) chains.Schedule {
	betas := make([]float64, T)
	for t := range betas {
		at := float64(t) / float64(T-1) * float64(s.Len()-1)
		low := min(int(at), s.Len()-2)
		rest := at - float64(low)
		betas[t] = s.Beta(low+1) + rest*(s.Beta(low+2)-s.Beta(low+1))
		if t > 0 { // rounding might let it fall
			betas[t] = min(max(betas[t], betas[t-1]), 1)
		}
	}
	betas[T-1] = 1
	return schedule(betas)
}
