package reports

import (
	"fmt"
	"math"

	"breadboard/chains/evidence"
	"breadboard/experiments/apart"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// waysNotes says what is known of the program from outside, which is the same in all rows that have it.
func waysNotes(rows []apart.Row) []string {
	for _, r := range rows {
		if r.Ways != nil {
			return []string{fmt.Sprintf("exec: %s. %s. %s", r.Ways.Command, waysVerdict(*r.Ways), constant(*r.Ways))}
		}
	}
	return nil
}

// waysVerdict says whether forward and reverse runs fit together.
func waysVerdict(w apart.Ways) string {
	look := ""
	if w.First > 0 {
		look = fmt.Sprintf("at first p = %s; a second look, ", table.Short(w.First))
	}
	tests := fmt.Sprintf("%s%d each way, p = %s; χ² by cell is %s, by log w %s", look, w.Runs, table.Short(w.P()),
		pearson(w.ByCell), pearson(w.ByWeight))
	switch {
	case w.Broken():
		return fmt.Sprintf("Its forward and reverse runs do not fit together (%s)%s. So the estimate says nothing. A "+
			"right program is accused with probability 0.0001 at most", tests, worst(w))
	case w.TooFew():
		return fmt.Sprintf("Whether its forward and reverse runs fit together cannot be told from %d each way: "+
			"their weights hardly overlap", w.Runs)
	}
	return fmt.Sprintf("Its forward and reverse runs fit together (%s)", tests)
}

// worst names the cell that is farthest off, if it is far off.
func worst(w apart.Ways) string {
	if w.Worst < 0 || math.Abs(w.Z) < 4 {
		return ""
	}
	few := "many"
	if w.Z < 0 {
		few = "few"
	}
	return fmt.Sprintf(": for their weights, too %s of cell %v are reverse runs, z = %+.1f", few,
		w.Grid.Coords(w.Worst), w.Z)
}

// pearson is a statistic with its degrees of freedom.
func pearson(f evidence.Pearson) string {
	if f.TooFew() {
		return "of one group"
	}
	return fmt.Sprintf("%.1f on %s", f.Statistic, text.Count(f.DF, "degree"))
}

// constant compares log R, as the weights have it, with the truth.
func constant(w apart.Ways) string {
	if !(w.StdErr < math.Inf(1)) {
		return fmt.Sprintf("Its weights do not tell log R, which is %s.", table.Short(w.Exact))
	}
	own := uncertain(w.LogR, w.StdErr)
	if w.StdErr < 1e-6 { // all weights are alike
		own = table.Short(math.Round(w.LogR*1e9) / 1e9)
	}
	words := fmt.Sprintf("By its weights log R is %s; the truth is %s", own, table.Short(w.Exact))
	if math.Abs(w.LogR-w.Exact) > 4*w.StdErr+1e-6 && !w.Broken() {
		words += ", so they have a constant in them, which drops out of the estimate"
	}
	return words + "."
}

// waysRecord has what programs read of the program from outside.
func waysRecord(w *apart.Ways) record {
	if w == nil {
		return record{}
	}
	var worst, z any
	if w.Worst >= 0 {
		worst, z = w.Worst, w.Z
	}
	return record{"exec": w.Command, "exec_p": w.P(), "exec_p_cell": table.Known(w.ByCell.P),
		"exec_p_weight": table.Known(w.ByWeight.P), "exec_worst_cell": worst, "exec_worst_z": z,
		"exec_log_r": finite(w.LogR), "exec_log_r_stderr": finite(w.StdErr), "log_r": w.Exact}
}
