package run

import "fmt"

// A Finding is a claim of the paper, or of the study, with its verdict.
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

// Find makes a finding with its evidence.
func Find(claim string, holds bool, evidence string, numbers ...any) Finding {
	return Finding{Claim: claim, Holds: holds, Evidence: fmt.Sprintf(evidence, numbers...)}
}
