package tuned

import (
	"fmt"
	"io"
	"math"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/experiments/tune"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// shares is the table of one setting for all targets.
func shares(ask tune.Ask, all []tune.Shared) table.Table {
	t := table.Table{Lead: 2, Columns: table.Columns("cost=evaluations", "by=least ratio", "worst", "median",
		"winners=of winners", "out_worst=left out, worst", "out_median=left out, median", "kernel", "bridge", "T",
		"steps"), Title: "One setting for all targets" + common(ask)}
	for _, s := range all {
		t.Rows = append(t.Rows, []any{s.Job.Cost, string(s.Job.Goal), ratio(s.Worst), ratio(s.Median),
			ratio(float64(s.Together.Winners)), ratio(slices.Max(s.LeftOut)), ratio(evidence.Median(s.LeftOut)),
			s.Setting.Kernel, s.Setting.Bridge, s.Setting.T, text.Brief(s.Setting.StepsWord(), mostSteps)})
	}
	t.Note("A ratio is J over the least J that was found for the target at the price. of winners: the least ratio of " +
		"the settings that are best for one of the targets. left out: the ratios on each target of the setting that " +
		"is found without it.")
	if groups := tune.Groups(len(ask.Targets)); groups < len(ask.Targets) {
		t.Note("Targets are left out in %d groups.", groups)
	}
	dropCommon(&t, ask)
	return t
}

// shareOn is the record for programs of a setting for all targets on one of them.
func shareOn(s tune.Shared, k int, o tune.Outcome) map[string]any {
	rec := recordOf(s.Row, s.SettingOn(k), o)
	if !math.IsNaN(s.LeftOut[k]) {
		rec["left_out"] = table.Known(s.LeftOut[k])
	}
	return rec
}

// sharedFiles are the settings for all targets.
func sharedFiles(rows []tune.Row) (files []table.File) {
	for _, s := range tune.Shares(rows) {
		what := fmt.Sprintf("One setting for %d targets, of the least %s ratio of J to the least J of each that was "+
			"found at %d evaluations: %v.", len(s.Job.Panel.Targets), s.Job.Goal, s.Job.Cost,
			table.Full(float64(s.Together.Ratio)))
		files = append(files, table.File{Name: fmt.Sprintf("best-%s-%d.toml", s.Job.Goal, s.Job.Cost),
			Write: func(w io.Writer) error { return writeFlags(w, what, s.Setting) }})
	}
	return files
}
