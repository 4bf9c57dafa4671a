package chains

// DistributionAt returns the distribution on n cells that the kept row of x stands for.
func (rows *KeptRows) DistributionAt(x, n int) []float64 {
	r := rows.parts[0]
	p := make([]float64, n)
	here := r.keep(int32(x))
	for i := range here.n {
		s := r.slots[here.from+i]
		below := float64(s.threshold) / 0x1p64
		p[s.a] += below / float64(here.n)
		p[s.b] += (1 - below) / float64(here.n)
	}
	return p
}
