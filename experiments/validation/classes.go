package validation

import "breadboard/exact/spectra"

// A Pattern holds facts that follow from a chain's moves alone, whatever their
// probabilities. It is known even if the rows are no probabilities.
type Pattern struct {
	Classes   []spectra.Class // of the cells with mass, by the density or by the stationary distribution
	Period    int             // the least common multiple of the closed classes'
	Unreached []int           // cells with mass that are never reached from the heaviest
}

// patternOf returns the pattern of a matrix on the cells with mass by p or by pi.
func patternOf(m *spectra.Matrix, p, pi []float64) Pattern {
	classes, period := classesOf(m, p, pi)
	return Pattern{classes, period, m.Unreached(pi)}
}

func classesOf(m *spectra.Matrix, p, pi []float64) (all []spectra.Class, period int) {
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
