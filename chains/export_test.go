package chains

// DistributionAt returns the distribution on n cells that the kept row of x stands for.
func (rows *Rows) DistributionAt(x, n int) []float64 {
	r := rows.parts[0]
	law := make([]float64, n)
	here := r.keep(int32(x))
	for i := range here.n {
		s := r.slots[here.from+i]
		below := float64(s.threshold) / 0x1p64
		law[s.a] += below / float64(here.n)
		law[s.b] += (1 - below) / float64(here.n)
	}
	return law
}
