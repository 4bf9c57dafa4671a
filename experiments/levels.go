package experiments

import (
	"breadboard/chains"
	"breadboard/grid/text"
)

// The Ts that may be asked for, and the levels of a run: a level with several steps stands, and is several levels.

// MostLevels is the largest allowed T: beyond it the betas alone would fill the memory of a small machine.
const MostLevels = 10_000_000

// Levels checks the Ts asked for. If there are none it returns the T of a schedule that comes
// from a file, or else others.
func (f Found) Levels(asked []int, others ...int) ([]int, error) {
	if f.schedule.fixed && len(asked) > 0 {
		return nil, Faultf("%v %d, but %v %s stands at %d betas of its own; leave %v out",
			FieldT, asked[0], FieldMatrix, f.Matrix, f.schedule.own, FieldT)
	}
	switch {
	case len(asked) == 0 && f.schedule.own > 0:
		return []int{f.schedule.own}, nil
	case len(asked) == 0:
		asked = others
	}
	if len(asked) == 0 {
		return nil, Faultf("%v is missing; a number of levels from 2, or several separated by commas, would do", FieldT)
	}
	for _, T := range asked {
		if T < 2 || T > MostLevels {
			return nil, Faultf("%v %d; a number of levels from 2 to %d would do", FieldT, T, MostLevels)
		}
		if err := f.affords(T); err != nil {
			return nil, err
		}
	}
	return asked, nil
}

// affords is the fault of a number of levels that the schedule or the steps do not take.
func (f Found) affords(T int) error {
	if err := f.schedule.affords(T); err != nil {
		return err
	}
	_, err := f.runLevels(T)
	return err
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
