package explore

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/grid/text"
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

// usualTs are the Ts of a curve if none are asked for.
var usualTs = []int{10, 30, 100, 300, 1000}

// Curve tells J and B of each schedule at each T, as soon as they are known: of all schedules at the smallest T first.
// Without schedules it is the curve of the question's own.
func Curve(ctx context.Context, q Question, specs []string, ts []int, tell func(Point) error) error {
	if len(specs) == 0 {
		specs = []string{q.Setting().WithDefaults().Schedule}
	}
	if len(ts) == 0 {
		ts = usualTs
	}
	if len(specs) > MostCurves || len(ts) > MostTs {
		return experiments.Faultf("%s at %d %v; at most %d at %d would do", text.Count(len(specs), "schedule"), len(ts),
			experiments.FieldT, MostCurves, MostTs)
	}
	ts = slices.Compact(slices.Sorted(slices.Values(ts)))
	for _, T := range ts {
		if err := inLevels(T); err != nil {
			return err
		}
	}
	ctx, stop := inTime(ctx)
	defer stop()
	q.T = ts[len(ts)-1]
	c, err := q.onAny(specs)
	if err != nil {
		return err
	}
	if err := inCurve(c, len(specs), ts); err != nil {
		return err
	}
	for _, T := range ts {
		for _, spec := range specs {
			s, err := run{chain: c}.scheduled(ctx, spec, T)
			if err == nil {
				err = tell(Point{Schedule: spec, T: T, J: s.J, B: s.B, Off: s.Off, Note: s.Note})
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// inCurve returns a fault if all points together are too much work.
func inCurve(c experiments.Chain, schedules int, ts []int) error {
	levels := 0
	for _, T := range ts {
		levels += T * schedules
	}
	if most := int(MostWork / c.States); levels > most {
		return experiments.Faultf("%v %s with %s are %d levels on %.0f states; at most %d would do",
			experiments.FieldT, fmt.Sprint(ts), text.Count(schedules, "schedule"), levels, c.States, most)
	}
	return nil
}
