package experiments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/exact/tuning"
)

// A schedule is a formula for every T, the betas of a file for one, or what is
// made from the truth about an annealing.
type schedule struct {
	formula func(T int) chains.Schedule
	levels  chains.Schedule // of a file
	truth   *truth
}

// of is the schedule of T levels for an annealing, whose own is not looked at.
func (s schedule) of(ctx context.Context, a chains.Annealing, l *lengths, T int) (chains.Schedule, *tuning.Choice, error) {
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

// parseSchedule reads "linear", "sigmoid:4", "fisher", "file:PATH", or a PATH that
// exists or ends in .csv or .txt. A name of the catalogues is no path.
func parseSchedule(spec string) (schedule, error) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return readSchedule(path)
	}
	name, _, given := strings.Cut(spec, ":")
	for _, e := range truths {
		switch {
		case e.Name == name && given:
			return schedule{}, fmt.Errorf("--schedule %s: %s takes no parameter; %s would do", spec, name, name)
		case e.Name == name:
			return schedule{truth: &e.Make}, nil
		}
	}
	of, param, err := family("--schedule", spec, chains.Schedules, ScheduleSpecs())
	if err == nil {
		return schedule{formula: func(T int) chains.Schedule { return of(param, T) }}, nil
	}
	known := slices.ContainsFunc(chains.Schedules, func(e chains.Entry[chains.ScheduleFamily]) bool { return e.Name == name })
	if !known && looksLikeFile(spec, ".csv", ".txt") {
		return readSchedule(spec)
	}
	return schedule{}, err
}

// looksLikeFile reports whether spec is a path that exists or ends so.
func looksLikeFile(spec string, endings ...string) bool {
	_, err := os.Stat(spec)
	return err == nil || slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(spec, end) })
}

// ScheduleSpecs lists what a schedule can be called.
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
		return schedule{}, fmt.Errorf("--schedule %s: %w; a file of betas from 0 to 1 would do", path, err)
	}
	defer f.Close()
	s, err := chains.ReadBetas(f, path)
	return schedule{levels: s}, err
}
