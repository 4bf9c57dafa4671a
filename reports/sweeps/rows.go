// Package sweeps prints sweeps: their result as a table and a figure, and all rows as files.
//
//	rows.go                 the rows, and the list of all files
//	summary.go              the table of a terminal and of summary.md
//	figure.go               J and B as lines, or as marks beside names
//	story.go                how a run went
//
// Like package reports, it makes the same bytes of the same rows.
package sweeps

import (
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// Data returns the table of all rows, for software. spec is the hash of the plan.
func Data(rows []sweep.Row, spec string) table.Table {
	keys := filledColumns(rows)
	return table.Table{Columns: keys, Rows: slices.Collect(cellsOf(rows, keys, spec))}
}

// filledColumns returns the columns of the rows, without optional columns that are empty in every row. This
// depends only on the rows, so that shards have the columns of a sweep in one piece.
func filledColumns(rows []sweep.Row) []table.Column {
	ofPrograms := ""
	if slices.ContainsFunc(rows, func(r sweep.Row) bool { return r.Job.Program != "" }) {
		ofPrograms = "program? how? rmse_fwd? rmse_rev? cost? off? b_stderr? e_log_w_fwd_stderr? e_log_w_rev_stderr? " +
			"mean_w_stderr? mean_inv_w_stderr? rmse_fwd_stderr? rmse_rev_stderr? "
	}
	all := table.Keys(reports.OnGrid + reports.OfPaths + "log_w_fwd_var? log_w_fwd_skew? log_w_rev_var? " +
		"log_w_rev_skew? ess? near_b? near_b_floor? b_pairwise? mean_w? mean_inv_w? defect? b_mc? b_mc_stderr? " +
		"e_log_w_fwd_mc? e_log_w_fwd_mc_stderr? e_log_w_rev_mc? e_log_w_rev_mc_stderr? " + ofPrograms + reports.Chosen +
		"chains? mc_seed? full warnings? read_sha256? version commit? go spec key " +
		"betas? axes repeat evaluations? b_over_j? status")
	empty := map[string]bool{}
	for _, c := range all {
		empty[c.Key] = c.Optional
	}
	for _, r := range rows {
		for key, cell := range recordOf(r) {
			empty[key] = empty[key] && table.ForPeople(cell) == ""
		}
	}
	return slices.DeleteFunc(all, func(c table.Column) bool { return empty[c.Key] })
}

// cellsOf yields the cells of each row in the order of these columns.
func cellsOf(rows []sweep.Row, keys []table.Column, spec string) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for _, r := range rows {
			rec := recordOf(r)
			rec["spec"] = spec
			if !yield(table.RowOf(keys, rec)) {
				return
			}
		}
	}
}

// recordOf returns a row of a sweep by the keys of its columns. A missing column does not apply to it. A
// number that does not exist has no value. An infinite number is null except in CSV, and a warning names it.
func recordOf(r sweep.Row) map[string]any {
	rec := map[string]any{}
	nameJob(rec, r.Job)
	rec["how"] = table.NilIfZero(r.How)
	rec["grid"] = table.NilIfZero(r.Grid)
	rec["key"] = r.Key
	rec["b_over_j"] = reports.BOverJ(r.At("B"), r.At("J"))
	rec["status"] = reports.StatusOf(r.Misses)
	rec["version"] = r.Build.Version
	rec["commit"] = table.NilIfZero(r.Build.Commit)
	rec["go"] = r.Build.Go
	if c := r.Chosen; c != nil {
		rec["schedule_start"], rec["schedule_converged"] = table.NilIfZero(c.Start), c.Converged
		rec["schedule_gradient"], rec["schedule_evaluations"] = float64(c.Gradient), c.Evaluations
		if c.Betas != nil {
			rec["betas"] = c.Betas
		}
	}
	warnings := slices.Clone(r.Warnings)
	if r.Fault != "" {
		warnings = append(warnings, "no result: "+r.Fault)
	}
	var infinite []string
	for _, name := range slices.Sorted(maps.Keys(r.Values)) {
		rec[name] = r.At(name)
		if math.IsInf(r.At(name), 0) {
			infinite = append(infinite, name+" = "+table.Full(r.At(name)))
		}
	}
	// the mean squared error of log w is its variance plus the square of its bias
	if r.Job.Program == "" && r.Fault == "" {
		rec["how"] = "propagated"
		rec["rmse_fwd"] = math.Hypot(math.Sqrt(r.At("log_w_fwd_var")), r.At("path_kl_fwd"))
		rec["rmse_rev"] = math.Hypot(math.Sqrt(r.At("log_w_rev_var")), r.At("path_kl_rev"))
	}
	if infinite != nil {
		warnings = append(warnings,
			"not finite, and so null where there is no word for it: "+strings.Join(infinite, ", "))
	}
	rec["warnings"] = warnings
	return rec
}

// nameJob fills in the columns that name a job.
func nameJob(rec map[string]any, j sweep.Job) {
	reports.NameAnnealing(rec, j.Setting)
	rec["program"] = j.ProgramName()
	rec["full"] = j.Full
	rec["evaluations"] = table.NilIfZero(j.Budget)
	rec["read_sha256"] = table.NilIfZero(j.Read)
	if j.Chains > 0 {
		rec["chains"], rec["mc_seed"] = j.Chains, j.MCSeed
	}
}

// Files returns all files of a sweep, the same bytes for the same rows: its table as CSV and JSON lines, the
// summary, and the figure if there is anything to compare.
func Files(rows []sweep.Row, summary ranking.Summary, spec string, width figure.Inches) ([]table.File, error) {
	keys := filledColumns(rows)
	cells := cellsOf(rows, keys, spec)
	files := []table.File{
		{Name: "rows.csv", Write: func(w io.Writer) error { return table.WriteCSV(w, keys, cells) }},
		{Name: "rows.jsonl", Write: func(w io.Writer) error { return table.WriteLines(w, keys, cells) }},
		{Name: "summary.md", Write: func(w io.Writer) error {
			return resultTable(summary, byTarget(summary.Outcomes)).Write(w, table.Markdown, table.Style{Width: -1})
		}},
	}
	if f, ok := figureOf(summary.Outcomes); ok {
		files = append(files, figure.Files("summary", f, width)...)
	}
	return table.Render(files)
}

// Stale holds the files of an earlier sweep that are removed if this one does not write them: the figure.
var Stale = []string{"summary.png", "summary.svg", "summary.pdf"}
