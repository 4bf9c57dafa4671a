package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/reports/table"
)

// Exactly returns the table of exact runs of an annealer, or of one on several targets, with a row for each T. People
// see the numbers that BREAD compares. Software reads every column. Numbers that are not finite are null in JSON, and
// the row's warnings say why.
func Exactly(rows []experiments.Measurement, f table.Format) table.Table {
	if f.ForSoftware() {
		return withoutLists(exactData(rows, false), f)
	}
	t := table.Table{Lead: subjectLead, Columns: withSubjects("J", "kl_q_p=KL(q‖p)", "kl_p_q=KL(p‖q)", "B",
		"b_over_j=B/J")}
	t.Note("In nats: J = KL(q‖p) + KL(p‖q), q the exact distribution of the samples x_T, p the target; B bounds J.")
	all := annealersOf(rows)
	of := targetWords(all)
	warnings := []warning(nil)
	defect := 0.0
	for _, r := range rows {
		if r.Defect > defect { // false for NaN, which stands for none
			defect = r.Defect
		}
		t.Rows = append(t.Rows, table.RowOf(t.Columns, exactRecord(r)))
		warnings = append(warnings, warningsOf(strconv.Itoa(r.T)+of(r.Annealer), r.Warnings)...)
		if descended(r) {
			c := r.Choice
			how := "did not converge"
			if c.Converged {
				how = "converged"
			}
			t.Note("%s, T = %d%s: descent from %s %s, gradient %s, %d evaluations.", r.Annealer.Schedule, r.T,
				of(r.Annealer), c.Start, how, table.Short(c.Gradient), c.Evaluations)
		}
	}
	if said := rows[len(rows)-1].Followed; said != "" {
		t.Note("%s", sentence(said))
	}
	const rounding = 1e-9 // more than that is no rounding
	if defect > rounding {
		t.Note("Numbers that are equal in exact arithmetic differ by at most %.1e of their size.", defect)
	}
	noteWarnings(&t, "Warning, T = ", warnings)
	t.Title = annealersTitle(&t, all)
	if severalTargets(all) {
		t.Drop("kl_q_p", "kl_p_q") // with targets they do not fit a line
	}
	return t
}

// Weights returns the table, for people, of the distributions of log w. A run without them has no row.
func Weights(rows []experiments.Measurement) table.Table {
	t := table.Table{Title: "The weights", Lead: subjectLead, Columns: withSubjects("near_b=near-eq. B",
		"log_w_fwd_var=var fwd", "log_w_rev_var=var rev", "ess=ESS")}
	if slices.ContainsFunc(rows, func(r experiments.Measurement) bool { return !math.IsNaN(r.NearB) }) {
		t.Note("near-eq. B: what B is if p_t changes little while the kernel forgets where it was; no other schedule " +
			"has less.")
	} else {
		t.Drop("near_b")
	}
	t.Note("var: the variance of log w, forward and in reverse; ESS: the effective sample size of one weight.")
	for _, r := range rows {
		row := table.RowOf(t.Columns, exactRecord(r))
		if slices.ContainsFunc(row[t.Lead:], func(cell any) bool { return table.ForPeople(cell) != "" }) {
			t.Rows = append(t.Rows, row)
		}
	}
	dropSubjects(&t, annealersOf(rows))
	return t
}

// withoutLists leaves out lists of numbers in CSV, which has one number a cell.
func withoutLists(t table.Table, f table.Format) table.Table {
	if f == table.CSV {
		t.Drop("q", "p", "log_f", "betas")
	}
	return t
}

// exactData returns the table of exact runs for software: all columns, and a row for each T. With steps one more column
// has a list of all steps.
func exactData(rows []experiments.Measurement, steps bool) table.Table {
	t := table.Table{Columns: table.Keys(onPlane + OfPaths + "b_pairwise mean_w mean_inv_w ess near_b? near_b_floor? " +
		"log_w_fwd_var log_w_fwd_skew log_w_rev_var log_w_rev_skew " + Chosen +
		"q defect warnings steps p log_f betas axes repeat b_over_j? tv followed? status ksd? ksd_barker?")}
	if !steps {
		t.Drop("steps")
	}
	for _, r := range rows {
		rec := exactRecord(r)
		if steps {
			rec["steps"] = table.Each(r.Steps, func(s exact.Step) table.Object {
				return table.ObjectOf(stepColumns, stepRow(r, s))
			})
		}
		warnings := append(table.Each(r.Annealer.Doubts(), error.Error), r.Warnings...)
		if r.Account == nil {
			warnings = append(warnings, momentWarnings(rec, "fwd")...)
			warnings = append(warnings, momentWarnings(rec, "rev")...)
		}
		warnings = append(warnings, nullWarnings(t.Columns, rec)...)
		if steps && (r.B() == 0 || math.IsInf(r.B(), 1)) {
			warnings = append(warnings, "in steps null is an infinite number, or a share of B, which does not exist "+
				"if B is "+table.Full(r.B()))
		}
		rec["warnings"] = warnings
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
	}
	return t
}

// WriteBetas writes the betas of a run as --schedule file: reads them. Comments name the run.
func WriteBetas(w io.Writer, r experiments.Measurement) error {
	return chains.WriteBetas(w, r.Schedule, "the betas of "+AnnealerTitle(r.Annealer),
		fmt.Sprintf("T = %d, J = %s, B = %s, in nats", r.T, table.Full(r.J()), table.Full(r.B())))
}

// BetasBegin holds the beginning of every file of WriteBetas.
const BetasBegin = "# the betas of "

// Steps returns tables of each step's share of B, and of J and B of the annealing that stops there. People see them
// after the table of Exactly: every step if there are up to twenty, and otherwise the twenty largest. Software reads
// one table in the place of Exactly's. In JSON it is Exactly's with one more key, "steps", a list of all steps. In CSV
// it has a row for each step and T.
func Steps(rows []experiments.Measurement, f table.Format) []table.Table {
	switch f {
	case table.JSON:
		return []table.Table{exactData(rows, true)}
	case table.CSV:
		t := table.Table{Columns: append(table.Columns("target", "seed", "T"), stepColumns...)}
		for _, r := range rows {
			for _, s := range r.Steps {
				t.Add(append([]any{r.Annealer.TargetName(), table.NilIfNil(r.Annealer.Seed), r.T}, stepRow(r, s)...)...)
			}
		}
		dropAlike(&t, "target", table.Each(annealersOf(rows), experiments.Annealer.TargetName))
		return []table.Table{t}
	}
	const few = 20
	var all []table.Table
	words := targetWords(annealersOf(rows))
	for _, r := range rows {
		if len(r.Steps) == 0 {
			continue // a warning in Exactly says why
		}
		t := table.Table{Title: "Each step", Columns: stepColumns}
		steps := r.Steps
		if len(steps) > few {
			t.Title = fmt.Sprintf("The %d largest of the %d steps (--format csv has all)", few, len(steps))
			steps = slices.Clone(steps)
			slices.SortStableFunc(steps, func(a, b exact.Step) int {
				return cmp.Compare(b.Part.Jeffreys(), a.Part.Jeffreys())
			})
			steps = steps[:few]
		}
		t.Title += fmt.Sprintf(" of T = %d%s%s", r.T, words(r.Annealer), SeedWords(r.Annealer.Seed))
		t.Note("KL fwd, KL rev: the step's part of both path divergences; J_t, B_t: J and B of the annealing that " +
			"stops at t.")
		t.Rows = table.Each(steps, func(s exact.Step) []any { return stepRow(r, s) })
		all = append(all, t)
	}
	return all
}

var stepColumns = table.Columns("t", "beta", "path_kl_fwd=KL fwd", "path_kl_rev=KL rev", "share=share of B",
	"j_t=J_t", "b_t=B_t")

func stepRow(r experiments.Measurement, s exact.Step) []any {
	return []any{s.T, s.Beta, s.Part.Forward, s.Part.Reverse, share(r, s.Part), s.J, s.B}
}

// share returns a part of B over B, and NaN if B is 0 or infinite.
func share(r experiments.Measurement, part exact.Divergence) float64 {
	if r.B() == 0 {
		return math.NaN()
	}
	return part.Jeffreys() / r.B()
}

// momentWarnings says why a direction's log w has no variance or skewness, where no other warning of the run says it.
func momentWarnings(rec record, direction string) []string {
	number := func(key string) float64 { return rec[fmt.Sprintf(key, direction)].(float64) }
	switch {
	case math.IsInf(number("e_log_w_%s"), 0):
		return []string{fmt.Sprintf("no log_w_%[1]s_var and log_w_%[1]s_skew: the mean is infinite", direction)}
	case !math.IsNaN(number("log_w_%s_var")) && math.IsNaN(number("log_w_%s_skew")):
		return []string{fmt.Sprintf("no log_w_%s_skew: log w does not vary", direction)}
	}
	return nil
}
