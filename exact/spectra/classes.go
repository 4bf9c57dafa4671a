package spectra

import "slices"

// A Class is a set of states, in order, each of which leads to each other one.
type Class struct {
	States []int
	Closed bool // the chain does not leave it
	// Period is the greatest common divisor of the lengths of the ways from a
	// state back to itself: 1 where the chain is aperiodic on the class, 0 where
	// there is no way back.
	Period int
}

// Classes returns the communicating classes, by their first states. A state
// leads to another where the entry is above 0.
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

// components numbers the strongly connected components (Tarjan 1972) and returns
// every state's.
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
	seen    []int // when first seen, from 1; 0 is not yet
	low     []int // the earliest on the stack that is known to be reached
	class   []int // -1 while not known
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

// period returns the period of a class and each of its states' place in the
// cycle, in the order of states: the chain goes from place to place. With h the
// steps of the shortest way from the first state, every edge within the class is
// part of ways round whose lengths differ by h(x) + 1 - h(y) >= 0.
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

// Reached tells of every state whether the chain gets there from one of these,
// in any number of steps, 0 among them.
func (m *Matrix) Reached(from ...int) []bool {
	return flood(m.n, from, func(x int, visit func(int)) {
		for y, p := range m.row(x) {
			if p > 0 {
				visit(y)
			}
		}
	})
}

// NeverEntered returns the states that no other state leads to in one step.
func (m *Matrix) NeverEntered() []int {
	entered := make([]bool, m.n)
	for x := range m.n {
		for y, p := range m.row(x) {
			entered[y] = entered[y] || y != x && p > 0
		}
	}
	var never []int
	for x, e := range entered {
		if !e {
			never = append(never, x)
		}
	}
	return never
}

// Unreached returns the states of positive probability that cannot be reached
// from the first state of the largest probability: where a chain that starts in
// the mode never comes.
func (m *Matrix) Unreached(pi []float64) []int {
	mode := 0
	for x, v := range pi {
		if v > pi[mode] {
			mode = x
		}
	}
	var never []int
	for x, ok := range m.Reached(mode) {
		if !ok && pi[x] > 0 {
			never = append(never, x)
		}
	}
	return never
}

// flood marks what can be reached from some states along edges.
func flood(n int, from []int, edges func(x int, visit func(y int))) []bool {
	marked := make([]bool, n)
	var queue []int
	mark := func(x int) {
		if !marked[x] {
			marked[x] = true
			queue = append(queue, x)
		}
	}
	for _, x := range from {
		mark(x)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		edges(queue[0], mark)
	}
	return marked
}
