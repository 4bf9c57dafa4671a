package enumerate

import (
	"maps"
	"slices"
)

// findLoops numbers the loops of the states, its strongly connected components of more than a state, or of one that
// leads to itself (Tarjan 1972). A state of no loop has none.
func (m *machine[E]) findLoops() {
	n := len(m.states)
	index := slices.Repeat([]int{none}, n)
	m.loop = slices.Repeat([]int{none}, n)
	low := make([]int, n)
	on := make([]bool, n)
	at := make([]int, n) // the edge of each state that is looked at next
	var stack []int
	count := 0
	open := func(s int) {
		index[s], low[s] = count, count
		on[s] = true
		count++
		stack = append(stack, s)
	}
	open(0)
	for path := []int{0}; len(path) > 0; {
		s := path[len(path)-1]
		if at[s] < len(m.states[s].to) {
			t := m.states[s].to[at[s]]
			at[s]++
			if t != none && index[t] == none {
				open(t)
				path = append(path, t)
			} else if t != none && on[t] {
				low[s] = min(low[s], index[t])
			}
			continue
		}
		path = path[:len(path)-1]
		if len(path) > 0 {
			last := path[len(path)-1]
			low[last] = min(low[last], low[s])
		}
		if low[s] < index[s] {
			continue
		}
		cut := slices.Index(stack, s)
		for _, t := range stack[cut:] {
			on[t] = false
			if len(stack)-cut > 1 || slices.Contains(m.states[s].to, s) {
				m.loop[t] = s
			}
		}
		stack = stack[:cut]
	}
}

// ends returns the distribution of the ends, by eliminating one state after the other. Its sums have no subtraction,
// and so each probability keeps its digits (Grassmann, Taksar and Heyman 1985).
func (m *machine[E]) ends() (e Ends[E], err error) {
	n := len(m.states)
	out := make([]map[int]float64, n+1) // n is where all goes that is left out
	into := make([]map[int]bool, n+1)
	for s := range out {
		out[s], into[s] = map[int]float64{}, map[int]bool{}
	}
	for s, from := range m.states {
		for i, t := range from.to {
			if t == none {
				t = n
			}
			if p := from.choice.Odds[i]; p > 0 {
				out[s][t] += p
				into[t][s] = true
			}
		}
	}
	for s := n - 1; s > 0; s-- {
		if m.states[s].ended {
			continue
		}
		total := leaving(out[s], s)
		for _, r := range slices.Sorted(maps.Keys(into[s])) {
			share, leads := out[r][s]
			if r == s || !leads {
				continue
			}
			delete(out[r], s)
			for t, p := range out[s] {
				if t != s {
					out[r][t] += share * p / total
					into[t][r] = true
				}
			}
		}
		out[s] = nil
	}
	total := leaving(out[0], 0)
	if m.states[0].ended {
		out[0], total = map[int]float64{0: 1}, 1
	}
	e = Ends[E]{P: map[E]float64{}, Ways: n, Foretold: m.walks}
	for _, t := range slices.Sorted(maps.Keys(out[0])) {
		p := out[0][t] / total
		switch {
		case t == n:
			e.Left += p
		case t == 0 && !m.states[0].ended:
		case m.states[t].failed == "":
			e.P[m.states[t].end] += p
		case p > rounding:
			return e, FailedError{m.start, m.states[t].failed}
		default:
			e.Left += p
		}
	}
	if e.Left > rounding {
		return e, ErrEndless
	}
	for end := range e.P {
		e.P[end] /= 1 - e.Left
	}
	return e, nil
}

// leaving returns the sum of what leads from a state to others, in their order.
func leaving(out map[int]float64, s int) (sum float64) {
	for _, t := range slices.Sorted(maps.Keys(out)) {
		if t != s {
			sum += out[t]
		}
	}
	return sum
}
