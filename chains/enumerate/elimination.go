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

// ends returns the distribution of the ends. A comparison that accepts a proposal has an end of its own, which tells
// how often the proposal is made.
func (m *machine[E]) ends() (e Ends[E], err error) {
	n := len(m.states)
	accepts := m.accepting()
	e = Ends[E]{P: map[E]float64{}, Proposed: map[E]float64{}, Ways: n, Foretold: m.walks}
	others := map[E]bool{} // ends of no comparison
	out := m.eliminated(accepts)
	total := leaving(out, 0)
	if m.states[0].ended {
		out, total = map[int]float64{0: 1}, 1
	}
	for _, t := range slices.Sorted(maps.Keys(out)) {
		p := out[t] / total
		switch {
		case t > n:
			by := accepts[t-n-1]
			from := m.states[by.from]
			end := m.states[from.to[by.outcome]].end
			e.P[end] += p
			e.Proposed[end] += p / from.choice.Odds[by.outcome]
		case t == n:
			e.Left += p
		case t == 0 && !m.states[0].ended:
		case m.states[t].failed == "":
			e.P[m.states[t].end] += p
			others[m.states[t].end] = true
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
		if others[end] {
			delete(e.Proposed, end)
		}
	}
	return e, nil
}

// eliminated eliminates one state after the other, and returns where the first leads, with weights. These sums have no
// subtraction, and so each probability keeps its digits (Grassmann, Taksar and Heyman 1985). After the number of the
// last state comes that of all that is left out, and then those of the accepts.
func (m *machine[E]) eliminated(accepts []edge) map[int]float64 {
	n := len(m.states)
	own := map[edge]int{}
	for k, by := range accepts {
		own[by] = n + 1 + k
	}
	out := make([]map[int]float64, n+1+len(accepts))
	into := make([]map[int]bool, len(out))
	for s := range out {
		out[s], into[s] = map[int]float64{}, map[int]bool{}
	}
	for s, from := range m.states {
		for i, t := range from.to {
			if t == none {
				t = n
			}
			if number, accepts := own[edge{s, i}]; accepts {
				t = number
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
	return out[0]
}

// An edge is an outcome of a state.
type edge struct{ from, outcome int }

// accepting returns the comparisons that accept a proposal: one side of them ends, and the program stays on the other.
func (m *machine[E]) accepting() (all []edge) {
	if m.Stays == nil {
		return nil
	}
	stays := m.Stays(m.start)
	refused := m.staying(stays)
	for s, from := range m.states {
		if !from.choice.Compared || len(from.choice.Odds) != 2 {
			continue
		}
		for i, t := range from.to {
			other := from.to[1-i]
			isEnd := t != none && m.states[t].ended && m.states[t].failed == "" && m.states[t].end != stays
			if isEnd && (from.choice.Odds[1-i] == 0 || other != none && refused[other]) {
				all = append(all, edge{s, i})
			}
		}
	}
	return all
}

// staying returns the states from which the program surely stays.
func (m *machine[E]) staying(stays E) []bool {
	surely := make([]bool, len(m.states))
	for s, state := range m.states {
		surely[s] = !state.ended || state.failed == "" && state.end == stays
	}
	for changes := true; changes; {
		changes = false
		for s, state := range m.states {
			leads := slices.ContainsFunc(state.to, func(t int) bool { return t == none || !surely[t] })
			if surely[s] && leads {
				surely[s] = false
				changes = true
			}
		}
	}
	return surely
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
