package laplace

import (
	"math"

	"breadboard/chains/lanes"
)

// A Mean is the mean of P draws from a distribution on the values v = e^logv, whose mean is at most 1.
type Mean struct {
	Low, High   float64   // the range of u
	first, last []float64 // the mass of each value; and the mass times v, also where v is infinite
	logv, more  []float64 // more is v - 1
	draws, logP float64
	tv, tMore   []float64 // t v and t (v - 1) at the node, for t = s/P
	near        bool      // e^(t (1 - v)) is no large number at the node
	others      Phi       // of the sum of P - 1 draws over P; its Rest is log φ + (P-1) t
}

// NewMean returns the mean of this many draws. first has the masses, and last the masses times the values. At an
// infinite value first is 0, and last is what the mean lacks to 1. Values of 0 and ∞ do not count for the range of u.
func NewMean(first, last, logv []float64, draws int) *Mean {
	m := &Mean{first: first, last: last, logv: logv, draws: float64(draws), logP: math.Log(float64(draws)), Low: Lowest,
		tv: make([]float64, len(logv)), tMore: make([]float64, len(logv)), more: make([]float64, len(logv))}
	least := 0.
	for x, v := range logv {
		m.more[x] = math.Expm1(v)
		if !math.IsInf(v, 0) {
			m.Low = min(m.Low, Lowest+m.logP-v)
			least = min(least, v)
		}
	}
	m.High = Highest + m.logP - least
	return m
}

// At returns the transform of the mean at a node.
func (m *Mean) At(n Node) Phi {
	t, most := math.Exp(n.U-m.logP), 0.
	for x, v := range m.logv {
		m.tv[x] = math.Exp(n.U - m.logP + v)
		m.tMore[x] = t * m.more[x]
		if v > 1 { // e^v may be infinite
			m.tMore[x] = m.tv[x] - t
		}
		most = max(most, math.Abs(m.tMore[x]))
	}
	m.near = n.Near() || most < 1
	one := n.Phi(logAtoms(m.first, m.tv))
	one.Rest = one.Log + t
	if m.near {
		one.Rest = m.rest(t)
	}
	if m.others = (Phi{}); m.draws > 1 {
		m.others = Phi{(m.draws - 1) * one.Log, (m.draws - 1) * one.Rest}
	}
	return Phi{m.draws * one.Log, m.draws * one.Rest}
}

// rest returns log φ + t of one draw. With d = v - 1 the masses times d add up to 0, but for what the mean lacks to 1.
// So φ e^t - 1 is the sum of first (e^-td - 1 + td), in which no term is negative, and t times that lack. With first =
// last/v no digit is lost where v is large and its mass below any float.
func (m *Mean) rest(t float64) float64 {
	sum := 0.
	for x, logv := range m.logv {
		switch by := m.tMore[x]; {
		case math.IsInf(logv, 1):
			sum += t * m.last[x]
		case logv <= 1:
			sum += m.first[x] * lanes.Expm1mx(-by)
		case by > 1e16:
			sum += t * m.last[x]
		case by > 0:
			sum += t * m.last[x] * -math.Expm1(-logv) * lanes.Expm1mx(-by) / by
		}
	}
	return math.Log1p(sum)
}

// Kept returns the transform of the mean if one of the draws is value x, at the node of the last call of At.
func (m *Mean) Kept(n Node, x int) Phi {
	phi := n.Phi(m.others.Log - m.tv[x])
	if m.near {
		phi.Rest = m.others.Rest - m.tMore[x]
	}
	return phi
}

// logAtoms returns log φ for a distribution with these masses at the values t = s S, from φ - 1 if φ is near 1.
func logAtoms(mass, t []float64) float64 {
	less := 0.
	for x, p := range mass {
		less += p * math.Expm1(-t[x])
	}
	if less > -0.5 {
		return math.Log1p(less)
	}
	phi := 0.
	for x, p := range mass {
		phi += p * math.Exp(-t[x])
	}
	return math.Log(phi)
}

// Distinct returns the different values, the mass of each under every distribution, and for each place the number of
// its value: an Ising model of 2^20 cells has only some hundred weights.
func Distinct(values []float64, dists ...[]float64) (some []float64, masses [][]float64, of []int32) {
	number := map[float64]int32{}
	masses = make([][]float64, len(dists))
	of = make([]int32, len(values))
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
		for k, dist := range dists {
			masses[k][i] += dist[x]
		}
	}
	return some, masses, of
}
