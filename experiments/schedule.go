package experiments

import (
	"context"
	"os"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/exact/tuning"
	"breadboard/grid/text"
)

// A schedule is a formula for every T, or is made from the truth about an annealing. It
// has one of the two.
type schedule struct {
	formula func(T int) chains.Schedule
	truth   *truth
	fixed   int // the only T, of betas from a file; 0 of others
}

// affords returns an error if there are too many levels to choose.
func (s schedule) affords(T int) error {
	if s.truth != nil && s.truth.best != nil && T > tuning.MaxLevels {
		return Faultf("%v %d; a number of levels up to %d would do", FieldT, T, tuning.MaxLevels)
	}
	return nil
}

// choose makes a schedule of T levels from the truth about an annealing, whose own is not
// looked at. The error is ctx's or Unfit.
func (s schedule) choose(ctx context.Context, a chains.Annealing, l lengths, T int, watch func(levels int)) (
	c tuning.Choice, err error) {
	if s.truth.best == nil {
		var length *tuning.Length
		if length, err = l[s.truth.name](); err == nil {
			return tuning.Choice{Schedule: length.Schedule(T), Value: length.Total(), Converged: true}, nil
		}
	} else if err = s.affords(T); err == nil {
		c, err = s.truth.best(ctx, a, T, watch)
	}
	if err != nil && ctx.Err() == nil {
		err = Unfit{Fault{"%v %s: %v", []any{FieldSchedule, s.truth.name, err}}}
	}
	return c, err
}

// parseSchedule reads "linear", "sigmoid:4", "fisher", "file:PATH", or a PATH that
// exists or ends in .csv or .txt. A name of the catalogues is no path.
func parseSchedule(spec string) (schedule, error) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return readSchedule(path)
	}
	for i, t := range truths {
		switch {
		case t.name == spec:
			return schedule{truth: &truths[i]}, nil
		case t.name == stem(spec):
			return schedule{}, Faultf("%v %s: %s takes no parameter; %s would do", FieldSchedule, spec, t.name, t.name)
		}
	}
	of, param, err := family(FieldSchedule, spec, chains.Schedules)
	if err == nil {
		return schedule{formula: func(T int) chains.Schedule { return of(param, T) }}, nil
	}
	if !known(FieldSchedule, stem(spec)) && looksLikeFile(spec, ".csv", ".txt") {
		return readSchedule(spec)
	}
	return schedule{}, err
}

// looksLikeFile reports whether spec is a path that exists, or ends like one.
func looksLikeFile(spec string, endings ...string) bool {
	_, err := os.Stat(spec)
	return err == nil || slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(spec, end) })
}

// ScheduleFile returns the path of a schedule that comes from a file.
func ScheduleFile(spec string) string { return strings.TrimPrefix(spec, "file:") }

func readSchedule(path string) (schedule, error) {
	f, err := os.Open(path)
	if err != nil {
		return schedule{}, Faultf("%v %s: %v; a file of betas from 0 to 1 would do", FieldSchedule, path,
			text.Pathless(err))
	}
	defer f.Close()
	s, err := chains.ReadBetas(f, path)
	return schedule{formula: func(int) chains.Schedule { return s }, fixed: s.Len()}, err
}
