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
	TV        float64                    // the total variation between Q and P
	KSD       exact.Stein                // between Q and P, of the annealing alone
	NearB     float64                    // NaN unless the schedule is the friction schedule
	NearFloor float64                    // likewise
	Estimates map[string]sample.Estimate // by runs: of a number, or of a column that ends in _mc
	Account   *Account                   // nil unless it is a program's
}

// BMinusJ returns B - J, and 0 where it is at most 1e-12 of B: rounding alone may make such a difference.
func (r Run) BMinusJ() float64 {
	B, J := r.B(), r.J()
	if !math.IsInf(B, 0) && math.Abs(B-J) <= 1e-12*math.Abs(B) {
		return 0
	}
	return B - J
}

// An Account has the numbers that only the row of a program has.
type Account struct {
	How              string
	RMSEFwd, RMSERev float64
	Cost, Off, VarW  float64
}

// nearDigits is the number of digits of B near equilibrium: friction is integrated over beta to about 1e-5.
const nearDigits = 5

// Rounded returns a number in these digits.
func Rounded(v float64, digits int) float64 {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64) // infinite past the largest float
	return short
}

// Numbers returns all numbers that a run may have, by the names of their columns. A number is NaN if the run does not
// have it. What was estimated has a standard error under another name.
func (r Run) Numbers() map[string]float64 {
	nan := math.NaN()
	a := Account{RMSEFwd: nan, RMSERev: nan, Cost: nan, Off: nan}
	if r.Account != nil {
		a = *r.Account
	}
	all := map[string]float64{
		"J": r.J(), "kl_q_p": r.Final.Forward, "kl_p_q": r.Final.Reverse,
		"B": r.B(), "path_kl_fwd": r.Paths.Forward, "path_kl_rev": r.Paths.Reverse, "b_minus_j": r.BMinusJ(),
		"log_r": r.LogR, "e_log_w_fwd": r.FwdLogW(), "e_log_w_rev": r.RevLogW(),
		"log_w_fwd_var": r.FwdMoments.Variance, "log_w_fwd_skew": r.FwdMoments.Skewness,
		"log_w_rev_var": r.RevMoments.Variance, "log_w_rev_skew": r.RevMoments.Skewness,
		"ess": r.ESS, "mean_w": r.MeanW, "mean_inv_w": r.MeanInvW,
		"near_b": Rounded(r.NearB, nearDigits), "near_b_floor": Rounded(r.NearFloor, nearDigits),
		"b_pairwise": r.Pairwise.Jeffreys(), "defect": r.Defect,
		"rmse_fwd": a.RMSEFwd, "rmse_rev": a.RMSERev, "cost": a.Cost, "off": a.Off,
	}
	for name, e := range r.Estimates {
		all[name+"_stderr"] = e.StdErr
		if strings.HasSuffix(name, "_mc") {
			all[name] = e.Value
		}
	}
	return all
}

// Values has the numbers of one row of a sweep, by their names. It leaves out a number that was not asked for or does
// not exist.
type Values map[string]Real

// Measure returns all numbers of a sweep from a run.
func Measure(r Run) Values {
	values := Values{}
	for name, v := range r.Numbers() {
		if !math.IsNaN(v) {
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
