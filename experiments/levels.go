package experiments

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
		if err := f.schedule.affords(T); err != nil {
			return nil, err
		}
	}
	return asked, nil
}
