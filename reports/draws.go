package reports

import (
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/draws"
	"breadboard/reports/table"
)

// Draws returns the table of samples beside the distribution of a target: a row for each sample. For people it has
// notes on what the draws show.
func Draws(an experiments.Annealer, all []draws.Result, f table.Format) table.Table {
	if f.ForSoftware() {
		return table.Filled(table.Table{Columns: table.Keys("target grid seed sample chains draws independent " +
			"impossible p_value verdict why reach says p q status doubts")}, all, func(r draws.Result) map[string]any {
			return map[string]any{"target": an.TargetName(), "grid": an.GridName(), "seed": table.NilIfNil(an.Seed),
				"says": r.Words(), "status": string(r.Status()), "doubts": doubts(r.Doubts())}
		})
	}
	t := table.Table{
		Title:   "draws beside " + an.TargetName() + " on " + an.GridName() + SeedWords(an.Seed),
		Columns: table.Columns("sample", "chains", "draws", "p_value=p", "verdict"),
	}
	t = table.Filled(t, all, func(r draws.Result) map[string]any {
		verdict := table.Verdict{Text: r.Verdict}
		if r.Verdict == draws.Differs {
			verdict.Mark = table.Failed
		}
		return map[string]any{"verdict": verdict, "p_value": r.P}
	})
	if all[0].Name == "" {
		t.Drop("sample")
	}
	if len(all) == 1 {
		t.Title = all[0].Verdict + ": " + t.Title
	}
	for _, r := range all {
		t.Note("%s%s.", strings.TrimPrefix(r.Name+": ", ": "), r.Words())
	}
	t.Note("p: corrected for the number of samples; at %g or below draws are not p's. What draws do not show: whether "+
		"weights are right (breadboard sandwich), and how far a program's distribution is from p (aide).", draws.Level)
	return t
}
