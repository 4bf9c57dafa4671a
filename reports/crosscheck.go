package reports

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"breadboard/chains/evidence"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/reports/table"
)

// CrossCheck returns the table of Monte Carlo estimates beside their exact values, with a row for each estimate, and a
// chi-square of the final states against exact q. A z of more than farOff in size is marked as failed. A z whose
// standard error has a warning is marked as in doubt, at any size. For software the chi-square is one more row. Its
// exact value and standard error are the mean and the deviation of its distribution.
func CrossCheck(rows []experiments.Measurement, f table.Format) table.Table {
	if f.ForSoftware() {
		return crossCheckData(rows)
	}
	t := table.Table{Lead: 4, Columns: table.Columns("seed", "T", "program", "quantity", "exact",
		"estimate", "stderr", "z")}
	var notes []string
	var doubtful, failed bool
	for _, m := range rows {
		for _, e := range m.Check.Comparisons {
			var cell any
			switch z := fmt.Sprintf("%+.2f", e.Z); {
			case math.IsNaN(e.Z):
			case e.Warning != "" || math.IsInf(e.Z, 0):
				cell, doubtful = table.Verdict{Text: z + " (!)", Mark: table.Uncertain}, true
			case math.Abs(e.Z) > farOff:
				cell, failed = table.Verdict{Text: z + " " + failedMark, Mark: table.Failed}, true
			default:
				cell = table.Verdict{Text: z}
			}
			t.Add(table.NilIfNil(m.Annealer.Seed), m.T, m.Program, e.Formula, e.Exact,
				e.Estimate, e.StdErr, cell)
		}
		notes = append(notes, runNotes(m)...)
	}
	if doubtful {
		t.Note("(!): the standard error is not to be trusted, and so z says nothing; a warning has the reason, or " +
			"the chains were all alike. An ESS is marked if one weight is more than 1%% of the sum, or its square " +
			"more than 4%% of that of the squares, or if the reverse runs tell of squares that are missing.")
	}
	if failed {
		t.Note("%s: more than %d standard errors from the exact value, which chance explains with probability 6e-5.",
			failedMark, farOff)
	}
	t.Notes = append(t.Notes, notes...)
	t.Title = annealersTitle(&t, annealersOf(rows)) + ": Monte Carlo estimates beside exact values"
	// the notes name the one program
	dropAlike(&t, "program", table.Each(rows, programOf))
	return t
}

func programOf(m experiments.Measurement) string { return m.Program }

// failedMark follows numbers that are too far off.
const failedMark = "(!!)"

// farOff bounds the errors of right estimates, in standard errors: of normal estimates 1 in 16,000 is farther off by
// chance.
const farOff = 4

// runNotes returns notes on the fit of the final states and on the interval of B, and the run's warnings.
func runNotes(m experiments.Measurement) []string {
	c := m.Check
	name := cmp.Or(m.Program, m.Annealer.TargetName())
	b := slices.IndexFunc(c.Comparisons, func(e experiments.Comparison) bool { return e.Name == "B" })
	ways, against := "chains each way", "exact q"
	if b < 0 {
		ways = "runs forward"
	}
	if c.AgainstP {
		against = "p, the target,"
	}
	f := c.Fit
	fit := fmt.Sprintf("have chi-square %s on %d degrees of freedom, p = %s", table.Short(f.Statistic), f.DF,
		table.Short(f.P))
	switch {
	case c.UnknownQ && !c.AgainstP:
		fit = "cannot be tested, for q is not known"
	case f.TooFew():
		fit = tooFew
	}
	note := fmt.Sprintf("%s%s, T = %d, %s %s, mc-seed %d: final states against %s %s", name,
		SeedWords(m.Annealer.Seed), m.T, table.Thousands(c.Chains), ways, c.MCSeed, against, fit)
	if b >= 0 {
		in := c.Comparisons[b].Interval
		note += fmt.Sprintf("; B in [%s, %s] with 95%% confidence, given that no kind of chain is missing (%s show "+
			"each of %.2g%% or more, with 95%% confidence)", table.Short(in.Low), table.Short(in.High),
			table.Thousands(c.Chains), 100*sample.Unseen(c.Chains))
	}
	all := []string{note + "."}
	if c.Warnings != nil {
		all = append(all, fmt.Sprintf("Warning, %s, T = %d: %s.", name, m.T, strings.Join(c.Warnings, "; ")))
	}
	return all
}

const tooFew = "are too few chains to test: fewer than two pools of cells expect 5"

// fitRow returns the test of the final states as a Comparison. The mean of a chi-square is its degrees of freedom, and
// its variance is twice that.
func fitRow(f evidence.Pearson) experiments.Comparison {
	df := float64(f.DF)
	e := experiments.Comparison{Exact: df, Estimate: f.Statistic, StdErr: math.Sqrt(2 * df)}
	switch {
	case f.TooFew():
		e.Exact = math.NaN()
		e.StdErr = math.NaN()
		e.Z = math.NaN()
		e.Warning = "the final states " + tooFew
	case f.DF > 0:
		e.Z = (f.Statistic - df) / e.StdErr
	}
	return e
}

// crossCheckData returns a row for each estimate, and one for the chi-square if q is known.
func crossCheckData(rows []experiments.Measurement) table.Table {
	t := table.Table{Columns: table.Keys(strings.TrimSuffix(OnGrid, "T ") + "program how T chains mc_seed quantity " +
		"exact estimate stderr z p low high bootstrap_low bootstrap_high warnings axes repeat")}
	if !slices.ContainsFunc(rows, func(m experiments.Measurement) bool { return m.Program != "" }) {
		t.Drop("program", "how")
	}
	add := func(m experiments.Measurement, name string, p float64, e experiments.Comparison, intervals record) {
		c := m.Check
		rec := named(m)
		maps.Copy(rec, record{"program": m.Program, "how": table.NilIfZero(c.How), "chains": c.Chains,
			"mc_seed": c.MCSeed, "quantity": name, "exact": e.Exact, "estimate": e.Estimate, "stderr": e.StdErr,
			"z": e.Z, "p": p, "warnings": reasons(m, e)})
		maps.Copy(rec, intervals)
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
	}
	for _, m := range rows {
		c := m.Check
		for _, e := range c.Comparisons {
			intervals := record{"low": e.Interval.Low, "high": e.Interval.High}
			if e.Name == "B" {
				intervals["bootstrap_low"], intervals["bootstrap_high"] = c.Bootstrap.Low, c.Bootstrap.High
			}
			add(m, e.Name, e.P(), e, intervals)
		}
		if c.AgainstP {
			add(m, "chi_square_p", c.Fit.P, fitRow(c.Fit), nil)
		} else if !c.UnknownQ {
			add(m, "chi_square", c.Fit.P, fitRow(c.Fit), nil)
		}
	}
	return t
}

// reasons returns doubts about the target, and the warnings of an estimate. If one of its numbers is not finite, all
// warnings of the run are among them, to explain it.
func reasons(m experiments.Measurement, e experiments.Comparison) []string {
	all := table.Each(m.Annealer.Doubts(), error.Error)
	null := nullWarnings(table.Keys("exact estimate stderr z"), record{"exact": e.Exact, "estimate": e.Estimate,
		"stderr": e.StdErr, "z": e.Z})
	if null != nil {
		all = append(all, m.Check.Warnings...)
	}
	if e.Warning != "" && !slices.Contains(all, e.Warning) {
		all = append(all, e.Warning)
	}
	return append(all, null...)
}

// Certificates returns the table of float64 results beside the truth. Each result has a row with the number of its
// right digits.
func Certificates(rows []experiments.Measurement, f table.Format) table.Table {
	if f.ForSoftware() {
		return certificateData(rows)
	}
	const digits = 15 // of the truth, at most
	t := table.Table{Lead: subjectLead + 1, Columns: withSubjects("quantity", "value=float64", "certified",
		"digits=right")}
	for _, r := range rows {
		for _, p := range r.Proofs {
			truth, _ := p.Truth.Decimal(digits)
			right := math.Floor(10*p.Digits()) / 10 // rounded down, so that it stays true
			if !p.HasPromised() {
				t.Note("%s %s at T = %d is off by %s: fewer than %d digits are right.", failedMark, p.Name, r.T,
					table.Short(p.Off()), experiments.PromisedDigits)
			}
			t.Add(r.Annealer.TargetName(), table.NilIfNil(r.Annealer.Seed), r.T, p.Name, table.Full(p.Value), truth,
				table.ThreeDigits(right))
		}
	}
	t.Note("Certified: the truth to at most %d digits, proved in big floats of %d bits to one unit of the last digit. "+
		"Right: how many digits of the float64 are right.", digits, rows[len(rows)-1].Bits)
	t.Title = annealersTitle(&t, annealersOf(rows))
	return t
}

func certificateData(rows []experiments.Measurement) table.Table {
	t := table.Table{Columns: table.Keys(OnGrid + "quantity value certified within digits off bits warnings axes " +
		"repeat")}
	for _, r := range rows {
		rec := named(r)
		rec["bits"] = int(r.Bits)
		rec["warnings"] = table.Each(r.Annealer.Doubts(), error.Error)
		for _, p := range r.Proofs {
			rec["certified"], rec["within"] = p.Truth.Decimal(20)
			rec["quantity"] = p.Name
			rec["value"] = p.Value
			rec["digits"] = p.Digits()
			rec["off"] = p.Off()
			t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
		}
	}
	return t
}
