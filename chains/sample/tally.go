package sample

// A tally counts particles by cell.
type tally struct {
	count []int
	cells []int32 // that have some, in the order in which they came
}

func newTally(cells int) *tally { return &tally{count: make([]int, cells)} }

func (t *tally) add(x int32, n int) {
	if n == 0 {
		return
	}
	if t.count[x] == 0 {
		t.cells = append(t.cells, x)
	}
	t.count[x] += n
}

func (t *tally) addAll(of *tally) {
	for _, x := range of.cells {
		t.add(x, of.count[x])
	}
}

func (t *tally) clear() {
	for _, x := range t.cells {
		t.count[x] = 0
	}
	t.cells = t.cells[:0]
}

// list appends the cells and their numbers.
func (t *tally) list(cells []int32, counts []int) ([]int32, []int) {
	for _, x := range t.cells {
		cells = append(cells, x)
		counts = append(counts, t.count[x])
	}
	return cells, counts
}
