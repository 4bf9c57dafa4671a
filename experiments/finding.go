package experiments

// A Finding is a claim of the paper, or of this study, with its verdict.
type Finding struct {
	Claim    string
	Holds    bool
	Evidence string // the numbers that decide
}

// Verdict says whether the claim holds.
func (f Finding) Verdict() string {
	if f.Holds {
		return "holds"
	}
	return "does not hold"
}
