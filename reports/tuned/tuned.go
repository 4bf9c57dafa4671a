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

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/tune"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/table"
)

// mostSteps is the length of the longest list of steps that people see whole.
const mostSteps = 24

// Tables are what people see.
func Tables(ask tune.Ask, rows []tune.Row) []table.Table {
	all := []table.Table{bests(ask, rows)}
	if alone := tune.Alones(rows); len(alone) > 0 {
		all = append(all, alones(ask, alone))
	}
	if shared := tune.Shares(rows); len(shared) > 0 {
		all = append(all, shares(ask, shared))
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
	t.Note("In nats. steps: of the kernel at each level but the first. The betas are in the files of --out, and in " +
		"what " +
		"--format json prints.")
	if len(ask.Goals) > 1 {
		explainOver(&t)
		t.Note("Beside least B that is what choosing by B costs.")
	}
	explainEnds(&t, all)
	explainRates(&t, all)
	explainStarts(&t, rows)
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
		{"target", len(ask.Targets) == 1}, {"cost", len(ask.Costs) == 1}, {"bridge", isOne(experiments.FieldBridge,
			ask.Bridges)},
		{"kernel", isOne(experiments.FieldKernel, ask.Kernels)},
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

// evenSteps names the part that has one number of steps for all levels.
const evenSteps = "betas, even steps"

// partNames say what is chosen alone.
var partNames = map[tune.Part]string{tune.Kernels: "kernel", tune.Bridges: "bridge", tune.Betas: "betas",
	tune.Steps: "steps", tune.EvenSteps: evenSteps, tune.Nothing: "nothing"}

// alones is the table of what each part is worth.
func alones(ask tune.Ask, all []tune.Alone) table.Table {
	t := table.Table{Lead: 3, Columns: table.Columns("target", "cost=evaluations", "part=chosen alone", "J",
		"over=J/least", "kernel", "bridge", "T", "steps"),
		Title: fmt.Sprintf("What one part is worth, chosen alone%s; all else is %s, %s, equal steps of beta, and one "+
			"step a level", common(ask), ask.Kernels[0], ask.Bridges[0])}
	for _, one := range all {
		if one.Job.Part == tune.Bridges && isOne(experiments.FieldBridge, ask.Bridges) {
			continue
		}
		if one.Job.Part == tune.Kernels && isOne(experiments.FieldKernel, ask.Kernels) {
			continue
		}
		t.Rows = append(t.Rows, []any{one.Job.TargetLabel(), one.Job.Cost, partNames[one.Job.Part],
			table.Known(float64(one.J)), ratio(one.OverLeast), one.Setting.Kernel, one.Setting.Bridge,
			one.Setting.T,
			text.Brief(one.Setting.StepsWord(), mostSteps)})
	}
	if len(ask.Goals) == 1 {
		explainOver(&t)
	}
	if !ask.FreeWeights {
		t.Note("even steps: as many at each level.")
	}
	dropCommon(&t, ask)
	return t
}

// isOne reports whether all settings have one kernel, or bridge: there is one name, and no range of it.
func isOne(field experiments.Field, specs []string) bool {
	if len(specs) != 1 {
		return false
	}
	_, isRange, _ := experiments.ReadDial(field, specs[0])
	return !isRange
}

// explainOver says what J/least is.
func explainOver(t *table.Table) {
	t.Note("J/least: J of the setting over the least J at the price. A J below %g counts as %g there.", tune.Rounding,
		tune.Rounding)
}

// explainEnds says which parameters were found at an end of their range.
func explainEnds(t *table.Table, all []tune.Best) {
	said := map[tune.Edge]bool{}
	for _, b := range all {
		for _, edge := range b.Edges() {
			if said[edge] {
				continue
			}
			said[edge] = true
			what := "a wider one may be better"
			if edge.Last {
				what = "its parameter goes no further"
			}
			t.Note("%s is at the end of its range, %s: %s.", edge.Name, edge.Range, what)
		}
	}
}

// Rows is the table for programs: a row for each best setting, and behind them one for each target of a setting for
// all.
func Rows(rows []tune.Row) table.Table {
	t := table.Table{Columns: table.Columns(columns.Names(columns.Tune())...)}
	for _, b := range tune.Bests(rows) {
		found := tune.Outcome{Grid: b.Grid, J: b.J, B: b.B, OverLeast: columns.Real(b.OverLeast), Cost: b.Cost,
			Moved: b.Moved, Accepted: b.Accepted}
		t.Rows = append(t.Rows, table.RowOf(t.Columns, recordOf(b.Row, b.Setting, found)))
	}
	for _, s := range tune.Shares(rows) {
		for k, o := range s.Together.On {
			t.Rows = append(t.Rows, table.RowOf(t.Columns, shareOn(s, k, o)))
		}
	}
	return t
}

// explainStarts says how far the ends of searches from several starts are apart.
func explainStarts(t *table.Table, rows []tune.Row) {
	several := false
	apart := 1.0
	for _, r := range rows {
		if r.Job.Panel != nil || len(r.Starts) < 2 {
			continue
		}
		several = true
		for _, s := range r.Starts {
			apart = max(apart, tune.OverLeast(s.Value, r.Value()))
		}
	}
	if several {
		t.Note("Each search along a range began from several settings; its best end stands here. The worst is %v "+
			"times as large.", table.ThreeDigits(apart))
	}
}

// recordOf is the record for programs of a setting on a target: of its search, and of what it has there.
func recordOf(search tune.Row, setting experiments.Setting, on tune.Outcome) map[string]any {
	rec := map[string]any{}
	reports.Name(rec, setting)
	rec["grid"] = on.Grid
	rec["goal"] = string(search.Job.Goal)
	rec["J"] = table.Known(float64(on.J))
	rec["B"] = table.Known(float64(on.B))
	rec["b_over_j"] = reports.OverJ(float64(on.B), float64(on.J))
	rec["price"] = search.Job.Cost
	rec["free_weights"] = search.Job.FreeWeights
	rec["cost"] = on.Cost
	rec["moves"] = search.Moves
	recordRates(rec, on.Moved, on.Accepted)
	rec["j_over_least"] = table.Known(float64(on.OverLeast))
	rec["starts"] = starts(search.Starts)
	return rec
}

// starts are what a search reached from each of its starts, in words.
func starts(all []tune.Start) (words []string) {
	for _, s := range all {
		words = append(words, fmt.Sprintf("%s on %s from there: %v", s.Kernel, s.Bridge, s.Value))
	}
	return words
}

// Files are the settings, a file each, as --settings and sweep read them, also those for all targets, the front over
// prices if there are several, and the rows.
func Files(rows []tune.Row) (files []table.File) {
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
	files = append(files, sharedFiles(rows)...)
	files = append(files, Front(bests)...)
	rowsOf := Rows(rows)
	files = append(files, table.File{Name: "best.csv", Write: func(w io.Writer) error {
		return table.WriteCSV(w, rowsOf.Columns, slices.Values(rowsOf.Rows))
	}})
	return files
}

// WriteSetting writes a setting as a file of flags: TOML.
func WriteSetting(w io.Writer, b tune.Best) error {
	return writeFlags(w, fmt.Sprintf("The least %s of %s that was found at %d evaluations: J = %v, B = %v.", b.Job.Goal,
		text.Printable(b.Job.TargetLabel()), b.Job.Cost, table.Full(float64(b.J)), table.Full(float64(b.B))), b.Setting)
}

// writeFlags writes a setting below what it is.
func writeFlags(w io.Writer, what string, s experiments.Setting) error {
	lines := []string{
		"# " + what,
		"kernel = " + strconv.Quote(s.Kernel),
		"bridge = " + strconv.Quote(s.Bridge),
		"schedule = " + strconv.Quote(s.Schedule),
		"repeat = " + strconv.Quote(s.StepsWord()),
		"T = " + strconv.Itoa(s.T),
	}
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}
