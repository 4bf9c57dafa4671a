// Package tuned prints what package tune found: for people the best settings, what each part is worth and what suits
// several targets; for programs a row for each best setting, with all that it is; and settings as files that commands
// read.
package tuned

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/tune"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// mostSteps is the length of the longest list of steps that people see whole.
const mostSteps = 24

// Tables are what people see.
func Tables(ask tune.Ask, rows []tune.Row, shared []tune.Shared) []table.Table {
	all := []table.Table{bests(ask, rows)}
	if alone := tune.Alones(rows); len(alone) > 0 {
		all = append(all, alones(ask, alone))
	}
	if len(shared) > 0 {
		all = append(all, shares(shared))
	}
	return all
}

// bests is the table of the best settings.
func bests(ask tune.Ask, rows []tune.Row) table.Table {
	t := table.Table{Lead: 3, Columns: table.Columns("target", "cost=evaluations", "goal=least", "J", "B",
		"over=J/least", "kernel", "bridge", "T", "steps", "moved", "target_rate=accepted",
		"path_rate=on the way", "advised")}
	all := tune.Bests(rows)
	for _, b := range all {
		cells := []any{b.Job.TargetLabel(), b.Job.Cost, string(b.Job.Goal), table.Known(float64(b.J)),
			table.Known(float64(b.B)), ratio(b.OverLeast), b.Setting.Kernel, b.Setting.Bridge, b.Setting.T,
			text.Brief(b.Setting.StepsWord(), mostSteps), table.ThreeDigits(float64(b.Moved))}
		t.Rows = append(t.Rows, append(cells, rates(b)...))
	}
	weights := "a level takes one for its weight"
	if ask.FreeWeights {
		weights = "weights are free"
	}
	t.Title = "The best settings that were found" + common(ask) + "; " + weights
	t.Note("In nats. J/least: J of the setting over the least J at the price. Beside least B it is what choosing by " +
		"B costs. steps: of the kernel at each level but the first.")
	explainRates(&t, all)
	if len(ask.Goals) == 1 {
		t.Drop("goal")
		t.Drop("over")
		t.Title += "; least " + string(ask.Goals[0])
	}
	dropCommon(&t, ask)
	return t
}

// common says what all rows have alike.
func common(ask tune.Ask) (words string) {
	if len(ask.Targets) == 1 {
		words += ", " + ask.Targets[0].TargetLabel()
	}
	if len(ask.Costs) == 1 {
		words += fmt.Sprintf(", at %d evaluations", ask.Costs[0])
	}
	return words
}

// dropCommon leaves out the columns that have one value.
func dropCommon(t *table.Table, ask tune.Ask) {
	for _, c := range []struct {
		key   string
		alike bool
	}{
		{"target", len(ask.Targets) == 1}, {"cost", len(ask.Costs) == 1}, {"bridge", len(ask.Bridges) == 1},
		{"kernel", len(ask.Kernels) == 1 && !isDial(ask.Kernels[0])},
	} {
		if c.alike {
			t.Drop(c.key)
		}
	}
	t.Lead = 1
}

// ratio is a quotient for people, with three digits.
func ratio(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return table.Known(v)
	}
	return table.ThreeDigits(v)
}

// partNames say what is chosen alone.
var partNames = map[tune.Part]string{tune.Kernels: "kernel", tune.Bridges: "bridge", tune.Betas: "betas",
	tune.Steps: "steps", tune.Nothing: "nothing"}

// alones is the table of what each part is worth.
func alones(ask tune.Ask, all []tune.Alone) table.Table {
	t := table.Table{Lead: 3, Columns: table.Columns("target", "cost=evaluations", "part=chosen alone", "J",
		"over=J/least", "kernel", "bridge", "T", "steps"),
		Title: fmt.Sprintf("What one part is worth, chosen alone%s; all else is %s, %s, equal steps of beta, and one "+
			"step a level", common(ask), ask.Kernels[0], ask.Bridges[0])}
	for _, one := range all {
		if one.Job.Part == tune.Bridges && len(ask.Bridges) == 1 {
			continue
		}
		if one.Job.Part == tune.Kernels && len(ask.Kernels) == 1 && !isDial(ask.Kernels[0]) {
			continue
		}
		t.Rows = append(t.Rows, []any{one.Job.TargetLabel(), one.Job.Cost, partNames[one.Job.Part],
			table.Known(float64(one.J)), ratio(one.OverLeast), one.Setting.Kernel, one.Setting.Bridge,
			one.Setting.T,
			text.Brief(one.Setting.StepsWord(), mostSteps)})
	}
	dropCommon(&t, ask)
	return t
}

// isDial reports whether a kernel has a parameter that is searched.
func isDial(kernel string) bool {
	_, ok, _ := experiments.ReadDial(experiments.FieldKernel, kernel)
	return ok
}

// shares is the table of one setting for several targets.
func shares(all []tune.Shared) table.Table {
	t := table.Table{Lead: 2, Columns: table.Columns("cost=evaluations", "by=least ratio", "worst", "median",
		"out_worst=left out, worst", "out_median=left out, median", "of=it is the best of", "kernel"),
		Title: "One setting for all targets, of those that are best for one of them"}
	for _, s := range all {
		t.Rows = append(t.Rows, []any{s.Cost, s.By, ratio(s.Worst), ratio(s.Median), ratio(slices.Max(s.LeftOut)),
			ratio(evidence.Median(s.LeftOut)), s.Setting.Job.TargetLabel(), s.Setting.Setting.Kernel})
	}
	t.Note("A ratio is J over the least J that was found for the target at the price. left out: the ratios on each " +
		"target of the setting that the other targets would choose, among their own best.")
	return t
}

// Rows is the table for programs: a row for each best setting.
func Rows(rows []tune.Row) table.Table {
	t := table.Table{Columns: table.Columns(columns.Names(columns.Tune())...)}
	for _, b := range tune.Bests(rows) {
		rec := map[string]any{}
		reports.Name(rec, b.Setting)
		rec["grid"] = b.Grid
		rec["goal"] = string(b.Job.Goal)
		rec["J"] = table.Known(float64(b.J))
		rec["B"] = table.Known(float64(b.B))
		rec["b_over_j"] = reports.OverJ(float64(b.B), float64(b.J))
		rec["price"] = b.Job.Cost
		rec["free_weights"] = b.Job.FreeWeights
		rec["cost"] = b.Cost
		rec["moves"] = b.Moves
		rec["moved"] = table.Known(float64(b.Moved))
		if rates := b.Accepted; rates != nil {
			rec["accepted_target"] = table.Known(float64(rates.Target))
			rec["accepted_path"] = table.Known(float64(rates.Path))
			rec["accepted_advised"] = rates.Advised
		}
		rec["j_over_least"] = table.Known(b.OverLeast)
		rec["starts"] = starts(b.Starts)
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
	}
	return t
}

// starts are what a search reached from each of its starts, in words.
func starts(all []tune.Start) (words []string) {
	for _, s := range all {
		words = append(words, fmt.Sprintf("%s on %s from there: %v", s.Kernel, s.Bridge, s.Value))
	}
	return words
}

// Files are the settings, a file each, as --settings and sweep read them, the front over prices if there are several,
// and the rows.
func Files(rows []tune.Row, look figure.Look) (files []table.File) {
	bests := tune.Bests(rows)
	numbers := map[string]int{}
	for _, b := range bests {
		label := b.Job.TargetLabel() + " " + b.Job.Initial
		if numbers[label] == 0 {
			numbers[label] = len(numbers) + 1
		}
	}
	for _, b := range bests {
		name := fmt.Sprintf("best-%s-%d.toml", strings.ToLower(string(b.Job.Goal)), b.Job.Cost)
		if len(numbers) > 1 {
			name = fmt.Sprintf("target-%d-%s", numbers[b.Job.TargetLabel()+" "+b.Job.Initial], name)
		}
		files = append(files, table.File{Name: name, Write: func(w io.Writer) error { return WriteSetting(w, b) }})
	}
	files = append(files, Front(bests, look)...)
	rowsOf := Rows(rows)
	files = append(files, table.File{Name: "best.csv", Write: func(w io.Writer) error {
		return table.WriteCSV(w, rowsOf.Columns, slices.Values(rowsOf.Rows))
	}})
	return files
}

// WriteSetting writes a setting as a file of flags: TOML.
func WriteSetting(w io.Writer, b tune.Best) error {
	lines := []string{
		fmt.Sprintf("# The least %s of %s that was found at %d evaluations: J = %v, B = %v.", b.Job.Goal,
			text.Printable(b.Job.TargetLabel()), b.Job.Cost, table.Full(float64(b.J)), table.Full(float64(b.B))),
		"kernel = " + strconv.Quote(b.Setting.Kernel),
		"bridge = " + strconv.Quote(b.Setting.Bridge),
		"schedule = " + strconv.Quote(b.Setting.Schedule),
		"repeat = " + strconv.Quote(b.Setting.StepsWord()),
		"T = " + strconv.Itoa(b.Setting.T),
	}
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}
