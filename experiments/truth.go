package experiments

import (
	"context"
	"fmt"
	"math"
	"sync"

	"breadboard/chains"
	"breadboard/exact/tuning"
)

// A truth makes schedules from what is exact about an annealing: of constant
// speed by a length, or best at one T.
type truth struct {
	name   string
	length func(*lengths) (*tuning.Length, error)
	best   func(ctx context.Context, a chains.Annealing, T int) (tuning.Choice, error)
}

// truths is the catalogue of schedules that need the whole annealing.
var truths = []chains.Entry[truth]{
	{Name: "fisher", About: "constant speed by the variance of the slope of log f", Make: truth{name: "fisher", length: (*lengths).Fisher}},
	{Name: "friction", About: "constant speed by the kernel's friction: for large T", Make: truth{name: "friction", length: (*lengths).Friction}},
	{Name: "best-b", About: "the least exact B that descent finds at this T", Make: truth{name: "best-b", best: tuning.BestB}},
	{Name: "best-j", About: "the least J of the whole state that descent finds at T", Make: truth{name: "best-j", best: tuning.BestJ}},
}

// Truths lists the schedules made from truth, each with a line about it.
func Truths() []chains.Entry[string] {
	var all []chains.Entry[string]
	for _, e := range truths {
		all = append(all, chains.Entry[string]{Name: e.Name, About: e.About, Make: e.Name})
	}
	return all
}

func (t *truth) choose(ctx context.Context, a chains.Annealing, l *lengths, T int) (tuning.Choice, error) {
	var c tuning.Choice
	var err error
	if t.length != nil {
		var length *tuning.Length
		if length, err = t.length(l); err == nil {
			c = tuning.Choice{Schedule: length.Schedule(T), Value: length.Total(), Converged: true}
		}
	} else if err = t.levels(T); err == nil {
		c, err = t.best(ctx, a, T)
	}
	if err != nil && ctx.Err() == nil {
		err = Unfit{fmt.Errorf("--schedule %s: %w", t.name, err)}
	}
	return c, err
}

// levels returns an error where there are too many levels to choose for.
func (t *truth) levels(T int) error {
	if t.best != nil && T > tuning.MaxLevels {
		return fmt.Errorf("-T %d; a number of levels up to %d would do", T, tuning.MaxLevels)
	}
	return nil
}

// Unfit is the error that an annealing does not have a schedule of this kind;
// another schedule, kernel or T would do.
type Unfit struct{ error }

// Unwrap is the reason.
func (u Unfit) Unwrap() error { return u.error }

// lengths are what is known of a bridge and a kernel whatever the schedule and T
// are, each computed when it is first asked for. Safe for concurrent use.
type lengths struct {
	fisher, friction func() (*tuning.Length, error)
}

func newLengths(c Chain) *lengths {
	a := func() chains.Annealing { return c.on(chains.Linear(2)) }
	return &lengths{
		fisher:   sync.OnceValues(func() (*tuning.Length, error) { return tuning.FisherLength(a()) }),
		friction: sync.OnceValues(func() (*tuning.Length, error) { return tuning.FrictionLength(a()) }),
	}
}

func (l *lengths) Fisher() (*tuning.Length, error)   { return l.fisher() }
func (l *lengths) Friction() (*tuning.Length, error) { return l.friction() }

// Near is B near equilibrium: that of a schedule, and the least of any schedule with as
// many levels. B tends to it if every step is small to the kernel.
type Near struct{ B, Floor float64 }

// Near returns B near equilibrium of an annealing that At made with the friction
// schedule, and NaN with any other: on BREAD's own toys it is far above B and says
// nothing, and its friction takes minutes on large spaces.
func (c Chain) Near(a chains.Annealing) Near {
	if c.Schedule == "friction" {
		if l, err := c.Length(); err == nil { // without it At would have failed
			return Near{B: l.Action(a.Schedule), Floor: l.Total() * l.Total() / float64(a.T()-1)}
		}
	}
	return Near{math.NaN(), math.NaN()}
}
