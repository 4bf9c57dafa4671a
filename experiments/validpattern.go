package experiments

import "breadboard/exact/spectra"

// A Pattern is what of a chain depends only on which moves there are, so that it is
// known where the rows are no probabilities.
type Pattern struct {
	Classes   []spectra.Class // of cells with mass, the density's or in Stationary
	Period    int             // the least common multiple of the closed classes'
	Unreached []int           // cells with mass, from the heaviest
}

// pattern is that of the matrix, of cells with mass by p or by pi.
func (s *Pattern) pattern(m *spectra.Matrix, p, pi []float64) {
	s.Classes, s.Period = classes(m, p, pi)
	s.Unreached = m.Unreached(pi)
}

// classes are those of the cells with mass of either kind, and the period of the
// closed ones.
func classes(m *spectra.Matrix, p, pi []float64) (all []spectra.Class, period int) {
	var states []int
	for x := range pi {
		if p[x] > 0 || pi[x] > 0 {
			states = append(states, x)
		}
	}
	sub := make([]float64, 0, len(states)*len(states))
	for _, x := range states {
		for _, y := range states {
			sub = append(sub, m.At(x, y))
		}
	}
	all = spectra.Dense(len(states), sub).Classes()
	for i := range all {
		for k, x := range all[i].States {
			all[i].States[k] = states[x]
		}
	}
	return all, spectra.Period(all)
}
