package columns

// sweptOnly says which rows of a sweep have a value in a column that `breadboard exact` always
// fills.
var sweptOnly = map[string]string{
	"betas":          "if " + descent,
	"log_w_fwd_var":  "of annealings",
	"log_w_fwd_skew": "of annealings",
	"log_w_rev_var":  "of annealings",
	"log_w_rev_skew": "of annealings",
	"ess":            "of annealings",
	"b_pairwise":     "with --full",
	"defect":         "with --full",
	"mean_w":         "with --full, or of programs",
	"mean_inv_w":     "with --full, or of programs",
	"warnings":       "if some row has a warning",
}

// Optional reports whether a sweep may have no value for the column in any row. Then it leaves
// the column out. The columns left out depend on the rows alone: merged shards agree with a sweep
// in one piece.
func (c Column) Optional() bool { return c.When != "" || sweptOnly[c.Name] != "" }

// Says explains the column: its meaning, its digits, and which runs have a value.
func (c Column) Says() string {
	says := c.Meaning
	if c.Digits > 0 {
		says += "; rounded to the digits that it has"
	}
	if c.When != "" {
		says += ". Only if " + c.When
	}
	if when := sweptOnly[c.Name]; when != "" {
		says += ". In a sweep only " + when
	}
	return says + "."
}
