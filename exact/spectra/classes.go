package spectra

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A Class is a communicating class: states, in order, that all lead to one another.
type Class struct {
	States []int
	Closed bool // the chain never leaves it
	// Period is the greatest common divisor of the lengths of all ways from a state back to
	// itself: 1 if the chain is aperiodic on the class, 0 if there is no way back.
	Period int

	steps []int // to each of the states from the first
}

// Classes returns the communicating classes, ordered by their first states. A state leads to
// another if the entry is above 0.
func (m *Matrix) Classes() []Class {
	var classes []Class
	found := make([]bool, m.n)
	for x := range m.n {
		if found[x] {
			continue
		}
		there, back := m.distances([]int{x}, m.leads), m.distances([]int{x}, m.comesFrom)
		c := Class{Closed: true}
		for y, steps := range there {
			switch {
			case steps >= 0 && back[y] >= 0:
				c.States, c.steps = append(c.States, y), append(c.steps, steps)
				found[y] = true
			case steps >= 0:
				c.Closed = false
			}
		}
		// An edge from y to z in the class closes ways round whose lengths differ by the steps
		// to y, plus 1, less the steps to z. That is not negative.
		for _, y := range c.States {
			for z, p := range m.row(y) {
				if p > 0 && back[z] >= 0 {
					c.Period = gcd(c.Period, there[y]+1-there[z])
				}
			}
		}
		classes = append(classes, c)
	}
	return classes
}

// Period returns the least common multiple of the periods of the closed classes: 1 if none of
// them is periodic.
func Period(classes []Class) int {
	period := 1
	for _, c := range classes {
		if c.Closed && c.Period > 0 {
			period = period / gcd(period, c.Period) * c.Period
		}
	}
	return period
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

func (m *Matrix) leads(x, y int) bool     { return m.At(x, y) > 0 }
func (m *Matrix) comesFrom(x, y int) bool { return m.At(y, x) > 0 }

// distances returns for every state in how many edges, at least, it is reached from some
// states; -1 if it is not.
func (m *Matrix) distances(from []int, edge func(x, y int) bool) []int {
	d := slices.Repeat([]int{-1}, m.n)
	for _, x := range from {
		d[x] = 0
	}
	for queue := slices.Clone(from); len(queue) > 0; queue = queue[1:] {
		for y := range d {
			if x := queue[0]; d[y] < 0 && edge(x, y) {
				d[y] = d[x] + 1
				queue = append(queue, y)
			}
		}
	}
	return d
}

// Unreached returns the states of positive probability at which a chain that starts in the
// mode never arrives. The mode is the first state of the largest probability.
func (m *Matrix) Unreached(pi []float64) []int {
	var never []int
	for x, steps := range m.distances([]int{floats.MaxIdx(pi)}, m.leads) {
		if steps < 0 && pi[x] > 0 {
			never = append(never, x)
		}
	}
	return never
}

// mayMiss returns a number from 0 up for the states from which the chain may never come to the
// target, and -1 for the others. The former lead, not by way of the target, to a state from
// which there is no way to it.
func (m *Matrix) mayMiss(target []int) []int {
	back := m.distances(target, m.comesFrom)
	var astray []int
	for x, steps := range back {
		if steps < 0 {
			astray = append(astray, x)
		}
	}
	return m.distances(astray, func(x, y int) bool { return m.comesFrom(x, y) && back[y] != 0 })
}
