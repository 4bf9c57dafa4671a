package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/reports/table"
)

// Exactly is the table of exact runs of one chain, or of the same on several targets, one row a T. People see the
// numbers that BREAD compares. Programs see every column. Numbers that are not finite are null in JSON, and the row's
// warnings say why.
func Exactly(rows []experiments.Exact, f table.Format) table.Table {
	if f.ForPrograms() {
		return listless(exactData(rows, false), f)
	}
	t := table.Table{Lead: len(subjects) + 1, Columns: withSubjects("T", "J", "kl_q_p=KL(q‖p)",
		"kl_p_q=KL(p‖q)", "B", "b_over_j=B/J", "defect")}
	t.Note("In nats: J = KL(q‖p) + KL(p‖q), q the exact law of the samples x_T and p the target; B bounds J.")
	if slices.ContainsFunc(rows, func(r experiments.Exact) bool { return !math.IsNaN(r.Defect) }) || len(rows) == 0 {
		t.Notes[0] += " " + defectNote(&t, rows)
	} else {
		t.Drop("defect")
	}
	all := chainsOf(rows)
	of := targetWords(all)
	warnings := []warning(nil)
	for _, r := range rows {
		t.Rows = append(t.Rows, table.RowOf(t.Columns, forPeople(r)))
		warnings = append(warnings, warningsOf(strconv.Itoa(r.T)+of(r.Chain), r.Warnings)...)
		if descended(r) {
			c := r.Choice
			how := "did not converge"
			if c.Converged {
				how = "converged"
			}
			found := fmt.Sprintf("descent from %s %s, gradient %s, %d evaluations", c.Start, how,
				table.Short(c.Gradient),
				c.Evaluations)
			if math.IsInf(c.Value, 1) {
				found = fmt.Sprintf("there is nothing to descend, every schedule has an infinite one; %s is kept",
					c.Start)
			}
			t.Note("%s, T = %d%s: %s.", r.Chain.Schedule, r.T, of(r.Chain), found)
		}
	}
	if len(rows) > 0 && rows[0].Chain.Matrix != "" {
		betas := each(rows[0].Schedule.Betas(), func(b float64) string { return fmt.Sprintf("%.6g", b) })
		t.Note("The matrices stand at beta = %s; nothing is interpolated between them.", table.Abridged(betas))
	}
	noteWarnings(&t, "Warning, T = ", warnings)
	t.Title = chainsTitle(&t, all)
	if severalTargets(all) {
		t.Title += oneT(&t, rows)
	}
	return t
}

// oneT leaves the T out of a table of several targets if it is the same of all, and returns what the title says of it.
func oneT(t *table.Table, rows []experiments.Exact) string {
	before := len(t.Columns)
	dropAlike(t, "T", each(rows, func(r experiments.Exact) string { return strconv.Itoa(r.T) }))
	if len(t.Columns) == before {
		return ""
	}
	return fmt.Sprintf("; T = %d", rows[0].T)
}

// defectNote says what the defect is: a column, or, where there are several targets and no room, the largest.
func defectNote(t *table.Table, rows []experiments.Exact) string {
	const is = "the largest relative disagreement between numbers that are equal in exact arithmetic"
	if !severalTargets(chainsOf(rows)) {
		return "The defect is " + is + "."
	}
	t.Drop("defect")
	largest := 0.0
	for _, r := range rows {
		if r.Defect > largest { // there may be none
			largest = r.Defect
		}
	}
	return fmt.Sprintf("The defect, %s, is %.1e at the most.", is, largest)
}

// chainsOf are the chains of runs.
func chainsOf(rows []experiments.Exact) []experiments.Chain {
	return each(rows, func(r experiments.Exact) experiments.Chain { return r.Chain })
}

// forPeople is the record of a run with blanks where there is no number, and with B/J.
func forPeople(r experiments.Exact) record {
	rec := exactRecord(r)
	rec.blank()
	if math.IsNaN(r.B()) {
		rec["B"] = "-" // there is none, and a note says why
	}
	return rec
}

// Weights is the table, for people, of the laws of log w. A run without them has no
// row. B near equilibrium is a column of the friction schedule alone.
func Weights(rows []experiments.Exact) table.Table {
	t := table.Table{Title: "The weights", Lead: len(subjects) + 1, Columns: withSubjects("T", "near_b=near-eq. B",
		"near_b_floor=its least", "log_w_fwd_var=var fwd", "log_w_rev_var=var rev", "ess=ESS")}
	if slices.ContainsFunc(rows, func(r experiments.Exact) bool { return !math.IsNaN(r.NearB) }) {
		t.Note("near-eq. B: B approaches it if every step is small for the kernel; its least: that of the best " +
			"schedule. Both say nothing if they are far above B.")
	} else {
		t.Drop("near_b", "near_b_floor")
	}
	t.Note("var: the variance of log w, forward and in reverse; ESS: the effective sample size of one weight.")
	for _, r := range rows {
		row := table.RowOf(t.Columns, forPeople(r))
		if slices.ContainsFunc(row[t.Lead:], func(cell any) bool { return cell != nil }) {
			t.Rows = append(t.Rows, row)
		}
	}
	all := chainsOf(rows)
	dropSubjects(&t, all)
	if severalTargets(all) {
		oneT(&t, rows)
	}
	return t
}

// listless is a table for programs without lists of numbers in CSV, which has one number a cell.
func listless(t table.Table, f table.Format) table.Table {
	if f == table.CSV {
		t.Drop("q", "p", "log_f", "betas")
	}
	return t
}

// exactData is the table of exact runs for programs: all columns, one row a T. With
// steps it has one more column, a list of all steps.
func exactData(rows []experiments.Exact, steps bool) table.Table {
	t := table.Table{Columns: forPrograms(columns.Exact(steps))}
	for _, r := range rows {
		rec := exactRecord(r)
		if steps {
			rec["steps"] = each(r.Steps, func(s exact.Step) table.Object {
				return table.ObjectOf(stepColumns, stepRow(r, s))
			})
		}
		warnings := append(each(r.Chain.Doubts(), error.Error), r.Warnings...)
		warnings = slices.Concat(warnings, missing(r), nulls(t.Columns, rec))
		if steps && (r.B() == 0 || math.IsInf(r.B(), 1)) {
			warnings = append(warnings, "in steps null is an infinite part, or a share of B, which does not exist if "+
				"B is "+
				table.Full(r.B()))
		}
		rec["warnings"] = warnings
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
	}
	return t
}

// descended reports whether descent found the schedule.
func descended(r experiments.Exact) bool { return r.Choice != nil && r.Choice.Evaluations > 0 }

// WriteBetas writes the betas of a run as --schedule file: reads them. Comments say what they are of.
func WriteBetas(w io.Writer, r experiments.Exact) error {
	return chains.WriteBetas(w, r.Schedule, betasTitle(r.Chain),
		fmt.Sprintf("T = %d, J = %s, B = %s, in nats", r.T, table.Full(r.J()), table.Full(r.B())))
}

// BetasBegin is how every file of WriteBetas begins.
const BetasBegin = "# the betas of "

func betasTitle(c experiments.Chain) string { return "the betas of " + chainTitle(c) }

// Steps are tables of each step's share of B. People see them after the table of Exactly: each of up to twenty steps,
// and of more the largest, and the sum of each tenth of the path. Programs get one table instead of Exactly's: in JSON
// it is Exactly's with one more key, "steps", a list of all steps; in CSV it has one row for each step and T.
func Steps(rows []experiments.Exact, f table.Format) []table.Table {
	switch f {
	case table.JSON:
		return []table.Table{exactData(rows, true)}
	case table.CSV:
		t := table.Table{Columns: append(table.Columns("target", "seed", "T"), stepColumns...)}
		for _, r := range rows {
			for _, s := range r.Steps {
				t.Add(append([]any{r.Chain.TargetName(), table.Pointed(r.Chain.Seed), r.T}, stepRow(r, s)...)...)
			}
		}
		dropAlike(&t, "target", each(chainsOf(rows), func(c experiments.Chain) string { return c.TargetName() }))
		return []table.Table{t}
	}
	const fewSteps = 20
	var all []table.Table
	words := targetWords(chainsOf(rows))
	for _, r := range rows {
		n := len(r.Steps)
		of := words(r.Chain) + OfSeed(r.Chain.Seed)
		if n <= fewSteps {
			if n > 0 { // of none a warning in Exactly says why
				all = append(all, stepTable(fmt.Sprintf("Each step of T = %d%s", r.T, of), r, r.Steps))
			}
			continue
		}
		largest := slices.Clone(r.Steps)
		slices.SortStableFunc(largest, func(a, b exact.Step) int {
			return cmp.Compare(b.Part.Jeffreys(),
				a.Part.Jeffreys())
		})
		// the sums over ten stretches of the path, as equal as they can be
		tenths := table.Table{Title: fmt.Sprintf("Tenths of the %d steps of T = %d%s", n, r.T, of),
			Columns: append(table.Columns("from_t=t from", "t=to", "beta=to beta"), stepColumns[2:]...)}
		for i := range 10 {
			part := r.Steps[i*n/10 : (i+1)*n/10]
			var sum exact.Divergence
			for _, s := range part {
				sum.Forward += s.Part.Forward
				sum.Reverse += s.Part.Reverse
			}
			end := part[len(part)-1]
			tenths.Add(part[0].T, end.T, end.Beta, sum.Forward, sum.Reverse, share(r, sum))
		}
		all = append(all, tenths,
			stepTable(fmt.Sprintf("The %d largest of the %d steps of T = %d%s", fewSteps, n, r.T,
				of), r, largest[:fewSteps]))
	}
	return all
}

var stepColumns = table.Columns("t", "beta", "path_kl_fwd=KL(fwd‖rev)", "path_kl_rev=KL(rev‖fwd)", "share=share of B")

func stepTable(title string, r experiments.Exact, steps []exact.Step) table.Table {
	return table.Table{Title: title, Columns: stepColumns,
		Rows: each(steps, func(s exact.Step) []any { return stepRow(r, s) })}
}

func stepRow(r experiments.Exact, s exact.Step) []any {
	return []any{s.T, s.Beta, s.Part.Forward, s.Part.Reverse, share(r, s.Part)}
}

// share returns a part of B over the whole. There is none if B is 0 or infinite.
func share(r experiments.Exact, part exact.Divergence) any {
	if r.B() == 0 {
		return nil
	}
	return table.Known(part.Jeffreys() / r.B())
}

// nulls are warnings that name the numbers of a record that JSON has no word for: those that are infinite, and those
// that are left out, which other warnings explain.
func nulls(keys []table.Column, rec record) (warnings []string) {
	var infinite, left []string
	for _, c := range keys {
		v, ok := rec[c.Key].(float64)
		switch {
		case ok && math.IsInf(v, 0):
			infinite = append(infinite, c.Key+" = "+table.Full(v))
		case ok && math.IsNaN(v):
			left = append(left, c.Key)
		}
	}
	if infinite != nil {
		warnings = append(warnings, "not finite, and so null in JSON: "+strings.Join(infinite, ", "))
	}
	if left != nil {
		warnings = append(warnings, "left out, and so null in JSON: "+strings.Join(left, ", "))
	}
	return warnings
}

// missing says why numbers that a run may have are not there.
func missing(r experiments.Exact) (why []string) {
	if r.Q == nil {
		why = append(why, fmt.Sprintf("no q, p and log_f: on %d states they would be long; they are given on up to %d",
			r.Chain.Grid.Size(), experiments.MostKept))
	}
	if r.T > experiments.MostKept {
		why = append(why, fmt.Sprintf("no betas: %d would be long; they are given up to T = %d", r.T,
			experiments.MostKept))
	}
	for _, law := range []struct {
		name string
		exact.Moments
	}{{"fwd", r.FwdLaw}, {"rev", r.RevLaw}} {
		switch {
		case math.IsInf(law.Mean, 0):
			why = append(why, fmt.Sprintf("no log_w_%[1]s_var and log_w_%[1]s_skew: the mean is infinite", law.name))
		case math.IsNaN(law.Variance): // a warning of the run says why
		case math.IsNaN(law.Skewness):
			why = append(why, fmt.Sprintf("no log_w_%s_skew: log w does not vary", law.name))
		}
	}
	return why
}

// A warning is one of a run, with what it is of: a T, or a program at a T.
type warning struct{ text, of string }

// noteWarnings adds a note for each text of some warnings, with all that it is of, behind what is said before that.
func noteWarnings(t *table.Table, before string, all []warning) {
	for text, same := range experiments.GroupBy(all, func(w warning) string { return w.text }) {
		t.Note("%s%s: %s.", before, strings.Join(each(same, func(w warning) string { return w.of }), ", "), text)
	}
}

// warningsOf are the warnings of one run.
func warningsOf(of string, texts []string) []warning {
	return each(texts, func(text string) warning { return warning{text, of} })
}

// ofProgram names the run of a program at one T.
func ofProgram(program string, T int) string {
	if T == 0 {
		return program
	}
	return fmt.Sprintf("%s at T = %d", program, T)
}
