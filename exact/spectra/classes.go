package spectra

import "slices"

// A Class is a communicating class: states, in order, that all lead to one another.
type Class struct {
	States []int
	Closed bool // the chain never leaves it
	// Period is the greatest common divisor of the lengths of all ways from a state back to
	// itself: 1 if the chain is aperiodic on the class, 0 if there is no way back.
	Period int
}

// Classes returns the communicating classes, ordered by their first states. A state leads to
// another if the entry is above 0.
func (m *Matrix) Classes() []Class {
	class, classes := m.components(), []Class(nil)
	for x, c := range class {
		for len(classes) <= c {
			classes = append(classes, Class{Closed: true})
		}
		classes[c].States = append(classes[c].States, x)
	}
	for c := range classes {
		classes[c].Period, _ = m.period(classes[c].States)
	}
	for x := range m.n {
		for y, p := range m.row(x) {
			if p > 0 && class[y] != class[x] {
				classes[class[x]].Closed = false
			}
		}
	}
	slices.SortFunc(classes, func(a, b Class) int { return a.States[0] - b.States[0] })
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

// components returns for every state the number of its strongly connected component (Tarjan
// 1972). A dense row is its own list of edges. A test holds this to gonum's topo.TarjanSCC,
// which would want the matrix copied into maps first.
func (m *Matrix) components() []int {
	t := tarjan{m: m, seen: make([]int, m.n), low: make([]int, m.n), class: make([]int, m.n)}
	for x := range t.class {
		t.class[x] = -1
	}
	for x := range m.n {
		if t.seen[x] == 0 {
			t.visit(x)
		}
	}
	return t.class
}

type tarjan struct {
	m       *Matrix
	seen    []int // when each state was first seen, from 1; 0 if not yet
	low     []int // the earliest state on the stack that it is known to lead to
	class   []int // -1 if not yet known
	stack   []int
	visited int
	found   int
}

func (t *tarjan) visit(x int) {
	t.visited++
	t.seen[x], t.low[x] = t.visited, t.visited
	t.stack = append(t.stack, x)
	for y, p := range t.m.row(x) {
		switch {
		case !(p > 0) || t.seen[y] > 0 && t.class[y] >= 0:
		case t.seen[y] == 0:
			t.visit(y)
			t.low[x] = min(t.low[x], t.low[y])
		default:
			t.low[x] = min(t.low[x], t.seen[y])
		}
	}
	if t.low[x] < t.seen[x] {
		return
	}
	for {
		y := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.class[y] = t.found
		if y == x {
			break
		}
	}
	t.found++
}

// period returns the period of a class and the place of each of its states in the cycle: the
// chain goes from place to place. Let h(x) be the length of the shortest way from the first
// state to x. An edge from x to y closes ways round whose lengths differ by h(x) + 1 - h(y),
// which is not negative, and the period is the greatest common divisor of these.
func (m *Matrix) period(states []int) (period int, place []int) {
	if len(states) == 1 {
		if m.At(states[0], states[0]) > 0 {
			period = 1
		}
		return period, []int{0}
	}
	const unseen = -1
	inside := make([]bool, m.n)
	h := slices.Repeat([]int{unseen}, m.n)
	for _, x := range states {
		inside[x] = true
	}
	h[states[0]] = 0
	for queue := []int{states[0]}; len(queue) > 0; queue = queue[1:] {
		x := queue[0]
		for y, p := range m.row(x) {
			switch {
			case !(p > 0) || !inside[y]:
			case h[y] == unseen:
				h[y] = h[x] + 1
				queue = append(queue, y)
			default:
				period = gcd(period, h[x]+1-h[y])
			}
		}
	}
	for _, x := range states {
		place = append(place, h[x]%max(period, 1))
	}
	return period, place
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
