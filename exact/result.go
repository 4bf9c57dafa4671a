package exact

// A Result is everything that is exact about an annealing, with its own doubt.
type Result struct {
	Gap
	Steps    []Step     // one a step of the weight, from level T-1 = 1 to T; their sums are Paths
	Pairwise Divergence // Paths again, by Eq. (22)-(23) from pairwise marginals; NaN where that needs masses below any float
	MeanW    float64    // E_fwd[w] Z_1/Z_T, which is 1 where p_1 has mass wherever p_T has; NaN where masses are below any float
	MeanInvW float64    // E_rev[1/w] Z_T/Z_1, which is 1 where p_T has mass wherever p_1 has; NaN likewise
	ESS      float64    // E_fwd[w]²/E_fwd[w²], the effective sample size of one weight; 0 where E[w²] is infinite
	FwdLaw   Moments    // of log w, forward
	RevLaw   Moments    // of log w in reverse
	Checks   []Check
	Defect   float64 // the largest of the checks' defects
	Warnings []string
}

// A Step is the weight's step from level T-1 to T, and what it adds to the two
// path divergences.
type Step struct {
	T    int
	Beta float64 // β_T
	Part Divergence
}

// A Check is two numbers that are equal in exact arithmetic, got in two ways.
type Check struct {
	Name   string
	A, B   float64
	Defect float64 // |A - B| over the size of what was added up to get them
}
