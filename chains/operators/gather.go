package operators

// A gather adds up what several rows put into the same cell.
type gather struct {
	mass []float64
	at   []int // the cells that have got something, each once
}

func newGather(n int) *gather { return &gather{mass: make([]float64, n)} }

// put adds p > 0 to cell y.
func (g *gather) put(y int, p float64) {
	if g.mass[y] == 0 && p > 0 {
		g.at = append(g.at, y)
	}
	g.mass[y] += p
}

// empty visits every cell with its sum, and forgets the sums.
func (g *gather) empty(visit func(y int, p float64)) {
	for _, y := range g.at {
		visit(y, g.mass[y])
		g.mass[y] = 0
	}
	g.at = g.at[:0]
}
