package exact

// raise puts back what was taken off log R.
func (g *Gap) raise(rise float64) {
	g.LogR += rise
}

// raise puts it back wherever log w is told of.
func (res *Result) raise(rise float64) {
	res.Gap.raise(rise)
	res.FwdLaw.Mean += rise
	res.RevLaw.Mean += rise
	for i, c := range res.Checks {
		if c.Name == fwdLogW || c.Name == revLogW {
			res.Checks[i].A += rise
			res.Checks[i].B += rise
		}
	}
}
