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
// warnings name it and say why. record.go has records.
//
// The folders aide, bdmc, bread, protocol and samplers hold committed results. Tests compare them with the code.
package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/grid/text"
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

// BOverJ returns B/J, for every table for software, and NaN if one is not known, J is 0, or both are infinite.
func BOverJ(b, j float64) float64 {
	if j == 0 {
		return math.NaN()
	}
	return b / j
}

func annealerTitle(an experiments.Annealer) string {
	return settingTitle(an.TargetName()+" on "+an.GridName(), an.Setting)
}

// settingTitle returns words for an annealing on a target, which is named with its grid.
func settingTitle(target string, c experiments.Setting) string {
	s := []string{target + SeedWords(c.Seed)}
	for _, part := range [][2]string{{"kernel", c.KernelLabel()}, {"bridge", c.Bridge}, {"schedule", c.Schedule}} {
		if part[1] != "" { // a command of the user may have none
			s = append(s, part[0]+" "+part[1])
		}
	}
	if c.Initial != "uniform" && c.Initial != "" {
		s = append(s, "from "+c.Initial)
	}
	if c.Axes != "" {
		s = append(s, "axes "+c.Axes)
	}
	if c.SkipLast {
		s = append(s, "without the last kernel")
	}
	return strings.Join(s, "; ")
}

// withSubjects returns these columns after target, seed and T. A table of annealings for people begins with them, and
// drops target or seed if all rows are alike in it.
func withSubjects(specs ...string) []table.Column {
	return table.Columns(append([]string{"target", "seed", "T"}, specs...)...)
}

// subjectLead holds the number of columns that name a row of such a table.
const subjectLead = 3

// annealersTitle returns the title of a table of several annealers. Columns have what differs among them, and the title
// has the rest.
func annealersTitle(t *table.Table, all []experiments.Annealer) string {
	dropSubjects(t, all)
	if len(all) == 0 {
		return ""
	}
	an := all[0]
	if slices.ContainsFunc(t.Columns, func(column table.Column) bool { return column.Key == "seed" }) {
		an.Seed = nil
	}
	if !severalTargets(all) {
		return annealerTitle(an)
	}
	an.Initial = ""
	targets := table.Each(all, experiments.Annealer.TargetName)
	slices.Sort(targets)
	return settingTitle(text.Count(len(slices.Compact(targets)), "target"), an.Setting)
}

// dropSubjects leaves out the columns in which all annealers are alike.
func dropSubjects(t *table.Table, all []experiments.Annealer) {
	dropAlike(t, "target", table.Each(all, experiments.Annealer.TargetName))
	dropAlike(t, "seed", table.Each(all, func(an experiments.Annealer) string { return SeedWords(an.Seed) }))
}

// targetWords returns a function that names the target of an annealer, as " of easy", or returns "" if there is one
// target.
func targetWords(all []experiments.Annealer) func(experiments.Annealer) string {
	if !severalTargets(all) {
		return func(experiments.Annealer) string { return "" }
	}
	return func(an experiments.Annealer) string { return " of " + an.TargetName() }
}

// severalTargets reports whether annealers have several targets. Seeds do not make targets different.
func severalTargets(all []experiments.Annealer) bool {
	return !alike(table.Each(all, experiments.Annealer.TargetName))
}

// SeedWords returns the seed of a target in words, behind its name; "" if nothing in it is random.
func SeedWords(seed *uint64) string {
	if seed == nil {
		return ""
	}
	return fmt.Sprintf(", seed %d", *seed)
}

// dropAlike drops a leading column if all its names are the same.
func dropAlike(t *table.Table, key string, names []string) {
	there := slices.ContainsFunc(t.Columns, func(c table.Column) bool { return c.Key == key })
	if there && alike(names) {
		t.Lead--
		t.Drop(key)
	}
}

// alike reports whether all of these are the same.
func alike(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return name != names[0] })
}
