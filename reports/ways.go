package reports

import (
	"fmt"
	"maps"
	"math"
	"strings"

	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/reports/table"
)

// programName returns the name of a program for people.
func programName(spec string, w *experiments.Consistency) string {
	if spec == experiments.ExecProgram && w != nil && w.Command == experiments.Caller {
		return "your program"
	}
	return spec
}

// waysNote says which command is a program, and whether its runs fit together. of names the target, or is empty.
func waysNote(w experiments.Consistency, of string) string {
	if w.Command == experiments.Caller {
		return "Your program" + of + ": " + waysVerdict(w)
	}
	return fmt.Sprintf("exec%s: %s. %s", of, w.Command, waysVerdict(w))
}

// nameCommand fills in the columns of the user's command, if there is one.
func nameCommand(rec record, w *experiments.Consistency) {
	if w == nil {
		return
	}
	maps.Copy(rec, record{"exec": w.Command, "exec_verdict": waysVerdict(*w), "log_r": w.Exact,
		"exec_status": string(waysDoubts(*w).Status()), "exec_doubts": doubts(waysDoubts(*w).Doubts())})
	if f := w.Fit; f != nil {
		maps.Copy(rec, record{"exec_log_r": finite(w.Exact + f.LogMeanW), "exec_ways": f.Ways, "exec_constant": f.LogC})
		if w.Broken() {
			maps.Copy(rec, record{"exec_worst_cell": f.Worst.X, "exec_worst_log_w": f.Worst.LogW,
				"exec_worst_forward": finite(f.Ahead), "exec_worst_reverse": finite(f.Back)})
		}
		return
	}
	maps.Copy(rec, record{"exec_p": w.P(), "exec_p_cell": finite(w.ByCell.P),
		"exec_p_weight": finite(w.ByWeight.P), "exec_log_r": finite(w.LogR),
		"exec_log_r_stderr": finite(w.StdErr)})
	if w.Worst >= 0 {
		rec["exec_worst_cell"], rec["exec_worst_z"] = w.Worst, w.Z
	}
}

// sameLogR bounds how far two log R may be apart that are the same to a reader of their digits.
const sameLogR = 1e-6

// waysVerdict says whether the forward and reverse runs of a command fit together, and compares log R by its weights
// with the exact one.
func waysVerdict(w experiments.Consistency) string {
	if w.Fit != nil {
		return strings.Join(append([]string{exactVerdict(w) + followed(w)}, sentencesOf(waysDoubts(w))...), " ")
	}
	var all []string
	switch {
	case w.Broken():
		all = append(all, fmt.Sprintf("Its forward and reverse runs do not fit together (%d each way, p = %s)%s. A "+
			"right program is accused with probability %g at most.", w.Runs, table.Short(w.P()), farthestCell(w),
			experiments.WaysLevel))
	case !w.TooFew():
		all = append(all, fmt.Sprintf("Its forward and reverse runs fit together (%d each way, p = %s).", w.Runs,
			table.Short(w.P())))
	}
	all = append(all, sentencesOf(waysDoubts(w))...)
	own := Uncertain(w.LogR, w.StdErr)
	if w.StdErr < sameLogR { // all weights are alike
		own = table.Short(math.Round(w.LogR*1e9) / 1e9)
	}
	byWeights := fmt.Sprintf("By its weights log R is %s; the truth is %s%s.", own, table.Short(w.Exact), ofInitial(w))
	if ofSum(w) {
		byWeights = fmt.Sprintf("By its weights the log of the sum of f is %s; the truth is %s. R is that over the "+
			"sum of f_1%s.", own, table.Short(w.Exact+w.LogInitial), ofInitial(w))
	}
	if !(w.StdErr < math.Inf(1)) {
		byWeights = fmt.Sprintf("Its weights do not tell log R, which is %s.", table.Short(w.Exact))
	}
	return strings.Join(append(all, byWeights), " ")
}

// waysDoubts returns the verdict on the runs of a command, with the doubts of runs that are drawn.
func waysDoubts(w experiments.Consistency) (v laws.Verdict) {
	if w.Broken() {
		v.Broken = []laws.Finding{{Law: laws.FitTogether}}
	}
	if w.Fit != nil && w.Fit.Within {
		v.DoubtBy("left_out", w.Fit.Off(), "%s", "what was learnt may leave out as much as its forward and reverse "+
			"runs differ by: use a smaller --eps")
	}
	if w.Fit != nil || w.Broken() {
		return v
	}
	if w.TooFew() {
		v.DoubtBy("few_runs", float64(w.Runs), "whether its forward and reverse runs fit together cannot be told from "+
			"%d each way: their weights hardly overlap", w.Runs)
	} else if caution := evidence.Caution(w.P(), experiments.WaysLevel, "programs", "runs"); caution != "" {
		v.DoubtBy("small_p", w.P(), "%s", caution)
	}
	if w.Unsure != "" {
		v.Doubt("hidden", "%s", w.Unsure)
	}
	if w.StdErr < math.Inf(1) && isFar(w, w.Exact) && !ofSum(w) {
		v.DoubtBy("log_r", w.LogR-w.Exact, "its log R is off: its weights have a constant in them, which drops out of "+
			"the estimate, or are wrong by less than these runs show, as by kernels of another level or wrong starts")
	}
	return v
}

// isFar reports whether log R by weights is farther from a value than its error.
func isFar(w experiments.Consistency, from float64) bool {
	return math.Abs(w.LogR-from) > farOff*w.StdErr+sameLogR
}

// ofSum reports whether weights have the sum of f as their mean, and not R, as many programs are written.
func ofSum(w experiments.Consistency) bool {
	return isFar(w, w.Exact) && !isFar(w, w.Exact+w.LogInitial)
}

// ofInitial says of which f_1 log R is, if some cells have none of its mass: a program may begin in these.
func ofInitial(w experiments.Consistency) string {
	if n := w.Grid.Size(); w.Began < n {
		return fmt.Sprintf(" for f_1 with mass in %d of %d cells (--initial gives another)", w.Began, n)
	}
	return ""
}

// exactVerdict says so of a command that tells all its ways.
func exactVerdict(w experiments.Consistency) string {
	f := w.Fit
	fit := fmt.Sprintf("Its forward and reverse runs fit together exactly (%s ways that differ in cell or weight).",
		table.Thousands(f.Ways))
	if f.Single {
		fit = fmt.Sprintf("Its forward and reverse runs fit together %s (largest error %.2g, %s ways that differ in cell "+
			"or weight).", laws.AsSingle(f.Off(), 0), f.Off(), table.Thousands(f.Ways))
	}
	byWeights := fmt.Sprintf("log R by them is %s, the truth is %s%s", table.Short(w.Exact+f.LogMeanW),
		table.Short(w.Exact), ofInitial(w))
	switch {
	case f.Within:
		return fmt.Sprintf("Its forward and reverse runs differ by %s at most (%s ways that differ in cell or weight).",
			table.Short(f.Off()), table.Thousands(f.Ways))
	case w.Broken():
		return fmt.Sprintf("Its forward and reverse runs do not fit together: forward returns %v with log w = %s "+
			"with probability %s, and by reverse that would be %s. q and J do not need its weights. E_fwd[w] is %s R.",
			w.Grid.Name(f.Worst.X), table.Short(f.Worst.LogW), table.Short(f.Ahead), table.Short(f.Back),
			table.Short(math.Exp(f.LogMeanW)))
	case f.LogC != 0 && math.Abs(f.LogC-w.LogInitial) < sameLogR:
		return fmt.Sprintf("%s Its weights have the sum of f as their mean, exp(%s), and R is that over the sum of "+
			"f_1: log R is %s%s. Harmless to q, J and B, and not to E[log w], rmse and E[w]/R.", fit,
			table.Short(w.Exact+f.LogMeanW), table.Short(w.Exact), ofInitial(w))
	case f.LogC != 0:
		return fmt.Sprintf("%s Its weights have a constant in them: %s; harmless to q, J and B, and not to E[log w], "+
			"rmse and E[w]/R.", fit, byWeights)
	}
	return fit
}

// followed says how the ways of a program are known.
func followed(w experiments.Consistency) string {
	if w.Followed == "" {
		return ""
	}
	return " " + sentence(w.Followed)
}

// farthestCell names the cell whose forward and reverse runs fit together least, if it is far off.
func farthestCell(w experiments.Consistency) string {
	if w.Worst < 0 || math.Abs(w.Z) < farOff {
		return ""
	}
	few := "many"
	if w.Z < 0 {
		few = "few"
	}
	return fmt.Sprintf(": for their weights, too %s of cell %v are reverse runs, z = %+.1f", few, w.Grid.Name(w.Worst),
		w.Z)
}
