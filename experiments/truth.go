package experiments

import (
	"context"
	"math"
	"sync"

	"breadboard/chains"
	"breadboard/exact/tuning"
)

// A truth makes schedules from exact numbers of an annealing: of constant speed by a
// length, or the best at one T. One of length and best is set.
type truth struct {
	name, about string
	length      func(chains.Annealing) (*tuning.Length, error)
	best        func(ctx context.Context, a chains.Annealing, T int, watch func(levels int)) (tuning.Choice, error)
	passes      int // the time of best, in runs through all levels, in the mean; measured on 7x7
	gradients   int // that best evaluates over all levels, in the mean; twice as many or half are not rare
}

// truths is the catalogue of schedules that need the whole annealing.
var truths = []truth{
	{name: "fisher", about: "constant speed by the variance of the slope of log f", length: tuning.FisherLength},
	{name: "friction", about: "constant speed by the kernel's friction: for large T", length: tuning.FrictionLength},
	{name: "best-b", about: "the least exact B that descent finds at this T", best: tuning.BestB, passes: 90,
		gradients: 150},
	{name: "best-j", about: "the least J of the whole state that descent finds at T", best: tuning.BestJ, passes: 130,
		gradients: 400},
}

// ChoosingPasses is the mean number of passes through all levels in which a schedule is
// chosen: 90 for best-b, and 0 for a formula.
func ChoosingPasses(schedule string) int {
	for _, t := range truths {
		if t.name == schedule {
			return t.passes
		}
	}
	return 0
}

// Unfit is the error that an annealing does not have a schedule of this kind;
// another schedule, kernel or T would do.
type Unfit struct{ Fault }

// lengths are the lengths of a bridge under a kernel by the names of truths. No schedule
// and no T changes them. Each is computed when it is first asked for. Safe for concurrent
// use.
type lengths map[string]func() (*tuning.Length, error)

func newLengths(c Chain) lengths {
	l := lengths{}
	for _, t := range truths {
		if t.length != nil {
			l[t.name] = sync.OnceValues(func() (*tuning.Length, error) {
				return t.length(c.annealing(chains.Linear(2)))
			})
		}
	}
	return l
}

// near returns B near equilibrium, to which B tends if every step is small for the kernel,
// of an annealing that At made with the friction schedule, and the least of any schedule
// with as many levels. With any other schedule both are NaN: on BREAD's own toys they are
// far above B and say nothing, and friction takes minutes on large spaces.
func (c Chain) near(a chains.Annealing) (b, floor float64) {
	if c.Schedule == "friction" {
		if l, err := c.lengths["friction"](); err == nil { // without it At would have failed
			return l.Action(a.Schedule), l.Total() * l.Total() / float64(a.T()-1)
		}
	}
	return math.NaN(), math.NaN()
}
