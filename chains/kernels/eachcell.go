package kernels

// eachCell has what a kernel finds of each cell at a level. Where rows are asked of all cells it is found for all at
// once. Where single cells are asked, each is found when it is first asked for.
type eachCell[E any] struct {
	find func(x int) E
	all  []E       // nil where single cells are asked
	some map[int]E // those that were asked for at this level
}

// mostSome is the number of cells that are kept of a level of which single cells are asked.
const mostSome = 1 << 20

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
func (b *eachCell[E]) forget() {
	if b.some == nil {
		b.some = map[int]E{}
	}
	clear(b.some)
}

// of returns what there is of a cell.
func (b *eachCell[E]) of(x int) E {
	if b.all != nil {
		return b.all[x]
	}
	found, ok := b.some[x]
	if ok {
		return found
	}
	if len(b.some) == mostSome {
		clear(b.some)
	}
	found = b.find(x)
	b.some[x] = found
	return found
}
