package experiments

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"breadboard/chains"
)

// A schedule is a formula for every T, or the betas of a file for one.
type schedule struct {
	family chains.Family
	param  float64
	levels chains.Schedule // the zero value where there is a formula
}

func (s schedule) of(T int) chains.Schedule {
	if s.levels.Len() > 0 {
		return s.levels
	}
	return s.family.Of(s.param, T)
}

// parseSchedule reads "linear", "sigmoid:4", "file:PATH", or a PATH that exists
// or ends in .csv or .txt. A name of the catalogue is no path.
func parseSchedule(spec string) (schedule, error) {
	if path, ok := strings.CutPrefix(spec, "file:"); ok {
		return readSchedule(path)
	}
	name, param, given := strings.Cut(spec, ":")
	for _, e := range chains.Schedules {
		if e.Name == name {
			return formula(e, spec, param, given)
		}
	}
	_, err := os.Stat(spec)
	if err == nil || strings.HasSuffix(spec, ".csv") || strings.HasSuffix(spec, ".txt") {
		return readSchedule(spec)
	}
	return schedule{}, Unknown("--schedule", spec, ScheduleSpecs())
}

// ScheduleSpecs lists what a schedule can be called.
func ScheduleSpecs() []string {
	var specs []string
	for _, e := range chains.Schedules {
		if e.Make.Param != "" {
			e.Name += ":" + e.Make.Param
		}
		specs = append(specs, e.Name)
	}
	return append(specs, "file:PATH")
}

func formula(e chains.Entry[chains.Family], spec, param string, given bool) (schedule, error) {
	f := e.Make
	switch {
	case f.Param == "" && given:
		return schedule{}, fmt.Errorf("--schedule %s: %s takes no parameter; %s would do", spec, e.Name, e.Name)
	case f.Param == "":
		return schedule{family: f}, nil
	case param == "":
		return schedule{}, fmt.Errorf("--schedule %s: %s needs its parameter; %s:%s, as in %s:4, would do", spec, e.Name, e.Name, f.Param, e.Name)
	}
	v, err := strconv.ParseFloat(param, 64)
	if err != nil || !f.Valid(v) {
		return schedule{}, fmt.Errorf("--schedule %s: %s is not a %s that %s takes; a positive number of moderate size, as in %s:4, would do",
			spec, param, f.Param, e.Name, e.Name)
	}
	return schedule{family: f, param: v}, nil
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
