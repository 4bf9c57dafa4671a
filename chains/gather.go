package chains

// A Gather adds up the masses that several rows put into the same cell.
type Gather struct {
	mass []float64
	at   []int // the cells with some mass, each once
}

// NewGather returns an empty Gather of n cells.
func NewGather(n int) *Gather { return &Gather{mass: make([]float64, n)} }

// Put adds p, which is not negative, to the mass of y.
func (g *Gather) Put(y int, p float64) {
	if g.mass[y] == 0 && p > 0 {
		g.at = append(g.at, y)
	}
	g.mass[y] += p
}

// Len returns the number of cells with some mass.
func (g *Gather) Len() int { return len(g.at) }

// Empty visits every cell with some mass, in the order in which they came, and clears them.
func (g *Gather) Empty(visit func(y int, p float64)) {
	for _, y := range g.at {
		visit(y, g.mass[y])
		g.mass[y] = 0
	}
	g.at = g.at[:0]
}
