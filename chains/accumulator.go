package chains

// An Accumulator adds up the masses that several rows put into the same cell.
type Accumulator struct {
	mass []float64
	at   []int // the cells with some mass, each once
}

// NewAccumulator returns an empty Accumulator of n cells.
func NewAccumulator(n int) *Accumulator { return &Accumulator{mass: make([]float64, n)} }

// Put adds p, which is not negative, to the mass of y.
func (g *Accumulator) Put(y int, p float64) {
	if g.mass[y] == 0 && p > 0 {
		g.at = append(g.at, y)
	}
	g.mass[y] += p
}

// Len returns the number of cells with some mass.
func (g *Accumulator) Len() int { return len(g.at) }

// Empty visits every cell with some mass, in the order in which they came, and clears them.
func (g *Accumulator) Empty(visit func(y int, p float64)) {
	for _, y := range g.at {
		visit(y, g.mass[y])
		g.mass[y] = 0
	}
	g.at = g.at[:0]
}
