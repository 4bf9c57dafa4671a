package exact

import (
	"math"

	"breadboard/chains"
)

// Vectors have a number for each state. A push makes a new one of an old one, and log f rises from level to level.

// vectors returns so many vectors of n zeros.
func vectors(n, number int) [][]float64 {
	all := make([][]float64, number)
	for i := range all {
		all[i] = make([]float64, n)
	}
	return all
}

// move sets q to what a push makes of it, and next to what it was.
func move(push func(dst, q []float64), q, next *[]float64) {
	push(*next, *q)
	*q, *next = *next, *q
}

// moveTo moves l to level t, and sets rise to log f there less log f at the level before. It takes a pointer, since a
// copy of all that an annealing holds, at each level, would take longer than the step of its log density.
func moveTo(a *chains.Annealing, l *chains.Level, t int, rise []float64) {
	before := l.Beta
	copy(rise, l.LogF())
	l.Move(t, a.Schedule.Beta(t))
	now := l.LogF()
	for x, v := range now {
		rise[x] = v - rise[x]
		if math.IsInf(v, -1) && math.IsNaN(rise[x]) { // both are -Inf
			rise[x] = 0
		}
	}
	if power, ok := a.Bridge.(*chains.QPath); ok {
		power.Sharpen(rise, before, l.Beta)
	}
}
