package reports

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// Accounts returns the table of programs' accounts, with a row for each T and program. People see a standard error
// behind each sampled number. Software reads every column. Numbers that are not finite are null in JSON, and the row's
// warnings say why.
func Accounts(rows []experiments.Measurement, f table.Format) table.Table {
	t := table.Table{Lead: subjectLead + 1, Columns: withSubjects("program", "how", "J", "B",
		"e_log_w_fwd=E_fwd[log w]", "e_log_w_rev=E_rev[log w]", "rmse_fwd=rmse fwd", "rmse_rev=rmse rev",
		"log_r=log R", "mean_w=E[w]/R", "ess=ESS", "cost")}
	if f.ForSoftware() {
		keys := onPlane + "program how " + OfPaths + "mean_w mean_inv_w rmse_fwd? rmse_rev? cost? off? b_stderr? " +
			"e_log_w_fwd_stderr? e_log_w_rev_stderr? mean_w_stderr? mean_inv_w_stderr? rmse_fwd_stderr? " +
			"rmse_rev_stderr? " + Chosen + "q warnings axes repeat b_over_j? ess var_w? "
		if slices.ContainsFunc(rows, func(r experiments.Measurement) bool { return r.Ways != nil }) {
			keys += ofExec + ofWays
		}
		t = table.Table{Columns: table.Keys(keys)}
	}
	of := targetWords(annealersOf(rows))
	var warnings []warning
	var said []string // of the user's command
	for _, r := range rows {
		rec := accountRecord(r)
		if f.ForSoftware() {
			nameCommand(rec, r.Ways)
			rec["warnings"] = append(slices.Clone(r.Warnings), nullWarnings(t.Columns, rec)...)
		} else {
			accountForPeople(rec, r)
			name := programName(r.Program, r.Ways)
			rec["program"] = name
			if r.Ways != nil {
				said = append(said, waysNote(*r.Ways, of(r.Annealer)))
			}
			warnings = append(warnings, warningsOf(ofProgram(name, r.T)+of(r.Annealer), r.Warnings)...)
		}
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
	}
	if f.ForSoftware() {
		return withoutLists(t, f)
	}
	explainAccounts(&t, rows)
	t.Notes = append(t.Notes, slices.Compact(said)...)
	noteWarnings(&t, "Warning, ", warnings)
	return t
}

// accountRecord returns a program's run without its warnings. B is NaN if the runs of a command do not fit together.
func accountRecord(r experiments.Measurement) record {
	rec := exactRecord(r)
	if r.Ways != nil && r.Ways.Fit != nil { // the paths' divergences are of weights without their constant
		rec["path_kl_fwd"] = r.Paths.Forward + r.Ways.Fit.LogC
		rec["path_kl_rev"] = r.Paths.Reverse - r.Ways.Fit.LogC
	}
	if r.Ways != nil && r.Ways.Broken() { // weights that say nothing bound no J
		for _, name := range []string{"B", "b_over_j", "b_stderr"} {
			rec[name] = math.NaN()
		}
	}
	rec["program"], rec["how"] = r.Program, r.Account.How
	return rec
}

// explainAccounts titles a table of accounts for people, notes what its columns are, and drops those that say nothing
// of these rows.
func explainAccounts(t *table.Table, rows []experiments.Measurement) {
	annealers := annealersOf(rows)
	t.Note("q is the distribution of the cell that a program returns, p the target: J = KL(q‖p) + KL(p‖q). B = " +
		"E_rev[log w] - E_fwd[log w] bounds J. rmse: of log w as an estimate of log R. In nats.")
	ofAnnealing := func(r experiments.Measurement) bool { return r.Program != experiments.ExecProgram }
	if slices.ContainsFunc(rows, ofAnnealing) {
		t.Note("cost: log densities that a forward run computes, on average.")
	} else { // the user's command has no levels and no kernel, and its cost is not known
		t.Drop("cost")
		dropAlike(t, "T", table.Each(rows, func(r experiments.Measurement) string { return strconv.Itoa(r.T) }))
		for i := range annealers {
			annealers[i].Kernel = ""
			annealers[i].Bridge = ""
			annealers[i].Schedule = ""
		}
	}
	if severalTargets(annealers) {
		t.Drop("ess") // with targets it does not fit a line
	}
	logR := table.Each(rows, func(r experiments.Measurement) string { return table.Short(r.LogR) })
	if alike(logR) {
		t.Drop("log_r")
		t.Note("log R is %s. ESS: the effective sample size of one weight.", logR[0])
	}
	t.Title = annealersTitle(t, annealers)
}

// accountForPeople blanks numbers of a record that do not exist, and puts standard errors behind the numbers that have
// one.
func accountForPeople(rec record, r experiments.Measurement) {
	for key, cell := range rec {
		name, isError := strings.CutSuffix(key, "_stderr")
		if name == "b" {
			name = "B"
		}
		if off, known := cell.(float64); isError && known && !math.IsNaN(off) {
			rec[name] = Uncertain(rec[name].(float64), off)
		}
	}
	if !math.IsNaN(r.Account.Cost) {
		rec["cost"] = fmt.Sprintf("%.4g", r.Account.Cost)
	}
}
