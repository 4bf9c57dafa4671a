package multisets

import "math"

// Moments are expectations over the runs that lead to one place. With l the log ŵ so far, they
// are of 1, l, l², e^l, l e^l and l² e^l.
type Moments [6]float64

// The places of Moments.
const (
	Mass          = iota // of 1
	Log                  // of l
	Square               // of l²
	Weighed              // of e^l
	WeighedLog           // of l e^l
	WeighedSquare        // of l² e^l
)

// Gain adds to all logs.
func (v *Moments) Gain(by float64) {
	gain(v[:3], by, 1)
	gain(v[3:], by, math.Exp(by))
}

// gain makes of E[1], E[l] and E[l²] those of l + by, times a factor:
//
//	E[(l + by)²] = E[l²] + 2 by E[l] + by² E[1].
func gain(m []float64, by, factor float64) {
	m[2] = factor * (m[2] + by*(2*m[1]+by*m[0]))
	m[1] = factor * (m[1] + by*m[0])
	m[0] = factor * m[0]
}

// add adds share times other moments.
func (v *Moments) add(share float64, other *Moments) {
	for i, m := range other {
		v[i] += share * m
	}
}
