package tuning

import (
	"context"

	"breadboard/chains"
)

// A Choice is a schedule chosen by truth, and how the choosing went.
type Choice struct {
	Schedule    chains.Schedule
	Value       float64 // B of BestB, J of BestJ
	Start       string  // the schedule it was improved from
	Converged   bool
	Gradient    float64 // norm of the gradient on schedules: see norm
	Evaluations int     // of the gradient, at this T and at the smaller ones on the way
}

// MaxLevels is the largest T that a best schedule is looked for at.
const MaxLevels = 20_000

// BestB returns the schedule of T levels that minimises exact B, as far as descent
// from several schedules finds it: one that is no worse than any of those.
// a.Schedule is not looked at. Where B is infinite, as with mass that the target
// has not, it is so on every schedule: the choice is then the first start, with
// its Value infinite and its Gradient NaN. The error is the context's, or that the
// kernel does not know its derivative. It panics where T is not in 2..MaxLevels.
func BestB(ctx context.Context, a chains.Annealing, T int) (Choice, error) {
	return best(ctx, a, T, (*passes).B)
}

// BestJ is BestB for J.
func BestJ(ctx context.Context, a chains.Annealing, T int) (Choice, error) {
	return best(ctx, a, T, (*passes).J)
}

// A goal is B or J, with its gradient.
type goal func(p *passes, betas, grad []float64) float64

// A start is a schedule by name, of any T.
type start struct {
	name string
	of   func(T int) chains.Schedule
}

// starts are those that exist for the annealing. Steep and late ones are there
// for J, which forgives all that the last kernels can mend.
func starts(a chains.Annealing) []start {
	all := []start{
		{"linear", chains.Linear},
		{"sigmoid:4", func(T int) chains.Schedule { return chains.Sigmoid(4, T) }},
		{"a run to 1 that is held there", func(T int) chains.Schedule { return held(T, 0.5) }},
	}
	along := func(name string, m metric) {
		if l, err := measure(m, name, rough); err == nil {
			all = append(all, start{name, l.Schedule})
		}
	}
	along("fisher", fisher(a))
	if m, err := friction(a); err == nil {
		along("friction", m)
	}
	return all
}

// held is linear over a share of the levels, and 1 from there on.
func held(T int, share float64) chains.Schedule {
	betas := make([]float64, T)
	for t := range betas {
		betas[t] = min(float64(t)/(share*float64(T-1)), 1)
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

// shortest is how few levels the shortest schedule has that a long one is grown
// from; there the best three starts are tried.
const shortest = 24

// best descends from the starts at the shortest of T, T/2, T/4 .. and from there
// from the best found, twice as long each time; and at T also from the best start
// there, where that is better than what has grown.
func best(ctx context.Context, a chains.Annealing, T int, f goal) (Choice, error) {
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
		tries := d.rank(all)
		if i == 0 {
			tries = tries[:min(len(tries), 3)]
		} else {
			tries = append([]Choice{d.value("", stretch(grown.Schedule, n))}, tries[0])
			if tries[1].Value >= tries[0].Value { // nothing to gain from starting anew
				tries[0].Start, tries = grown.Start, tries[:1]
			}
		}
		grown = d.from(tries)
		if ctx.Err() != nil {
			return Choice{}, context.Cause(ctx)
		}
		evaluations += d.evaluations
	}
	grown.Evaluations = evaluations
	return grown, nil
}

// stretch is the schedule of T levels that runs along s.
func stretch(s chains.Schedule, T int) chains.Schedule {
	betas := make([]float64, T)
	for t := range betas {
		at := float64(t) / float64(T-1) * float64(s.Len()-1)
		low := min(int(at), s.Len()-2)
		rest := at - float64(low)
		betas[t] = s.Beta(low+1) + rest*(s.Beta(low+2)-s.Beta(low+1))
		if t > 0 { // but for rounding it never falls
			betas[t] = min(max(betas[t], betas[t-1]), 1)
		}
	}
	betas[T-1] = 1
	return schedule(betas)
}
