package explore

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
)

// Schedules tells each of the schedules at the question's T, in their order, as soon as it is known. One that the
// annealing does not have, as the friction schedule of a kernel that never moves, has a note that says why.
func Schedules(ctx context.Context, q Question, specs []string, tell func(Scheduled) error) error {
	if len(specs) > MostSchedules {
		return experiments.Faultf("%d schedules; at most %d would do", len(specs), MostSchedules)
	}
	ctx, stop := inTime(ctx)
	defer stop()
	c, err := q.onAny(specs)
	if err != nil {
		return err
	}
	for _, spec := range specs {
		s, err := run{chain: c}.scheduled(ctx, spec, c.T)
		if err == nil {
			err = tell(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// onAny makes the chain of the question, whose own schedule is not looked at, if all these schedules may be asked for.
func (q Question) onAny(specs []string) (experiments.Chain, error) {
	var faults []error
	for _, spec := range specs {
		faults = append(faults, inCatalogue(experiments.FieldSchedule, spec))
	}
	q.Schedule = ""
	c, err := q.Chain()
	return c, errors.Join(append(faults, err)...)
}

// scheduled measures the chain on a schedule of T levels. The error is the context's.
func (r run) scheduled(ctx context.Context, spec string, T int) (Scheduled, error) {
	s := Scheduled{Name: spec, Betas: []Number{}, J: Number(math.NaN()), B: Number(math.NaN())}
	of, err := r.on(ctx, spec, T)
	var m Measured
	if err == nil {
		s.Betas = Numbers(of.annealing.Schedule.Betas())
		m, err = of.measure(ctx)
	}
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	if err != nil {
		s.Note = experiments.Say(err, func(f experiments.Field) string { return string(f) })
		return s, nil
	}
	if s.J, s.B, s.Off = m.J.Sum, m.B.Sum, m.J.Off; slices.ContainsFunc([]Number{s.J, s.B}, unknown) {
		s.Note = strings.Join(m.Notes, "; ")
	}
	return s, nil
}

func unknown(n Number) bool { return math.IsNaN(float64(n)) }
