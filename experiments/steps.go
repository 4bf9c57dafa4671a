package experiments

import (
	"errors"
	"math"
	"slices"
	"sort"
	"strings"

	"breadboard/grid/text"
)

// The steps at each level are a schedule too. The first level has none: its states are drawn. From the second on there
// are as many as
//
//	5              says, at every level
//	dwell:9        says, nine at the target and one before: B cannot see them, and J can
//	1:1:8          says at equal distances, straight between them and rounded. T-1 numbers are those of the levels,
//	               and more are refused: levels would leave some out
//
// A number is the kernel's own affair (Setting.Repeat). The others have the schedule stand at its betas: a level that
// stands adds nothing to log w, so that the annealing is the same, and all that is known of schedules is known of it.

// dwell is the name of steps at the target alone.
const dwell = "dwell"

// A foundSteps returns the steps at each level but the first, of T levels; nil are as many everywhere as the kernel
// makes. The error is a fault.
type foundSteps func(T int) ([]int, error)

// findSteps reads the steps of a setting in which they differ by level.
func (s Setting) findSteps() (foundSteps, error) {
	name, rest, given := strings.Cut(s.StepsByLevel, ":")
	switch {
	case s.FromOutside():
		return nil, Faultf("%v %s is of a kernel of the catalogue; without it %v would do", FieldRepeat, s.StepsByLevel,
			FieldMatrix)
	case name == dwell && isRange(rest):
		return nil, oneOfRange(FieldRepeat, s.StepsByLevel)
	case name == dwell:
		n, err := text.Whole(rest)
		if err != nil || checkSteps(n) != nil {
			return nil, Faultf("%v %s: the steps at the target are a number; dwell:9 would do", FieldRepeat,
				s.StepsByLevel)
		}
		return func(T int) ([]int, error) {
			steps := ones(T)
			steps[T-2] = n
			return steps, nil
		}, nil
	case given:
		return s.stepsCurve()
	}
	return nil, Faultf("%v %s; a number of steps at each level from 1 to %d, dwell:9 for nine at the target, or "+
		"numbers by level as 1:1:8 would do", FieldRepeat, text.Quote(s.StepsByLevel), MostRepeats)
}

// ones is a step at each level but the first.
func ones(T int) []int {
	steps := make([]int, T-1)
	for i := range steps {
		steps[i] = 1
	}
	return steps
}

// stepsCurve reads 1:1:8.
func (s Setting) stepsCurve() (foundSteps, error) {
	words := strings.Split(s.StepsByLevel, ":")
	points := make([]int, len(words))
	for i, word := range words {
		n, err := text.Whole(word)
		if err = errors.Join(err, checkSteps(n)); err != nil {
			return nil, Faultf("%v %s: the number %d, %s, is no number of steps; numbers from 1 to %d, as in 1:1:8, "+
				"would do", FieldRepeat, text.Brief(s.StepsByLevel, 60), i+1, text.Quote(word), MostRepeats)
		}
		points[i] = n
	}
	return func(T int) ([]int, error) {
		steps := make([]int, T-1)
		if len(points) > len(steps) {
			return nil, Faultf("%v %s has %d numbers, and of T = %d levels %d make steps; at most so many numbers, or "+
				"T = %d or more, would do", FieldRepeat, text.Brief(s.StepsByLevel, 60), len(points), T, len(steps),
				len(points)+1)
		}
		for i := range steps {
			at := 0.0
			if T > 2 {
				at = float64(i) / float64(T-2) * float64(len(points)-1)
			}
			before := min(int(at), len(points)-2)
			share := at - float64(before)
			value := (1-share)*float64(points[before]) + share*float64(points[before+1])
			steps[i] = int(math.Round(value))
		}
		return steps, nil
	}, nil
}

// StepsDiffer reports whether a word names steps that differ by level: it is no number, and no list or range of
// numbers.
func StepsDiffer(word string) bool {
	return strings.Contains(word, ":")
}

// Moves is the number of steps of the kernel in a run of T levels. The error is a fault.
func (s Setting) Moves(T int) (int, error) {
	if s.StepsByLevel == "" {
		return max(s.Repeat, 1) * (T - 1), nil
	}
	each, err := s.StepsEach(T)
	moves := 0
	for _, n := range each {
		moves += n
	}
	return moves, err
}

// StepsEach are the steps at each level of T but the first. The error is a fault.
func (s Setting) StepsEach(T int) ([]int, error) {
	if s.StepsByLevel == "" {
		return slices.Repeat([]int{max(s.Repeat, 1)}, T-1), nil
	}
	steps, err := s.findSteps()
	if err != nil {
		return nil, err
	}
	return steps(T)
}

// Afforded is the T of so many evaluations, if all levels but the first take one for the weight, and a step costs so
// many: the largest that is within them, where more levels have more steps. It is 1 if two levels take more.
func (s Setting) Afforded(evaluations int, step float64) (T int) {
	if s.StepsByLevel == "" {
		return 1 + int(float64(evaluations)/(1+float64(max(s.Repeat, 1))*step))
	}
	const fewest = 2
	return fewest - 1 + sort.Search(evaluations, func(more int) bool {
		T := fewest + more
		moves, err := s.Moves(T)
		return err != nil || float64(T-1)+step*float64(moves) > float64(evaluations)
	})
}
