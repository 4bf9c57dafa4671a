package experiments

import "breadboard/exact"

// ChainBytes is the memory of a chain that is made and not run: the log densities of its ends,
// those of a model's observations, and matrices.
func (s Space) ChainBytes() float64 {
	const names, ends = 2500, 2 * 8 // bytes of the names and functions, and bytes a cell
	return names + ends*float64(s.Grid.Size()) + s.modelBytes() + s.matrixBytes()
}

// UncheckedBytes is ExactBytes of a run that is not checked: it keeps no laws and no moves of a step.
func UncheckedBytes(s Space, T int) float64 {
	if s.States >= exact.MostChecked {
		return ExactBytes(s, T)
	}
	const whole, level = 8 * 40, 16 // bytes a state, and a level
	f := s.facts()
	return whole*s.States + f.Rows*s.States + 3*f.Pairs*s.States + level*float64(T)
}
