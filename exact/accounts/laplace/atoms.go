package laplace

import "math"

// LogAtoms is log φ for a law with these masses at the values t = s S. It is computed from φ - 1
// if φ is near 1, and otherwise from φ. A value with mass 0 may be anything.
func LogAtoms(mass, t []float64) float64 {
	less := 0.
	for x, p := range mass {
		if p > 0 {
			less += p * math.Expm1(-t[x])
		}
	}
	if less > -0.5 {
		return math.Log1p(less)
	}
	phi := 0.
	for x, p := range mass {
		if p > 0 {
			phi += p * math.Exp(-t[x])
		}
	}
	return math.Log(phi)
}

// Distinct returns the different values, the mass of each under every law, and for each place the
// number of its value. It saves work: an Ising model of 2^20 cells has only some hundred weights.
func Distinct(values []float64, laws ...[]float64) (some []float64, masses [][]float64, of []int32) {
	number := map[float64]int32{}
	masses, of = make([][]float64, len(laws)), make([]int32, len(values))
	for x, v := range values {
		i, seen := number[v]
		if !seen {
			i = int32(len(some))
			number[v], some = i, append(some, v)
			for k := range masses {
				masses[k] = append(masses[k], 0)
			}
		}
		of[x] = i
		for k, law := range laws {
			masses[k][i] += law[x]
		}
	}
	return some, masses, of
}
