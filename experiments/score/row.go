package score

import (
	"encoding/json"
	"strings"

	"breadboard/exact/timeaverage"
	"breadboard/experiments/columns"
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
	// Limit is that of RESS/N as N grows, from whichever start; NaN if there is none or too many states.
	Limit float64 `json:"-"`
	// Chains is the number of sampled chains whose squared errors make up the mean; StdErr is the
	// standard error of RESS. Both are 0 if the row is exact. The mean of squared KS distances is the
	// Variance, and R is the Spread.
	Chains int     `json:"chains,omitempty"`
	StdErr float64 `json:"stderr,omitempty"`
	// Seed is the density's, if it is random, and MCSeed that of the chains, if there are any.
	Seed   *uint64 `json:"seed,omitempty"`
	MCSeed uint64  `json:"mc_seed,omitempty"`
}

// A line is a row in JSON, which has no word for a limit that is not there.
type line struct {
	bare
	Limit columns.Real `json:"limit"`
}

// bare is a Row without its methods.
type bare Row

// MarshalJSON writes a limit that is not there as null.
func (r Row) MarshalJSON() ([]byte, error) { return json.Marshal(line{bare(r), columns.Real(r.Limit)}) }

// UnmarshalJSON reads what MarshalJSON wrote.
func (r *Row) UnmarshalJSON(data []byte) error {
	var l line
	if err := json.Unmarshal(data, &l); err != nil {
		return err
	}
	*r = Row(l.bare)
	r.Limit = float64(l.Limit)
	return nil
}

// Class is the function without its axis or number: mean, var, ks, logf, mode or file.
func (r Row) Class() string { return classOf(r.Function) }

// classOf is a function's name without its axis or number.
func classOf(function string) string {
	name, _, _ := strings.Cut(function, ":")
	return name
}

// isDistance reports whether a function, as in flags, is a KS distance.
func isDistance(function string) bool { return classOf(function) == "ks" }

// Distance reports whether the row is of a KS distance, which has no bias.
func (r Row) Distance() bool { return isDistance(r.Function) }

// Solved reports whether the sampler succeeds.
func (r Row) Solved() bool { return r.RESS() >= Enough }
