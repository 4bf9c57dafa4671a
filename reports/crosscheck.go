package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/sample"
	"breadboard/experiments"
)

// CrossCheck is the table of Monte Carlo estimates beside their exact values, and
// of the chi-square of the final states against exact q. There is one row an
// estimate; for programs the chi-square is one more, "chi_square", whose exact
// value and standard error are those of its law, and B's has the bootstrap
// interval as well. A z of more than 4 in size, which chance has brought about
// with probability 6e-5, is marked as failed; one whose standard error has a
// warning against it is marked as in doubt, whatever its size. Notes explain the
// marks.
func CrossCheck(checks []experiments.CrossCheck, f Format) Table {
	if f == CSV || f == JSON {
		return checksInFull(checks)
	}
	t := Table{Title: "Monte Carlo estimates beside exact values", Lead: 3, Columns: []Column{
		{"target", ""}, {"T", ""}, {"quantity", ""}, {"exact", ""}, {"estimate", ""}, {"stderr", ""}, {"z", ""}}}
	for _, c := range checks {
		for _, e := range c.Comparisons {
			t.Rows = append(t.Rows, []any{c.Target, c.T, forReaders[e.Name], e.Exact, e.Estimate, e.StdErr, zCell(e)})
		}
		t.Notes = append(t.Notes, notes(c)...)
	}
	t.Notes = append(markNotes(t.Rows), t.Notes...)
	same := func(c experiments.CrossCheck) bool { return c.Target == checks[0].Target }
	if !slices.ContainsFunc(checks, func(c experiments.CrossCheck) bool { return !same(c) }) {
		t.Lead, t.Columns = 2, t.Columns[1:]
		for i := range t.Rows {
			t.Rows[i] = t.Rows[i][1:]
		}
	}
	return t
}

// forReaders are the estimates' names as formulas.
var forReaders = map[string]string{
	"e_log_w_fwd": "E_fwd[log w]",
	"e_log_w_rev": "E_rev[log w]",
	"B":           "B",
	"log_r_lower": "log E_fwd[w]",
	"log_r_upper": "-log E_rev[1/w]",
	"mean_w":      "E_fwd[w] Z_1/Z_T",
	"mean_inv_w":  "E_rev[1/w] Z_T/Z_1",
	"ess":         "ESS of one weight",
}

// The marks of a z, and what they mean.
const (
	doubt     = "(!)"
	doubtNote = "(!): the standard error is not to be trusted, and so z says nothing; " +
		"a warning has the reason, or the chains were all alike."
	failed     = "(!!)"
	failedNote = "(!!): more than 4 standard errors from the exact value, which chance explains with probability 6e-5."
)

// zCell is z with two decimals and its mark.
func zCell(e experiments.Comparison) any {
	z := fmt.Sprintf("%+.2f", e.Z)
	switch {
	case math.IsNaN(e.Z):
		return nil
	case e.Warning != "" || math.IsInf(e.Z, 0):
		return Verdict{Text: z + " " + doubt, Doubt: true}
	case math.Abs(e.Z) > 4:
		return Verdict{Text: z + " " + failed, Failed: true}
	}
	return Verdict{Text: z}
}

// markNotes explain the marks that there are in the rows.
func markNotes(rows [][]any) []string {
	var all []string
	for _, m := range []struct{ mark, note string }{{doubt, doubtNote}, {failed, failedNote}} {
		if slices.ContainsFunc(rows, func(row []any) bool { return strings.HasSuffix(forPeople(row[len(row)-1]), " "+m.mark) }) {
			all = append(all, m.note)
		}
	}
	return all
}

func notes(c experiments.CrossCheck) []string {
	at := fmt.Sprintf("%s, T = %d, %d chains each way, seed %d: ", c.Target, c.T, c.Chains, c.Seed)
	b := fmt.Sprintf("B in [%s, %s] by bootstrap, 95%%", Short(c.Bootstrap.Low), Short(c.Bootstrap.High))
	for _, e := range c.Comparisons {
		if e.Name == "B" {
			b = fmt.Sprintf("B in [%s, %s] by the normal law and in [%s, %s] by bootstrap, 95%% each",
				Short(e.Interval.Low), Short(e.Interval.High), Short(c.Bootstrap.Low), Short(c.Bootstrap.High))
		}
	}
	all := []string{fmt.Sprintf("%sfinal states against exact q %s; %s.", at, fitted(c.Fit), b)}
	if c.Warnings != nil {
		all = append(all, fmt.Sprintf("Warning, %s, T = %d: %s.", c.Target, c.T, strings.Join(c.Warnings, "; ")))
	}
	return all
}

// fitted says how the test of the final states went.
func fitted(f sample.Fit) string {
	switch {
	case f.TooFew():
		return tooFew
	case f.DF == 0:
		return "are all in the one cell where that has mass"
	}
	return fmt.Sprintf("have chi-square %s on %d degrees of freedom, p = %s", Short(f.Statistic), f.DF, Short(f.P))
}

const tooFew = "are too few chains to test: fewer than two pools of cells expect 5"

// fitRow is the test of the final states as one more comparison: a chi-square
// has its degrees of freedom as its mean, and twice that as its variance.
func fitRow(f sample.Fit) experiments.Comparison {
	df := float64(f.DF)
	e := experiments.Comparison{Exact: df, Estimate: f.Statistic, StdErr: math.Sqrt(2 * df)}
	switch {
	case f.TooFew():
		e.Exact, e.StdErr, e.Z, e.Warning = math.NaN(), math.NaN(), math.NaN(), "the final states "+tooFew
	case f.DF > 0:
		e.Z = (f.Statistic - df) / e.StdErr
	}
	return e
}

func checksInFull(checks []experiments.CrossCheck) Table {
	t := Table{}
	for _, key := range []string{"target", "T", "chains", "seed", "quantity", "exact", "estimate", "stderr", "z", "p",
		"low", "high", "bootstrap_low", "bootstrap_high", "warnings"} {
		t.Columns = append(t.Columns, Column{Key: key})
	}
	for _, c := range checks {
		lead := []any{c.Target, c.T, c.Chains, c.Seed}
		for _, e := range c.Comparisons {
			var low, high any
			if e.Name == "B" {
				low, high = c.Bootstrap.Low, c.Bootstrap.High
			}
			t.Rows = append(t.Rows, append(slices.Clone(lead), e.Name, e.Exact, e.Estimate, e.StdErr, e.Z, e.P(),
				e.Interval.Low, e.Interval.High, low, high, reasons(c, e)))
		}
		fit := fitRow(c.Fit)
		t.Rows = append(t.Rows, append(slices.Clone(lead), "chi_square", fit.Exact, fit.Estimate, fit.StdErr, fit.Z, c.Fit.P,
			nil, nil, nil, nil, reasons(c, fit)))
	}
	return t
}

// reasons are the warnings of an estimate, and where a number of it is not finite
// all those of the run, which say why.
func reasons(c experiments.CrossCheck, e experiments.Comparison) []string {
	for _, v := range []float64{e.Exact, e.Estimate, e.StdErr, e.Z} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			all := slices.Clone(c.Warnings)
			for clause := range strings.SplitSeq(e.Warning, "; ") {
				if clause != "" && !slices.Contains(all, clause) {
					all = append(all, clause)
				}
			}
			return append(all, fmt.Sprintf("not finite, and so null in JSON: exact %s, estimate %s, stderr %s, z %s",
				Full(e.Exact), Full(e.Estimate), Full(e.StdErr), Full(e.Z)))
		}
	}
	if e.Warning == "" {
		return nil
	}
	return []string{e.Warning}
}
