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
	name   string
	length func(*lengths) (*tuning.Length, error)
	best   func(ctx context.Context, a chains.Annealing, T int) (tuning.Choice, error)
	passes int // of best through all levels, in the mean; measured on 7x7
}

// truths is the catalogue of schedules that need the whole annealing.
var truths = []chains.Entry[truth]{
	{Name: "fisher", About: "constant speed by the variance of the slope of log f",
		Make: truth{name: "fisher", length: func(l *lengths) (*tuning.Length, error) { return l.fisher() }}},
	{Name: "friction", About: "constant speed by the kernel's friction: for large T",
		Make: truth{name: "friction", length: func(l *lengths) (*tuning.Length, error) { return l.friction() }}},
	{Name: "best-b", About: "the least exact B that descent finds at this T",
		Make: truth{name: "best-b", best: tuning.BestB, passes: 90}},
	{Name: "best-j", About: "the least J of the whole state that descent finds at T",
		Make: truth{name: "best-j", best: tuning.BestJ, passes: 130}},
}

// Truths lists the schedules made from truth, each with a line about it.
func Truths() []chains.Entry[string] {
	var all []chains.Entry[string]
	for _, e := range truths {
		all = append(all, chains.Entry[string]{Name: e.Name, About: e.About, Make: e.Name})
	}
	return all
}

// ChoosingPasses is the mean number of passes through all levels in which a schedule is
// chosen: 90 for best-b, and 0 for a formula.
func ChoosingPasses(schedule string) int {
	for _, e := range truths {
		if e.Name == schedule {
			return e.Make.passes
		}
	}
	return 0
}

// choose makes the schedule of T levels. The error is ctx's or Unfit.
func (t *truth) choose(ctx context.Context, a chains.Annealing, l *lengths, T int) (c tuning.Choice, err error) {
	if t.length != nil {
		var length *tuning.Length
		if length, err = t.length(l); err == nil {
			c = tuning.Choice{Schedule: length.Schedule(T), Value: length.Total(), Converged: true}
		}
	} else if err = t.affords(T); err == nil {
		c, err = t.best(ctx, a, T)
	}
	if err != nil && ctx.Err() == nil {
		err = Unfit{Faultf("%v %s: %v", FieldSchedule, t.name, err)}
	}
	return c, err
}

// affords returns an error if there are too many levels to choose.
func (t *truth) affords(T int) error {
	if t.best != nil && T > tuning.MaxLevels {
		return Faultf("%v %d; a number of levels up to %d would do", FieldT, T, tuning.MaxLevels)
	}
	return nil
}

// Unfit is the error that an annealing does not have a schedule of this kind;
// another schedule, kernel or T would do.
type Unfit struct{ error }

// Unwrap is the reason.
func (u Unfit) Unwrap() error { return u.error }

// Say is the reason with its fields spelled by name.
func (u Unfit) Say(name func(Field) string) string { return Say(u.error, name) }

// lengths are the lengths of a bridge under a kernel, which no schedule and no T
// changes. Each is computed when it is first asked for. Safe for concurrent use.
type lengths struct {
	fisher, friction func() (*tuning.Length, error)
}

func newLengths(c Chain) *lengths {
	a := func() chains.Annealing { return c.annealing(chains.Linear(2)) }
	return &lengths{
		fisher:   sync.OnceValues(func() (*tuning.Length, error) { return tuning.FisherLength(a()) }),
		friction: sync.OnceValues(func() (*tuning.Length, error) { return tuning.FrictionLength(a()) }),
	}
}

// Near holds B near equilibrium: of a schedule, and the least of any schedule with as
// many levels (Floor). B tends to it if every step is small for the kernel.
type Near struct{ B, Floor float64 }

// Near returns B near equilibrium of an annealing that At made with the friction
// schedule, and NaN with any other: on BREAD's own toys it is far above B and says
// nothing, and its friction takes minutes on large spaces.
func (c Chain) Near(a chains.Annealing) Near {
	if c.Schedule == "friction" {
		if l, err := c.length(); err == nil { // without it At would have failed
			return Near{B: l.Action(a.Schedule), Floor: l.Total() * l.Total() / float64(a.T()-1)}
		}
	}
	return Near{math.NaN(), math.NaN()}
}
