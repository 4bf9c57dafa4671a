package exact

import "math"

// raise puts back what was taken off log R. The rise is a difference of two constants,
// rounded, and of pairs of cells it is multiplied.
func (g *Gap) raise(rise float64) {
	if rise != 0 {
		g.LogR += rise
		g.LogRErr += unit * (3*math.Abs(rise) + math.Abs(g.LogR))
	}
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
