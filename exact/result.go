package exact

// A Result holds everything that is exact about an annealing, with the disagreement
// of its checks.
type Result struct {
	Gap
	// Steps has one entry for each step of the weight, from level T-1 = 1 to T. Their
	// sums are Paths.
	Steps []Step
	// Pairwise is Paths again, by Eq. (22)-(23) from pairwise marginals. It is NaN if
	// that needs masses below any float.
	Pairwise Divergence
	// MeanW is E_fwd[w] Z_1/Z_T. It is 1 if p_1 has mass wherever p_T has, and NaN if
	// p_1 has masses below any float.
	MeanW float64
	// MeanInvW is E_rev[1/w] Z_T/Z_1. It is 1 if p_T has mass wherever p_1 has, and NaN
	// if p_T has masses below any float.
	MeanInvW float64
	// ESS is E_fwd[w]²/E_fwd[w²], the effective sample size of one weight: 0 if E[w²]
	// is infinite.
	ESS      float64
	FwdLaw   Moments // of log w, forward
	RevLaw   Moments // of log w, in reverse
	Checks   []Check
	Defect   float64 // the largest of the checks' defects
	Warnings []string
}

// A Step is the weight's step from level T-1 to T, and what it adds to both path
// divergences.
type Step struct {
	T    int
	Beta float64 // β_T
	Part Divergence
}

// A Check holds two numbers that are equal in exact arithmetic, computed in two ways.
type Check struct {
	Name   string
	A, B   float64
	Defect float64 // |A - B| over the size of what was added up to get them
}

// restore adds to all means of log w the constant that was taken off the log densities.
func (res *Result) restore(rise float64) {
	res.LogR += rise
	res.FwdLaw.Mean += rise
	res.RevLaw.Mean += rise
	for i, c := range res.Checks {
		if c.Name == fwdLogW || c.Name == revLogW {
			res.Checks[i].A += rise
			res.Checks[i].B += rise
		}
	}
}
