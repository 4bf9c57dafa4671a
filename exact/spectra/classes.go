package spectra

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid"
)

// A Class is a communicating class: states, in order, that all lead to one another.
type Class struct {
	States []int
	Closed bool // the chain never leaves it
	// Period is the greatest common divisor of the lengths of all ways from a state back to
	// itself: 1 if the chain is aperiodic on the class, 0 if no way leads back.
	Period int
}

// Classes returns the communicating classes, ordered by their first states. A state leads to
// another if the entry is above 0.
func (m Matrix) Classes() (classes []Class) {
	class := slices.Repeat([]int{-1}, len(m))
	for first := range len(m) {
		if class[first] >= 0 {
			continue
		}
		// A way from the first state to one that leads back stays in the class.
		back := m.distances([]int{first}, func(x, y int) bool { return class[y] < 0 && m.led(x, y) })
		steps := m.distances([]int{first}, func(x, y int) bool { return back[y] >= 0 && m.leads(x, y) })
		c := Class{Closed: true}
		for x := range m {
			if steps[x] >= 0 {
				class[x] = len(classes)
				c.States = append(c.States, x)
			}
		}
		// An edge from x to y in the class closes ways round whose lengths differ by the steps
		// to x, plus 1, less the steps to y. That is not negative.
		for _, x := range c.States {
			for y, p := range m[x] {
				switch {
				case !(p > 0):
				case class[y] == len(classes):
					c.Period = grid.GCD(c.Period, steps[x]+1-steps[y])
				default:
					c.Closed = false
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
			period = period / grid.GCD(period, c.Period) * c.Period
		}
	}
	return period
}

func (m Matrix) leads(x, y int) bool { return m[x][y] > 0 }

func (m Matrix) led(x, y int) bool { return m[y][x] > 0 }

// distances returns the least number of edges from some states to every state, or -1 if there
// is no way.
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

// Reached returns, for each state, whether the chain may get there from one of these, which
// themselves count.
func (m Matrix) Reached(from []int) []bool {
	reached := make([]bool, len(m))
	for x, steps := range m.distances(from, m.leads) {
		reached[x] = steps >= 0
	}
	return reached
}

// Stationary returns the distribution that the matrix leaves invariant. Every probability
// above the smallest float has its relative digits; states that the chain leaves for good have
// 0. It ignores the diagonal. It is an error if there is more than one closed class, and so
// more than one such distribution.
func (m Matrix) Stationary() ([]float64, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	var closed []Class
	for _, c := range m.Classes() {
		if c.Closed {
			closed = append(closed, c)
		}
	}
	if len(closed) != 1 {
		return nil, fmt.Errorf("%d closed classes, of state %d and of state %d among them; "+
			"a chain with one has one stationary distribution",
			len(closed), closed[0].States[0], closed[1].States[0])
	}
	states := closed[0].States
	pi := make([]float64, len(m))
	for i, v := range m.eliminate(states[:1], states[1:]).stationary() {
		if math.IsNaN(v) {
			return nil, fmt.Errorf("the probability of state %d is beyond floating point", states[i])
		}
		pi[states[i]] = v
	}
	return pi, nil
}

// modeFirst returns all states, the most probable before the others.
func modeFirst(pi []float64) []int {
	order := []int{floats.MaxIdx(pi)}
	for x := range pi {
		if x != order[0] {
			order = append(order, x)
		}
	}
	return order
}

// MeanHittingTime returns the expected number of steps from one set of states, with the start drawn from pi on it,
// until the chain is in another set: +Inf if it is not certain to get there. Elimination without subtractions keeps its
// relative digits at any size.
func (m Matrix) MeanHittingTime(pi []float64, from, to []int) (float64, error) {
	if err := m.check(); err != nil {
		return 0, err
	}
	from = slices.DeleteFunc(slices.Clone(from), func(x int) bool { return !(pi[x] > 0) })
	if len(from) == 0 {
		return 0, errors.New("the states to start from have no mass; use a state of positive probability")
	}
	back := m.distances(to, m.led)
	ahead := m.distances(from, func(x, y int) bool { return back[x] != 0 && m.leads(x, y) })
	var between []int // where the chain may be before it gets there
	for x, steps := range ahead {
		switch {
		case steps >= 0 && back[x] < 0: // no way leads on
			return math.Inf(1), nil
		case steps >= 0 && back[x] > 0:
			between = append(between, x)
		}
	}
	h := slices.Repeat([]float64{1}, len(between)+1)
	m.eliminate(to, between).solve(h)
	mass, sum := 0.0, 0.0
	for _, x := range from {
		mass += pi[x]
		if i := slices.Index(between, x); i >= 0 {
			sum += pi[x] * h[i+1]
		}
	}
	return sum / mass, nil
}
