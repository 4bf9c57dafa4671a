package experiments

import (
	"fmt"
	"strings"
)

// A Finding is a claim of the paper, or of this study, with its verdict.
type Finding struct {
	Claim    string
	Holds    bool
	For      []string // the cases for which it holds, if it holds for some and not for all
	Evidence string   // the numbers that decide
}

// Verdict says whether the claim holds.
func (f Finding) Verdict() string {
	switch {
	case f.Holds:
		return "holds"
	case f.For != nil:
		return "holds for " + strings.Join(f.For, " and ")
	}
	return "does not hold"
}

// Find makes a finding with its evidence.
func Find(claim string, holds bool, evidence string, numbers ...any) Finding {
	return Finding{Claim: claim, Holds: holds, Evidence: fmt.Sprintf(evidence, numbers...)}
}
