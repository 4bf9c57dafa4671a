package experiments

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/exact/tuning"
)

// A schedule is a formula for every T, the betas of a file for one T, or made from
// the truth about an annealing. It has one of the three.
type schedule struct {
	formula func(T int) chains.Schedule
	levels  chains.Schedule
	truth   *truth
}

// of returns the schedule of T levels for an annealing, whose own is not looked at.
func (s schedule) of(ctx context.Context, a chains.Annealing, l *lengths, T int) (
	chains.Schedule, *tuning.Choice, error) {
	switch {
	case s.truth != nil:
		c, err := s.truth.choose(ctx, a, l, T)
		if err != nil {
			return chains.Schedule{}, nil, err
		}
		return c.Schedule, &c, nil
	case s.formula != nil:
		return s.formula(T), nil, nil
	}
	return s.levels, nil, nil
}

// affords returns an error if there are too many levels to choose.
func (s schedule) affords(T int) error {
	if s.truth == nil {
		return nil
	}
	return s.truth.affords(T)
}

// parseSchedule reads "linear", "sigmoid:4", "fisher", "file:PATH", or a PATH that
// exists or ends in .csv or .txt. A name of the catalogues is no path.
func parseSchedule(spec string) (schedule, error) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return readSchedule(path)
	}
	for _, e := range truths {
		switch {
		case e.Name == spec:
			return schedule{truth: &e.Make}, nil
		case e.Name == stem(spec):
			return schedule{}, Faultf("%v %s: %s takes no parameter; %s would do", FieldSchedule, spec, e.Name, e.Name)
		}
	}
	of, param, err := family(FieldSchedule, spec, chains.Schedules, ScheduleSpecs())
	if err == nil {
		return schedule{formula: func(T int) chains.Schedule { return of(param, T) }}, nil
	}
	if !sameName(chains.Schedules, stem(spec)) && looksLikeFile(spec, ".csv", ".txt") {
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

// ScheduleSpecs lists the names of schedules, with their parameters.
func ScheduleSpecs() []string {
	all := specs(chains.Schedules)
	for _, e := range truths {
		all = append(all, e.Name)
	}
	return append(all, "file:PATH")
}

func readSchedule(path string) (schedule, error) {
	f, err := os.Open(path)
	if err != nil {
		var at *os.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return schedule{}, Faultf("%v %s: %v; a file of betas from 0 to 1 would do", FieldSchedule, path, err)
	}
	defer f.Close()
	s, err := chains.ReadBetas(f, path)
	return schedule{levels: s}, err
}
