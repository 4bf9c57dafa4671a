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

// A Mean is the mean of P draws from a law with masses at the values e^logv. The mean of that law
// is at most 1.
type Mean struct {
	Low, High    float64 // the range of u
	mass, logv   []float64
	others, logP float64   // P - 1 and log P
	drawn        []float64 // s e^logv/P at the node
}

// NewMean returns the mean of so many draws. Values of 0 and ∞ do not count for its range of u.
func NewMean(mass, logv []float64, draws int) Mean {
	m := Mean{mass: mass, logv: logv, others: float64(draws - 1), logP: math.Log(float64(draws)), Low: Lowest,
		drawn: make([]float64, len(logv))}
	least := 0.
	for _, v := range logv {
		if !math.IsInf(v, 0) {
			m.Low, least = min(m.Low, Lowest+m.logP-v), min(least, v)
		}
	}
	m.High = Highest + m.logP - least
	return m
}

// At returns log φ of the mean, and that of the sum of P - 1 draws over P. drawn has s e^logv/P
// by atom, and is valid until the next call: e^-drawn is φ of a draw that is kept.
func (m Mean) At(n Node) (logphi, others float64, drawn []float64) {
	for x, v := range m.logv {
		m.drawn[x] = math.Exp(n.U - m.logP + v)
	}
	one := LogAtoms(m.mass, m.drawn)
	if m.others > 0 {
		others = m.others * one
	}
	return (m.others + 1) * one, others, m.drawn
}
