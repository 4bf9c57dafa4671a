package chains

// NewRowsOf are rows of one part, inverted on any number of cells.
func NewRowsOf(cells int, of Rower, inverts bool) *Rows {
	return &Rows{of, []*table{newTable(cells, of, inverts)}}
}

// LawAt returns the law on n cells that the kept row of x stands for.
func (rows *Rows) LawAt(x, n int) []float64 {
	r := rows.parts[0]
	law := make([]float64, n)
	here := r.keep(int32(x))
	before := 0.0
	for i := range here.n {
		at := here.from + i
		if r.inverts {
			law[r.to[at]] += r.upTo[at] - before
			before = r.upTo[at]
			continue
		}
		s := r.slots[at]
		below := float64(s.threshold) / 0x1p64
		law[s.a] += below / float64(here.n)
		law[s.b] += (1 - below) / float64(here.n)
	}
	return law
}
