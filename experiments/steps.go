package experiments

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/grid/text"
)

// The steps at each level are a schedule too. The first level has none: its states are drawn. From the second on there
// are as many as
//
//	5              says, at every level
//	dwell:9        says, nine at the target and one before: B cannot see them, and J can
//	1:1:8          says at equal distances, straight between them and rounded. T-1 numbers are those of the levels
//	1+7*s^2        says, rounded, s in equal steps from 0 at the first level, which has none, to 1 at the last
//
// A number is the kernel's own affair (Setting.Repeat). The others have the schedule stand at its betas: a level that
// stands adds nothing to log w, so that the annealing is the same, and all that is known of schedules is known of it.

// dwell is the name of steps at the target alone.
const dwell = "dwell"

// WithSteps is the setting with as many steps a level as a word says: a number for all, or what differs by level.
func (s Setting) WithSteps(word string) Setting {
	s.Repeat = 1
	s.StepsByLevel = ""
	n, err := text.Whole(word)
	switch {
	case err == nil && n == 0:
		s.Repeat = -1 // is refused, where 0 is the default
	case err == nil:
		s.Repeat = n
	default:
		s.StepsByLevel = word
	}
	return s
}

// StepsWord is the word of which WithSteps makes these steps.
func (s Setting) StepsWord() string {
	if s.StepsByLevel != "" {
		return s.StepsByLevel
	}
	return strconv.Itoa(max(s.Repeat, 1))
}

// A foundSteps returns the steps at each level but the first, of T levels; nil are as many everywhere as the kernel
// makes. The error is a fault.
type foundSteps func(T int) ([]int, error)

// findSteps reads the steps that differ by level.
func (s Setting) findSteps() (foundSteps, error) {
	name, rest, given := strings.Cut(s.StepsByLevel, ":")
	switch {
	case s.StepsByLevel == "":
		return nil, nil
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
	case given && !isFormula(s.StepsByLevel):
		return s.stepsCurve()
	}
	return s.stepsFormula()
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

// stepsFormula reads 1+7*s^2, and checks it at the levels of a long schedule.
func (s Setting) stepsFormula() (foundSteps, error) {
	if !isFormula(s.StepsByLevel) {
		return nil, Faultf("%v %s; a number of steps at each level from 1 to %d, dwell:9 for nine at the target, "+
			"numbers by level as 1:1:8, or a formula as 1+7*s^2 would do", FieldRepeat, text.Quote(s.StepsByLevel),
			MostRepeats)
	}
	f, err := compileLevel(FieldRepeat, s.StepsByLevel)
	if err != nil {
		return nil, err
	}
	of := func(T int) ([]int, error) {
		steps := make([]int, T-1)
		for i := range steps {
			share := float64(i+1) / float64(T-1)
			v := math.Round(f.at(share))
			if !(v >= 1 && v <= MostRepeats) {
				return nil, Faultf("%v %s is %v at s = %v; a formula from 1 to %d would do", FieldRepeat,
					text.Brief(s.StepsByLevel, 60), v, share, MostRepeats)
			}
			steps[i] = int(v)
		}
		return steps, nil
	}
	if _, err := of(checkedAt); err != nil {
		return nil, err
	}
	return of, nil
}

// checkSteps is the fault of a number of steps that no kernel makes.
func checkSteps(n int) error {
	if n < 1 || n > MostRepeats {
		return fmt.Errorf("%d steps", n)
	}
	return nil
}

// stepsAt are the steps at each level of T but the first, as many as are made: those of the last kernel are left out
// with it. They are nil if they do not differ by level.
func (f Found) stepsAt(T int) ([]int, error) {
	if f.steps == nil {
		return nil, nil
	}
	steps, err := f.steps(T)
	if err == nil && f.SkipLast {
		steps[T-2] = 1
	}
	return steps, err
}

// runLevels is the number of levels of a run of T levels: a level that stands is several.
func (f Found) runLevels(T int) (int, error) {
	steps, err := f.stepsAt(T)
	if steps == nil || err != nil {
		return T, err
	}
	levels := 1
	for _, n := range steps {
		levels += n
	}
	if levels > MostLevels {
		return T, Faultf("%v %s: %d steps in a run; fewer than %d would do", FieldRepeat,
			text.Brief(f.StepsByLevel, 60), levels-1, MostLevels)
	}
	return levels, nil
}

// standing is a schedule that stands at its levels, as the steps say. Whoever chose its length asked affords.
func (f Found) standing(s chains.Schedule) chains.Schedule {
	steps, err := f.stepsAt(s.Len())
	switch {
	case err != nil:
		panic("experiments: " + err.Error())
	case steps == nil:
		return s
	}
	return s.Standing(steps)
}

// searchedSteps are stepsAt for a search, which asks for shorter schedules on its way to one that is afforded. nil are
// as many steps at each level.
func (f Found) searchedSteps() func(T int) []int {
	if f.steps == nil {
		return nil
	}
	return func(T int) []int {
		steps, err := f.stepsAt(T)
		if err != nil {
			return ones(T)
		}
		return steps
	}
}

// StepsDiffer reports whether a word names steps that differ by level: it is no number, and no list or range of
// numbers.
func StepsDiffer(word string) bool {
	return strings.Contains(word, ":") || isFormula(word)
}

// Moves is the number of steps of the kernel in a run of T levels. The error is a fault.
func (s Setting) Moves(T int) (int, error) {
	steps, err := s.findSteps()
	if steps == nil || err != nil {
		return max(s.Repeat, 1) * (T - 1), err
	}
	each, err := steps(T)
	moves := 0
	for _, n := range each {
		moves += n
	}
	return moves, err
}

// StepsEach are the steps at each level of T but the first. The error is a fault.
func (s Setting) StepsEach(T int) ([]int, error) {
	steps, err := s.findSteps()
	if err != nil {
		return nil, err
	}
	if steps != nil {
		return steps(T)
	}
	each := ones(T)
	for i := range each {
		each[i] = max(s.Repeat, 1)
	}
	return each, nil
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
