package enumerate

import "slices"

// A tree has the beginnings of ways that are still to be run. Ways come depth first: the last beginning is the next.
type tree[E comparable] struct{ open []Run[E] }

// next takes up to n beginnings, the longest ones.
func (t *tree[E]) next(n int) []Run[E] {
	cut := max(0, len(t.open)-n)
	asked := slices.Clone(t.open[cut:])
	t.open = t.open[:cut]
	slices.Reverse(asked)
	return asked
}

// grow adds all other ways in which the choices of a run can fall after its beginning, the first outcome last.
func (t *tree[E]) grow(r Run[E], begun int) {
	for k := begun; k < len(r.Choices); k++ {
		odds := r.Choices[k].Odds
		for i, p := range slices.Backward(odds) {
			if p > 0 && i != r.Outcomes[k] {
				outcomes := make([]int, k+1)
				copy(outcomes, r.Outcomes[:k])
				outcomes[k] = i
				t.open = append(t.open, Run[E]{Start: r.Start, Outcomes: outcomes, Choices: r.Choices[: k+1 : k+1]})
			}
		}
	}
}

// drop leaves out all ways from a start.
func (t *tree[E]) drop(start int) {
	t.open = slices.DeleteFunc(t.open, func(r Run[E]) bool { return r.Start == start })
}
