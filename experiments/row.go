package experiments

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
)

// A Row is a finished cell: every scalar that is known of it. NaN is a number
// that was not asked for or does not exist; Warnings say why, where it is not
// plain. Infinite is what is infinite.
type Row struct {
	Key  string
	Cell Cell
	Grid string // "7x7"

	J, B                float64 // of the whole state that the chain runs on
	JCell               float64 // of the target's cell alone: J, unless the kernel extends the state
	KLQP, KLPQ          float64 // the two parts of J
	PathFwd, PathRev    float64 // the two parts of B
	LogR                float64 // log Z_T/Z_1
	JErr, BErr          float64 // how far rounding can have put J and B off
	FwdLogW, RevLogW    float64 // E_fwd[log w], E_rev[log w]
	FwdVar, FwdSkew     float64 // of log w, forward
	RevVar, RevSkew     float64 // and in reverse
	ESS                 float64 // the effective sample size of one weight
	NearB, NearBFloor   float64 // near equilibrium: B of this schedule, and of the best
	Pairwise            float64 // B from pairwise marginals
	MeanW, MeanInvW     float64 // 1 in exact arithmetic
	Defect              float64
	MCB, MCBErr         float64 // the estimate of B and its standard error
	MCFwdLogW, MCFwdErr float64
	MCRevLogW, MCRevErr float64
	Chosen              *Chosen // nil where the schedule is not one chosen by truth
	Fault               string  // why there is no result, in a cell that cannot be run; then every number is NaN
	Warnings            []string
	Build               Build
}

// Chosen is how the choosing of a schedule by truth went.
type Chosen struct {
	Start       string // the schedule it was improved from; "" where nothing was
	Converged   bool
	Gradient    float64 // its norm at the end
	Evaluations int
}

// chosenLine is Chosen in a journal.
type chosenLine struct {
	Start       string `json:"start"`
	Converged   bool   `json:"converged"`
	Gradient    real   `json:"gradient"`
	Evaluations int    `json:"evaluations"`
}

// A scalar is one of a row's, by its name in tables.
type scalar struct {
	name string
	at   *float64
}

// numbers are all of the row's, in the order of tables.
func (r *Row) numbers() []scalar {
	return []scalar{
		{"J", &r.J}, {"B", &r.B}, {"j_cell", &r.JCell}, {"kl_q_p", &r.KLQP}, {"kl_p_q", &r.KLPQ},
		{"path_kl_fwd", &r.PathFwd}, {"path_kl_rev", &r.PathRev}, {"log_r", &r.LogR},
		{"j_error", &r.JErr}, {"b_error", &r.BErr},
		{"e_log_w_fwd", &r.FwdLogW}, {"e_log_w_rev", &r.RevLogW},
		{"log_w_fwd_var", &r.FwdVar}, {"log_w_fwd_skew", &r.FwdSkew},
		{"log_w_rev_var", &r.RevVar}, {"log_w_rev_skew", &r.RevSkew},
		{"ess", &r.ESS}, {"near_b", &r.NearB}, {"near_b_floor", &r.NearBFloor},
		{"b_pairwise", &r.Pairwise}, {"mean_w", &r.MeanW}, {"mean_inv_w", &r.MeanInvW}, {"defect", &r.Defect},
		{"b_mc", &r.MCB}, {"b_mc_stderr", &r.MCBErr},
		{"e_log_w_fwd_mc", &r.MCFwdLogW}, {"e_log_w_fwd_mc_stderr", &r.MCFwdErr},
		{"e_log_w_rev_mc", &r.MCRevLogW}, {"e_log_w_rev_mc_stderr", &r.MCRevErr},
	}
}

// Numbers are all of the row's by their names in tables, in that order.
func (r Row) Numbers() iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for _, n := range r.numbers() {
			if !yield(n.name, *n.at) {
				return
			}
		}
	}
}

// unknown makes every number NaN.
func (r *Row) unknown() {
	for _, n := range r.numbers() {
		*n.at = math.NaN()
	}
}

// A rowLine is a row in a journal.
type rowLine struct {
	Key      string          `json:"key"`
	Cell     Cell            `json:"cell"`
	Grid     string          `json:"grid,omitempty"`
	Values   map[string]real `json:"values"` // of what is not NaN
	Chosen   *chosenLine     `json:"chosen,omitempty"`
	Fault    string          `json:"fault,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
	Build    Build           `json:"build"`
}

// MarshalJSON is one object that says everything; infinite values are the texts
// "inf" and "-inf", and what is NaN is left out.
func (r Row) MarshalJSON() ([]byte, error) {
	line := rowLine{r.Key, r.Cell, r.Grid, map[string]real{}, nil, r.Fault, r.Warnings, r.Build}
	if c := r.Chosen; c != nil {
		line.Chosen = &chosenLine{c.Start, c.Converged, real(c.Gradient), c.Evaluations}
	}
	for name, v := range r.Numbers() {
		if !math.IsNaN(v) {
			line.Values[name] = real(v)
		}
	}
	return json.Marshal(line)
}

// UnmarshalJSON reads what MarshalJSON wrote, to the last bit. The error also is
// that the key is not that of the cell and the build beside it.
func (r *Row) UnmarshalJSON(data []byte) error {
	var line rowLine
	if err := json.Unmarshal(data, &line); err != nil {
		return err
	}
	if line.Key != line.Cell.Key(line.Build) {
		return fmt.Errorf("the key %q is not that of its cell", line.Key)
	}
	*r = Row{Key: line.Key, Cell: line.Cell, Grid: line.Grid, Fault: line.Fault, Warnings: line.Warnings, Build: line.Build}
	if c := line.Chosen; c != nil {
		r.Chosen = &Chosen{c.Start, c.Converged, float64(c.Gradient), c.Evaluations}
	}
	r.unknown()
	for _, n := range r.numbers() {
		if v, ok := line.Values[n.name]; ok {
			*n.at = float64(v)
		}
	}
	return nil
}

// A real is a float in JSON, also where it is none of JSON's numbers.
type real float64

// MarshalJSON has the fewest digits that read back the same.
func (v real) MarshalJSON() ([]byte, error) {
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

// UnmarshalJSON reads it.
func (v *real) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `"inf"`:
		*v = real(math.Inf(1))
	case `"-inf"`:
		*v = real(math.Inf(-1))
	case "null":
		*v = real(math.NaN())
	default:
		return json.Unmarshal(data, (*float64)(v))
	}
	return nil
}
