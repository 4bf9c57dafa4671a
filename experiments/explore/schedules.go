package explore

import (
	"context"
	"errors"
	"math"
	"strings"

	"breadboard/experiments"
)

// Schedules tells each of the schedules at the question's T, in their order, as soon as it is known. One that the
// annealing does not have, as the friction schedule of a kernel that never moves, has a note that says why.
func Schedules(ctx context.Context, q Question, specs []string, tell func(Scheduled) error) error {
	if len(specs) > mostSchedules {
		return experiments.Faultf("%d schedules; at most %d would do", len(specs), mostSchedules)
	}
	var faults []error
	for _, spec := range specs {
		faults = append(faults, inCatalogue(experiments.FieldSchedule, spec))
	}
	q.Schedule = "" // which is none of those
	c, err := q.Chain()
	if err := errors.Join(append(faults, err)...); err != nil {
		return err
	}
	for _, spec := range specs {
		s, err := scheduled(ctx, c, spec)
		if err == nil {
			err = tell(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scheduled measures a chain on another schedule. The error is the context's.
func scheduled(ctx context.Context, c experiments.Chain, spec string) (Scheduled, error) {
	s := Scheduled{Name: spec, Betas: []Number{}, J: Number(math.NaN()), B: Number(math.NaN())}
	r := run{}
	m := Measured{}
	var err error
	if r.chain, err = c.WithSchedule(spec); err == nil {
		r.annealing, r.choice, err = r.chain.At(ctx, c.T)
	}
	if err == nil {
		s.Betas = numbers(r.annealing.Schedule.Betas())
		m, err = r.measure(ctx)
	}
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	if err != nil {
		s.Note = experiments.Say(err, func(f experiments.Field) string { return string(f) })
		return s, nil
	}
	s.J = m.J.Sum
	s.B = m.B.Sum
	if math.IsNaN(float64(s.J)) || math.IsNaN(float64(s.B)) {
		s.Note = strings.Join(m.Notes, "; ")
	}
	return s, nil
}
