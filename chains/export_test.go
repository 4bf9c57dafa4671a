package chains

// NewRowsOf is NewRows with another limit, and inverted on any number of cells.
var NewRowsOf = newRows

// LawAt returns the law on n cells that the kept row of x stands for.
func (r *Rows) LawAt(x, n int) []float64 {
	law := make([]float64, n)
	here := r.ask(int32(x))
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
