package reports

import (
	"fmt"
	"math"

	"breadboard/exact"
	"breadboard/experiments"
)

// found says how the schedule was found.
func found(r experiments.Exact) string {
	how := "converged"
	if math.IsInf(r.Choice.Value, 1) {
		return fmt.Sprintf("%s, T = %d: there is nothing to descend, every schedule has an infinite one; %s is kept.", r.Chain.Schedule, r.T, r.Choice.Start)
	}
	if !r.Choice.Converged {
		how = "did not converge"
	}
	return fmt.Sprintf("%s, T = %d: descent from %s %s, gradient %s, %d evaluations.",
		r.Chain.Schedule, r.T, r.Choice.Start, how, Short(r.Choice.Gradient), r.Choice.Evaluations)
}

// Weights is the table, for people, of what there is to say of log w beside B: no
// row of a run of which nothing is known of it.
func Weights(rows []experiments.Exact) Table {
	t := Table{Title: "The weights", Lead: 1, Columns: []Column{
		{"T", ""}, {"near_b", "near-eq. B"}, {"near_b_floor", "its least"}, {"log_w_fwd_var", "var fwd"}, {"log_w_rev_var", "var rev"}, {"ess", "ESS"}}}
	t.Notes = []string{"B near equilibrium, and the least of any schedule there: of no meaning where it is far above B; the variance of log w, forward and in reverse; the effective sample size of one weight."}
	seen := map[string]bool{}
	for _, r := range rows {
		if r.NoNear != nil && math.IsNaN(r.FwdLaw.Variance) && math.IsNaN(r.RevLaw.Variance) && math.IsNaN(r.ESS) {
			continue
		}
		near := []any{r.Near.B, r.Near.Floor}
		if r.NoNear != nil {
			near = []any{nil, nil}
			if why := "No B near equilibrium: " + r.NoNear.Error() + "."; !seen[why] {
				seen[why] = true
				t.Notes = append(t.Notes, why)
			}
		}
		t.Rows = append(t.Rows, append(append([]any{r.T}, near...), known(r.FwdLaw.Variance), known(r.RevLaw.Variance), known(r.ESS)))
	}
	return t
}

// missing says why numbers of the run do not exist.
func missing(r experiments.Exact) []string {
	var why []string
	if r.Q == nil {
		why = append(why, fmt.Sprintf("no q: of %d states it would be long; it is given of up to %d", r.States, experiments.MostUnasked))
	}
	if r.NoNear != nil {
		why = append(why, "no near_b and near_b_floor: "+r.NoNear.Error())
	}
	for _, law := range []struct {
		name string
		exact.Moments
	}{{"fwd", r.FwdLaw}, {"rev", r.RevLaw}} {
		switch {
		case math.IsInf(law.Mean, 0):
			why = append(why, fmt.Sprintf("no log_w_%s_var and log_w_%s_skew: the mean is infinite", law.name, law.name))
		case math.IsNaN(law.Variance): // a warning of the run says why
		case math.IsNaN(law.Skewness):
			why = append(why, fmt.Sprintf("no log_w_%s_skew: log w does not vary", law.name))
		}
	}
	return why
}
