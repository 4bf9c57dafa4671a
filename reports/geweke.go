package reports

import (
	"fmt"

	"gonum.org/v1/gonum/stat"

	"breadboard/experiments/geweke"
	"breadboard/reports/table"
)

// gewekeTable returns the table, for people, of a test of a kernel with a model. Each statistic has a row.
func gewekeTable(r geweke.Result) table.Table {
	t := table.Table{Title: fmt.Sprintf("The kernel fits %s, as far as %d draws tell.", r.Model.Name, r.Draws),
		Columns: table.Columns("statistic", "mean_forward=forward mean", "mean_chain=chain mean",
			"distance=KS distance", "p", "ok=alike")}
	for _, s := range r.Findings {
		verdict := table.Verdict{Text: "yes"}
		if !s.OK() {
			verdict = table.Verdict{Text: "NO", Mark: table.Failed}
		}
		t.Add(s.Name, table.ThreeDigits(stat.Mean(s.Forward, nil)), table.ThreeDigits(stat.Mean(s.Chain, nil)),
			table.ThreeDigits(s.Distance), table.ThreeDigits(s.P), verdict)
	}
	if w := r.Worst(); !w.OK() {
		t.Title = fmt.Sprintf("The kernel does not fit %s: %s has another distribution.", r.Model.Name, w.Name)
	}
	t.Note("Geweke's test, by %d pairs of latents and data each way: from the model, and after %d steps of the kernel "+
		"with new data between them. p: the probability of at least that distance if both have one distribution, "+
		"corrected for the number of statistics; below %g the answer is no. mc-seed %d.", r.Draws, r.Steps,
		geweke.Level, r.MCSeed)
	return t
}

// gewekeObject returns the test for software.
func gewekeObject(r geweke.Result) table.Object {
	return table.Object{"draws", r.Draws, "mc_seed", r.MCSeed, "ok", r.OK(), "statistics",
		table.Each(r.Findings, func(f geweke.Finding) table.Object {
			return table.Object{"distance", f.Distance, "mean_chain", stat.Mean(f.Chain, nil), "mean_forward",
				stat.Mean(f.Forward, nil), "name", f.Name, "ok", f.OK(), "p", f.P}
		}), "steps", r.Steps, "test", "joint"}
}
