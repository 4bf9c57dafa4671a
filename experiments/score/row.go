package score

import (
	"strings"

	"breadboard/exact/timeaverage"
)

// Enough is the RESS from which on a sampler is said to succeed: a dozen independent draws, after
// MacKay (2003).
const Enough = 12

// A Row is the accuracy of one time average.
type Row struct {
	Density  string `json:"density"`
	Kernel   string `json:"kernel"`
	Function string `json:"function"`
	Start    string `json:"start"`
	timeaverage.Accuracy
	Budget int     `json:"budget"` // what N is made of: steps, evaluations of the density or microseconds
	NESS   float64 `json:"-"`      // RESS over the median of the kernels' N (Eq. 7); 0 before Normalize
	// Chains is the number of sampled chains whose squared errors make up the mean; StdErr is the
	// standard error of RESS. Both are 0 if the row is exact.
	Chains int     `json:"chains,omitempty"`
	StdErr float64 `json:"stderr,omitempty"`
}

// Class is the function without its axis or number: mean, var, logf, mode or file.
func (r Row) Class() string {
	name, _, _ := strings.Cut(r.Function, ":")
	return name
}

// Solved reports whether the sampler succeeds.
func (r Row) Solved() bool { return r.RESS() >= Enough }
