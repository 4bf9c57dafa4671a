package reports

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/apart"
	"breadboard/experiments/columns"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// Apart is the table of programs beside a gold standard, one row a T and program. People see how far apart the two are,
// the estimate of that, how much of it is bias, and what M would halve the bias. Programs see every column; numbers
// that are not finite are null in JSON, and the row's warnings say why.
func Apart(rows []apart.Comparison, f table.Format) table.Table {
	if f.ForPrograms() {
		t := table.Table{Columns: forPrograms(columns.Of("aide"))}
		if !slices.ContainsFunc(rows, func(r apart.Comparison) bool { return r.Ways != nil }) {
			t.Columns = forPrograms(columns.Of("aide", "exec"))
		}
		for _, r := range rows {
			rec := apartRecord(r)
			warnings := append(slices.Clone(r.Warnings), nulls(t.Columns, rec)...)
			rec["warnings"] = warnings
			if r.Why != "" {
				rec["warnings"] = append(warnings, "no halving_m: "+r.Why)
			}
			t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
		}
		return t
	}
	t := table.Table{Lead: 2, Columns: table.Columns("T", "program", "symmetrised_kl=apart", "expected=expects",
		"estimate", "bias", "halved=half at")}
	var warnings []warning
	for _, r := range rows {
		if t.Title == "" {
			t.Title = settingTitle(r.Target+" on "+r.Grid, r.Setting) + "; gold standard " + r.Gold
			if r.Setting == (experiments.Setting{}) { // a hidden Markov model has no kernel
				t.Title = r.Target + ": " + r.Grid + "; gold standard " + r.Gold
			}
		}
		estimated := table.Known(r.Estimate.Value)
		if e := r.Estimate.StdErr; !math.IsNaN(e) && !math.IsInf(e, 0) {
			estimated = uncertain(r.Estimate.Value, e)
		}
		rec := record{"T": r.T, "program": r.Program, "symmetrised_kl": table.Known(r.Symmetrised()),
			"expected": table.Known(r.Expected), "estimate": estimated, "bias": biasIn(r),
			"halved": halvedBy(r.Halving)}
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
		warnings = append(warnings, warningsOf(ofProgram(r.Program, r.T), r.Warnings)...)
	}
	t.Note("apart: KL(gold‖program) + KL(program‖gold) between the laws of what the two return, exactly. expects: " +
		"what AIDE expects at M = 1, one run of each, exactly. In nats.")
	if len(rows) > 0 {
		o := rows[0].Options
		t.Note("estimate: AIDE's, from %s runs, each looked at by %s, mc-seed %d. bias: what it expects at this M "+
			"less apart, and the share of that. half at: the M of both programs at which the bias is half of that at "+
			"M = 1.",
			counts(o.Runs, "%d + %[1]d", ""), counts(o.Meta, "M = %d", "M = "), o.Seed)
	}
	// what is known of the program from outside is the same in all rows that have it
	if at := slices.IndexFunc(rows, func(r apart.Comparison) bool { return r.Ways != nil }); at >= 0 {
		t.Note("exec: %s. %s", rows[at].Ways.Command, waysVerdict(*rows[at].Ways))
	}
	noteWarnings(&t, "Warning, ", warnings)
	return t
}

// biasIn is the bias of the estimate, with its share of what the estimate expects. A bias that may well be
// 0, as looks tell it, has its standard error in place of the share.
func biasIn(r apart.Comparison) any {
	share := r.Bias.Value / (r.Symmetrised() + r.Bias.Value)
	switch {
	case r.Why == apart.NoBias:
		return 0.
	case r.Bias.Value < 2*r.Bias.StdErr:
		return uncertain(r.Bias.Value, r.Bias.StdErr)
	case !(share > 0):
		return table.Known(r.Bias.Value)
	}
	return fmt.Sprintf("%v (%.0f%%)", table.ThreeDigits(r.Bias.Value), 100*share)
}

// counts are two numbers of runs, of the gold standard and of the program. If they are alike, one says both.
func counts(c apart.Counts, one, before string) string {
	if c.Gold == c.Target {
		return fmt.Sprintf(one, c.Gold)
	}
	return fmt.Sprintf("%s%d gold and %d program", before, c.Gold, c.Target)
}

// halvedBy is the M that halves the bias. M from looks is about right.
func halvedBy(h apart.Halving) string {
	switch {
	case h.Why == apart.NoBias:
		return "no bias"
	case h.Why != "":
		return "unknown"
	case h.M == 0:
		return fmt.Sprintf("M > %d", h.Searched)
	case h.Exactly:
		return fmt.Sprintf("M = %d", h.M)
	}
	return fmt.Sprintf("M ≈ %d", h.M)
}

// apartRecord holds a comparison without its warnings.
func apartRecord(r apart.Comparison) record {
	rec := record{}
	Name(rec, r.Setting)
	rec["skip_last_kernel"] = r.SkipLast
	if r.Kernel == "" {
		rec["skip_last_kernel"] = nil
	}
	b := r.Exact.Bias
	maps.Copy(rec, record{"target": r.Target, "grid": r.Grid, "axes": r.Kinds, "T": r.T,
		"gold": r.Gold, "program": r.Program, "how_gold": table.Some(r.HowGold), "how_program": table.Some(r.HowTarget),
		"symmetrised_kl": r.Symmetrised(), "kl_gold_program": r.Laws.Forward, "kl_program_gold": r.Laws.Reverse,
		"expected": r.Expected, "bias_gold_own": b.GoldOwn, "bias_program_other": b.TargetOther,
		"bias_program_own": b.TargetOwn, "bias_gold_other": b.GoldOther, "bias": b.Total(), "off": r.Off,
		"runs_gold": r.Runs.Gold, "runs_program": r.Runs.Target, "meta_gold": r.Meta.Gold,
		"meta_program": r.Meta.Target, "mc_seed": r.Options.Seed,
		"estimate": r.Estimate.Value, "stderr": r.Estimate.StdErr,
		"estimate_m1": r.AtOne.Value, "stderr_m1": r.AtOne.StdErr, "drop": r.Drop.Value, "drop_stderr": r.Drop.StdErr,
		"bias_left": r.Bias.Value, "halving_m": table.Some(r.M), "halving_most": table.Some(r.Searched),
	})
	// how far the estimate falls with more runs of a program, if that is known
	f := r.Falls
	fall := func(name string, v, stderr float64, m int) {
		if m > 1 {
			rec[name] = finite(v)
			rec[name+"_stderr"] = finite(stderr)
			rec[name+"_m"] = m
		}
	}
	fall("fall_gold", f.Gold.Value, f.Gold.StdErr, f.Runs.Gold)
	fall("fall_program", f.Target.Value, f.Target.StdErr, f.Runs.Target)
	var biases []map[string]any
	for _, at := range r.Curve {
		biases = append(biases, map[string]any{"M": at.M, "bias": finite(at.Bias.Value),
			"stderr": finite(at.Bias.StdErr)})
	}
	if biases != nil {
		rec["biases"] = biases
	}
	switch {
	case r.Why == "" && r.Exactly:
		rec["halving_how"] = "exact"
	case r.Why == "":
		rec["halving_how"] = "sampled"
	}
	if w := r.Ways; w != nil {
		maps.Copy(rec, record{"exec": w.Command, "exec_verdict": waysVerdict(*w), "exec_p": w.P(),
			"exec_p_cell": table.Known(w.ByCell.P), "exec_p_weight": table.Known(w.ByWeight.P),
			"exec_log_r": finite(w.LogR), "exec_log_r_stderr": finite(w.StdErr), "log_r": w.Exact})
		if w.Worst >= 0 {
			rec["exec_worst_cell"], rec["exec_worst_z"] = w.Worst, w.Z
		}
	}
	return rec
}

// finite returns v as a cell, and a cell without a value if v is not finite.
func finite(v float64) any {
	if math.IsInf(v, 0) {
		return nil
	}
	return table.Known(v)
}

// waysVerdict says whether forward and reverse runs fit together, and compares log R, as the weights have it, with the
// truth.
func waysVerdict(w apart.WaysCheck) string {
	worst := ""
	if w.Worst >= 0 && math.Abs(w.Z) >= farOff { // the cell that is farthest off
		few := "many"
		if w.Z < 0 {
			few = "few"
		}
		worst = fmt.Sprintf(": for their weights, too %s of cell %v are reverse runs, z = %+.1f", few,
			w.Grid.Name(w.Worst), w.Z)
	}
	tests := fmt.Sprintf("%d each way, p = %s; χ² by cell is %s, by log w %s", w.Runs, table.Short(w.P()),
		pearson(w.ByCell), pearson(w.ByWeight))
	verdict := fmt.Sprintf("Its forward and reverse runs fit together (%s)", tests)
	switch {
	case w.Broken():
		verdict = fmt.Sprintf("Its forward and reverse runs do not fit together (%s)%s. So the estimate says "+
			"nothing. A right program is accused with probability 0.0001 at most", tests, worst)
	case w.TooFew():
		verdict = fmt.Sprintf("Whether its forward and reverse runs fit together cannot be told from %d each way: "+
			"their weights hardly overlap", w.Runs)
	}
	if !(w.StdErr < math.Inf(1)) {
		return fmt.Sprintf("%s. Its weights do not tell log R, which is %s.", verdict, table.Short(w.Exact))
	}
	own := uncertain(w.LogR, w.StdErr)
	if w.StdErr < printed { // all weights are alike
		own = table.Short(math.Round(w.LogR*1e9) / 1e9)
	}
	words := fmt.Sprintf("%s. By its weights log R is %s; the truth is %s", verdict, own, table.Short(w.Exact))
	if math.Abs(w.LogR-w.Exact) > farOff*w.StdErr+printed && !w.Broken() {
		words += ", so they have a constant in them, which drops out of the estimate"
	}
	return words + "."
}

// printed is the least difference of two log R that a reader of their digits sees.
const printed = 1e-6

// pearson is a statistic with its degrees of freedom.
func pearson(f evidence.Pearson) string {
	if f.TooFew() {
		return "of one group"
	}
	return fmt.Sprintf("%.1f on %s", f.Statistic, text.Count(f.DF, "degree"))
}
