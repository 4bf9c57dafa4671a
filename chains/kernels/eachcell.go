package kernels

import "breadboard/chains/operators"

// eachCell has what a kernel finds of each cell at a level. Where rows are asked of all cells it is found for all at
// once. Where single cells are asked, each is found when it is first asked for.
type eachCell[E any] struct {
	find func(x int) E
	all  []E                // nil where single cells are asked
	some *operators.Memo[E] // those that were asked for at this level
}

// newEachCell returns what find finds of so many cells.
func newEachCell[E any](cells int, find func(x int) E) eachCell[E] {
	return eachCell[E]{find: find, some: operators.NewMemo[E](cells)}
}

// findAll finds what there is of all n cells.
func (b *eachCell[E]) findAll(n int) {
	if b.all == nil {
		b.all = make([]E, n)
	}
	for x := range b.all {
		b.all[x] = b.find(x)
	}
}

// forget forgets the cells of another level.
func (b *eachCell[E]) forget() { b.some.Forget() }

// of returns what there is of a cell.
func (b *eachCell[E]) of(x int) E {
	if b.all != nil {
		return b.all[x]
	}
	found, ok := b.some.Of(x)
	if !ok {
		found = b.find(x)
		b.some.Keep(x, found)
	}
	return found
}
