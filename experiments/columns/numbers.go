// Package columns has the numbers of a run, by the names of the columns that they fill in the tables of exact and of a
// sweep. columns.txt says what every column of every table means. Which columns a table has, and in which order, stands
// in package reports.
//
// A new number of every run is a line here, a line in columns.txt, and a key at the end of a table: all others keep
// their places, because scripts and old files rely on them.
package columns

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"breadboard/chains/sample"
	"breadboard/exact"
)

// A Run has the numbers of one annealing, or of a program on it.
type Run struct {
	exact.Result
	TV        float64 // the total variation between Q and P
	NearB     float64 // NaN unless the schedule is the friction schedule
	NearFloor float64
	Estimates *Estimates // nil without Monte Carlo
	Account   *Account   // nil unless it is a program's
}

// BMinusJ returns B - J, and 0 where it is at most 1e-12 of B: rounding alone may make such a difference.
func (r Run) BMinusJ() float64 {
	B, J := r.B(), r.J()
	if !math.IsInf(B, 0) && math.Abs(B-J) <= 1e-12*math.Abs(B) {
		return 0
	}
	return B - J
}

// pathKL returns KL(forward paths‖reverse paths). It is NaN for an annealing without a reverse chain, because its steps
// miss p: Paths.Forward is then not a divergence.
func (r Run) pathKL() float64 {
	if r.Account == nil && math.IsNaN(r.Paths.Reverse) {
		return math.NaN()
	}
	return r.Paths.Forward
}

// Estimates has numbers from Monte Carlo chains.
type Estimates struct{ B, FwdLogW, RevLogW sample.Estimate }

// An Account has the numbers that only the row of a program has. A StdErr is NaN unless the program was sampled.
type Account struct {
	How                                  string
	B, FwdLogW, RevLogW, MeanW, MeanInvW sample.Estimate
	RMSEFwd, RMSERev                     sample.Estimate
	Cost                                 float64
	Off                                  float64
	VarW                                 float64
}

// nearDigits is the number of digits of B near equilibrium: friction is integrated over beta to about 1e-5.
const nearDigits = 5

// Rounded returns a number in these digits.
func Rounded(v float64, digits int) float64 {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64) // infinite past the largest float
	return short
}

// Numbers has a function for each number that a sweep may have, which reads it from a run. It returns NaN if the run
// does not have the number.
var Numbers = map[string]func(Run) float64{
	"J":                     Run.J,
	"B":                     Run.B,
	"b_minus_j":             Run.BMinusJ,
	"kl_q_p":                func(r Run) float64 { return r.Final.Forward },
	"kl_p_q":                func(r Run) float64 { return r.Final.Reverse },
	"path_kl_fwd":           Run.pathKL,
	"path_kl_rev":           func(r Run) float64 { return r.Paths.Reverse },
	"log_r":                 func(r Run) float64 { return r.LogR },
	"e_log_w_fwd":           Run.FwdLogW,
	"e_log_w_rev":           Run.RevLogW,
	"log_w_fwd_var":         func(r Run) float64 { return r.FwdMoments.Variance },
	"log_w_fwd_skew":        func(r Run) float64 { return r.FwdMoments.Skewness },
	"log_w_rev_var":         func(r Run) float64 { return r.RevMoments.Variance },
	"log_w_rev_skew":        func(r Run) float64 { return r.RevMoments.Skewness },
	"ess":                   func(r Run) float64 { return r.ESS },
	"near_b":                func(r Run) float64 { return Rounded(r.NearB, nearDigits) },
	"near_b_floor":          func(r Run) float64 { return Rounded(r.NearFloor, nearDigits) },
	"b_pairwise":            func(r Run) float64 { return r.Pairwise.Jeffreys() },
	"mean_w":                func(r Run) float64 { return r.MeanW },
	"mean_inv_w":            func(r Run) float64 { return r.MeanInvW },
	"defect":                func(r Run) float64 { return r.Defect },
	"b_mc":                  sampled(func(e Estimates) float64 { return e.B.Value }),
	"b_mc_stderr":           sampled(func(e Estimates) float64 { return e.B.StdErr }),
	"e_log_w_fwd_mc":        sampled(func(e Estimates) float64 { return e.FwdLogW.Value }),
	"e_log_w_fwd_mc_stderr": sampled(func(e Estimates) float64 { return e.FwdLogW.StdErr }),
	"e_log_w_rev_mc":        sampled(func(e Estimates) float64 { return e.RevLogW.Value }),
	"e_log_w_rev_mc_stderr": sampled(func(e Estimates) float64 { return e.RevLogW.StdErr }),
	"rmse_fwd":              accounted(func(a Account) float64 { return a.RMSEFwd.Value }),
	"rmse_rev":              accounted(func(a Account) float64 { return a.RMSERev.Value }),
	"cost":                  accounted(func(a Account) float64 { return a.Cost }),
	"off":                   accounted(func(a Account) float64 { return a.Off }),
	"b_stderr":              accounted(func(a Account) float64 { return a.B.StdErr }),
	"e_log_w_fwd_stderr":    accounted(func(a Account) float64 { return a.FwdLogW.StdErr }),
	"e_log_w_rev_stderr":    accounted(func(a Account) float64 { return a.RevLogW.StdErr }),
	"mean_w_stderr":         accounted(func(a Account) float64 { return a.MeanW.StdErr }),
	"mean_inv_w_stderr":     accounted(func(a Account) float64 { return a.MeanInvW.StdErr }),
	"rmse_fwd_stderr":       accounted(func(a Account) float64 { return a.RMSEFwd.StdErr }),
	"rmse_rev_stderr":       accounted(func(a Account) float64 { return a.RMSERev.StdErr }),
}

func sampled(of func(Estimates) float64) func(Run) float64 {
	return func(r Run) float64 { return ofKnown(r.Estimates, of) }
}

func accounted(of func(Account) float64) func(Run) float64 {
	return func(r Run) float64 { return ofKnown(r.Account, of) }
}

// ofKnown returns a number of all; NaN if all is nil.
func ofKnown[T any](all *T, of func(T) float64) float64 {
	if all == nil {
		return math.NaN()
	}
	return of(*all)
}

// Values has the numbers of one row of a sweep, by their names. It leaves out a number that was not asked for or does
// not exist.
type Values map[string]Real

// Measure returns all numbers of a sweep from a run.
func Measure(r Run) Values {
	values := Values{}
	for name, of := range Numbers {
		if v := of(r); !math.IsNaN(v) {
			values[name] = Real(v)
		}
	}
	return values
}

// At returns the number with this name, or NaN if it is left out.
func (v Values) At(name string) float64 {
	if x, ok := v[name]; ok {
		return float64(x)
	}
	return math.NaN()
}

// A Real holds a float in JSON, which has no infinite numbers and no NaN: these are the texts "inf" and "-inf", and
// null.
type Real float64

// MarshalJSON writes the fewest digits that read back the same.
func (v Real) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsInf(float64(v), 1):
		return []byte(`"inf"`), nil
	case math.IsInf(float64(v), -1):
		return []byte(`"-inf"`), nil
	case math.IsNaN(float64(v)):
		return []byte("null"), nil
	}
	return json.Marshal(float64(v))
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (v *Real) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*v = Real(math.NaN())
		return nil
	}
	number, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	*v = Real(number)
	return err
}
