// Package reports prints results. A report is a pure function from the rows of an experiment to tables or to a figure.
// It computes nothing but quotients, sums of two columns and layout, never reads the clock, and makes the same bytes of
// the same rows.
//
// A file is named after what it reports:
//
//	exactly.go, accounts.go      breadboard exact
//	cells.go                     breadboard exact --by-cell
//	ways.go                      the user's command, for the accounts of exact and for aide
//	crosscheck.go                breadboard sample, exact --certify
//	aide.go                      breadboard aide
//	validation*.go               breadboard validate
//	geweke.go                    breadboard validate, on a model
//	draws.go                     breadboard validate --draws
//	sandwich.go                  breadboard sandwich
//	map.go, figure3.go           the cells of a grid, and J and B against T, for figures
//
// A table has two forms, chosen by the format. The one for people has five significant digits, a title and notes, and
// fits a terminal. The one for software has every digit, one row a record, and keys that
// experiments/columns/columns.txt explains. If a number is null although its column applies to the run, the row's
// warnings name it and say why. record.go has records, subjects.go the annealings that rows are of, and warnings.go and
// sentences.go what is said of them.
//
// The folders aide, bdmc, bread, protocol and samplers hold committed results. Tests compare them with the code.
package reports

import (
	"fmt"
	"math"

	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/reports/table"
)

// The columns that several tables for software have. The order and the names of columns must not change: scripts and
// old files rely on them. A new one is the last of its table; after it the writer adds the version of the keys.
const (
	// OnGrid names an annealing.
	OnGrid = "target grid seed? initial kernel bridge schedule skip_last_kernel T "

	// OfPaths has the numbers that BREAD compares.
	OfPaths = "J B b_minus_j kl_q_p kl_p_q path_kl_fwd path_kl_rev log_r e_log_w_fwd e_log_w_rev "

	// Chosen says how exact results chose a schedule.
	Chosen = "schedule_start? schedule_converged? schedule_gradient? schedule_evaluations? "

	onPlane = "target grid rows cols seed initial kernel bridge schedule skip_last_kernel T "

	// ofExec and ofWays are of the user's command, and of one that tells its ways.
	ofExec = "exec exec_verdict exec_p exec_p_cell exec_p_weight exec_worst_cell exec_worst_z exec_log_r " +
		"exec_log_r_stderr "
	ofWays = "exec_ways exec_constant exec_worst_log_w exec_worst_forward exec_worst_reverse exec_status exec_doubts "
)

// A record holds one row by the keys of its columns. A missing column does not apply to the row, and is empty.
type record map[string]any

// StatusOf returns the status of steps that miss p, which has words then, or do not.
func StatusOf(misses string) string {
	if misses != "" {
		return string(laws.Wrong)
	}
	return string(laws.Right)
}

// NameAnnealing fills in the columns that name an annealing, for every table for software.
func NameAnnealing(rec map[string]any, s experiments.Setting) {
	rec["target"] = s.TargetName()
	rec["seed"] = table.NilIfNil(s.Seed)
	rec["initial"] = s.Initial
	rec["kernel"] = table.NilIfZero(s.Kernel)
	rec["bridge"] = table.NilIfZero(s.Bridge)
	rec["schedule"] = table.NilIfZero(s.Schedule)
	rec["skip_last_kernel"] = s.SkipLast
	rec["T"] = s.T
	rec["axes"] = table.NilIfZero(s.Axes)
	rec["repeat"] = table.NilIfZero(s.Repeat)
}

// named returns a record with the columns that name an annealing and its T.
func named(r experiments.Measurement) record {
	rec := record{}
	NameAnnealing(rec, r.Annealer.FullSetting())
	rec["target"] = r.Annealer.TargetName() // a setting may have no name for it, and no T
	rec["grid"] = r.Annealer.Target.Grid.String()
	rec["T"] = r.T
	return rec
}

// exactRecord returns a run without its steps and its warnings. A number that does not exist is NaN, which a warning
// explains.
func exactRecord(r experiments.Measurement) record {
	rec := named(r)
	run := r.Run
	g := r.Annealer.Target.Grid
	for name, v := range run.Numbers() {
		rec[name] = v
	}
	rec["tv"] = run.TV
	rec["ksd"], rec["ksd_barker"] = run.KSD.Difference, run.KSD.Barker
	rec["status"] = StatusOf(r.Misses)
	if a := run.Account; a != nil {
		rec["var_w"] = a.VarW
	}
	rec["b_over_j"] = BOverJ(run.B(), run.J())
	if g.Axes() == 2 {
		rec["rows"], rec["cols"] = g.Len(0), g.Len(1)
	}
	if r.Q != nil {
		rec["q"] = r.Q
		rec["p"], rec["log_f"] = r.P, r.Annealer.Target.LogF
	}
	if r.T <= experiments.MostKept {
		rec["betas"] = r.Schedule.Betas()
	}
	if descended(r) {
		rec["schedule_start"] = r.Choice.Start
		rec["schedule_converged"] = r.Choice.Converged
		rec["schedule_gradient"] = r.Choice.Gradient
		rec["schedule_evaluations"] = r.Choice.Evaluations
	}
	if r.Followed != "" {
		rec["followed"] = r.Followed
	}
	return rec
}

// descended reports whether descent found the schedule.
func descended(r experiments.Measurement) bool { return r.Choice != nil && r.Choice.Evaluations > 0 }

// BOverJ returns B/J, for every table for software, and NaN if one is not known, J is 0, or both are infinite.
func BOverJ(b, j float64) float64 {
	if j == 0 {
		return math.NaN()
	}
	return b / j
}

// finite returns v as a cell, which is empty without a warning if v is not finite.
func finite(v float64) any {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return v
}

// Uncertain writes a number with its standard error to two digits: 1.512 ± 0.035. Tiny ones have exponents. A number
// whose only error is rounding has all its digits.
func Uncertain(v, stderr float64) string {
	if stderr <= 1e-12*math.Abs(v) {
		return fmt.Sprintf("%.12g ± 0", v)
	}
	decimals := 0
	if stderr > 0 {
		decimals = max(0, 1-int(math.Floor(math.Log10(stderr))))
	}
	if decimals > 8 || math.Abs(v) >= 1e15 {
		return fmt.Sprintf("%.1e ± %.1e", v, stderr)
	}
	return fmt.Sprintf("%.*f ± %.*f", decimals, v, decimals, stderr)
}
