package spectra

import (
	"slices"

	"breadboard/grid"
)

// A Class is a communicating class: states, in rising order, that all lead to one another.
type Class struct {
	States []int
	Closed bool // the chain never leaves it
	// Period is the greatest common divisor of the lengths of all ways from a state back to itself: 1 if the chain is
	// aperiodic on the class, 0 if no way leads back.
	Period int
}

// Classes returns the communicating classes, ordered by their first states. A state leads to another if the entry is
// above 0.
func (m Matrix) Classes() (classes []Class) {
	class := slices.Repeat([]int{-1}, len(m))
	for first := range len(m) {
		if class[first] >= 0 {
			continue
		}
		toFirst := m.distances([]int{first}, m.led)
		// A way from the first state to one that leads back stays in the class.
		fromFirst := m.distances([]int{first}, func(x, y int) bool { return toFirst[y] >= 0 && m.leads(x, y) })
		c := Class{Closed: true}
		for x := range m {
			if fromFirst[x] >= 0 {
				class[x] = len(classes)
				c.States = append(c.States, x)
			}
		}
		// An edge from x to y in the class closes ways round whose lengths differ by the steps to x, plus 1, less the
		// steps to y. That is not negative.
		for _, x := range c.States {
			for y, p := range m[x] {
				switch {
				case !(p > 0):
				case class[y] == len(classes):
					c.Period = grid.GCD(c.Period, fromFirst[x]+1-fromFirst[y])
				default:
					c.Closed = false
				}
			}
		}
		classes = append(classes, c)
	}
	return classes
}

// Period returns the least common multiple of the periods of the closed classes: 1 if none of them is periodic.
func Period(classes []Class) int {
	period := 1
	for _, c := range classes {
		if c.Closed && c.Period > 0 {
			period = period / grid.GCD(period, c.Period) * c.Period
		}
	}
	return period
}

// leads reports whether x leads to y.
func (m Matrix) leads(x, y int) bool { return m[x][y] > 0 }

// led reports whether y leads to x.
func (m Matrix) led(x, y int) bool { return m[y][x] > 0 }

// distances returns the least number of edges from some states to every state, or -1 if there is no way.
func (m Matrix) distances(from []int, edge func(x, y int) bool) []int {
	d := slices.Repeat([]int{-1}, len(m))
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

// Reached returns for each state whether it is one of these, or the chain may get there from one.
func (m Matrix) Reached(from []int) []bool {
	reached := make([]bool, len(m))
	for x, steps := range m.distances(from, m.leads) {
		reached[x] = steps >= 0
	}
	return reached
}
