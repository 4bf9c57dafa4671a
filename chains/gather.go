package chains

// A Gather adds up what several rows put into the same cell.
type Gather struct {
	mass []float64
	at   []int // the cells that have got something, each once
}

// NewGather returns a Gather of n cells, which is empty.
func NewGather(n int) *Gather { return &Gather{mass: make([]float64, n)} }

// Put adds p, which is not negative, to what y has.
func (g *Gather) Put(y int, p float64) {
	if g.mass[y] == 0 && p > 0 {
		g.at = append(g.at, y)
	}
	g.mass[y] += p
}

// Len returns the number of cells that have something.
func (g *Gather) Len() int { return len(g.at) }

// Empty visits every cell that has something with its sum, in the order in which they came, and forgets the sums.
func (g *Gather) Empty(visit func(y int, p float64)) {
	for _, y := range g.at {
		visit(y, g.mass[y])
		g.mass[y] = 0
	}
	g.at = g.at[:0]
}
