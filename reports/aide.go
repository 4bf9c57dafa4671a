package reports

import (
	"maps"
	"slices"

	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/experiments/aidestudy"
	"breadboard/reports/table"
)

// AIDE returns the table of programs beside a gold standard, with a row for each T and program. People see J between
// the two, its estimate, and the bias in that. Software reads every column. Numbers that are not finite are null in
// JSON, and the row's warnings say why.
func AIDE(rows []aidestudy.Comparison, f table.Format) table.Table {
	if f.ForSoftware() {
		return aideData(rows)
	}
	t := table.Table{Lead: 2, Columns: table.Columns("T", "program", "symmetrised_kl=J", "expected", "estimate",
		"bias")}
	var warnings []warning
	for _, r := range rows {
		if t.Title == "" {
			t.Title = settingTitle(r.Target+" on "+r.Grid, r.Setting) + "; gold standard " + r.Gold
			if r.Setting == (experiments.Setting{}) { // a hidden Markov model has no kernel
				t.Title = r.Target + ": " + r.Grid + "; gold standard " + r.Gold
			}
		}
		t.Add(r.T, programName(r.Program, r.Ways), r.Symmetrised(), r.Expected,
			estimated(r.Estimate, r.Estimate.Value),
			estimated(r.Bias, table.ThreeDigits(r.Bias.Value)))
		warnings = append(warnings, warningsOf(ofProgram(programName(r.Program, r.Ways), r.T), r.Warnings)...)
	}
	t.Note("J: KL(gold‖program) + KL(program‖gold) between the distributions of what the two return, exactly. " +
		"expected: what AIDE expects at M = 1, one run of each, exactly. In nats.")
	if len(rows) > 0 {
		o := rows[0].Options
		t.Note("estimate: AIDE's, from %d runs of the gold standard and %d of the program, each looked at by M = %d "+
			"and %d, mc-seed %d. bias: what it expects at these M, less J.", o.Runs.Gold, o.Runs.Target, o.Meta.Gold,
			o.Meta.Target, o.Seed)
	}
	// the findings about the command are the same in all its rows
	if at := slices.IndexFunc(rows, hasWays); at >= 0 {
		ways := *rows[at].Ways
		t.Note("%s", waysNote(ways, ""))
		if ways.Broken() {
			t.Note("AIDE goes by weights: of wrong ones its estimate and what it expects say nothing. J is of cells " +
				"alone.")
		}
	}
	noteWarnings(&t, "Warning, ", warnings)
	return t
}

// estimated returns an estimate as a cell: with its standard error, or alone if it has none.
func estimated(e sample.Estimate, alone any) any {
	if finite(e.StdErr) == nil {
		return alone
	}
	return Uncertain(e.Value, e.StdErr)
}

// hasWays reports whether a row is of a command of the user, whose forward and reverse runs are compared.
func hasWays(r aidestudy.Comparison) bool { return r.Ways != nil }

// aideData returns the table for software. It has the columns of a command of the user only if there is one.
func aideData(rows []aidestudy.Comparison) table.Table {
	exec, ways := "", ""
	if slices.ContainsFunc(rows, hasWays) {
		exec, ways = ofExec+"log_r ", ofWays
	}
	t := table.Table{Columns: table.Keys(OnGrid + "gold program how_gold how_program symmetrised_kl kl_gold_program " +
		"kl_program_gold expected bias_gold_own bias_program_other bias_program_own bias_gold_other bias off " +
		"fall_gold fall_gold_stderr fall_gold_m fall_program fall_program_stderr fall_program_m runs_gold " +
		"runs_program meta_gold meta_program mc_seed estimate stderr estimate_m1 stderr_m1 drop drop_stderr " +
		"bias_left halving_m halving_how halving_most biases warnings " + exec + "axes repeat bias_stderr " + ways)}
	for _, r := range rows {
		rec := aideRecord(r)
		warnings := append(slices.Clone(r.Warnings), nullWarnings(t.Columns, rec)...)
		if r.Why != "" {
			warnings = append(warnings, "no halving_m: "+r.Why)
		}
		rec["warnings"] = warnings
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
	}
	return t
}

// aideRecord returns a comparison without its warnings.
func aideRecord(r aidestudy.Comparison) record {
	rec := record{}
	NameAnnealing(rec, r.Setting)
	rec["skip_last_kernel"] = r.SkipLast
	if r.Kernel == "" {
		rec["skip_last_kernel"] = nil
	}
	b := r.Exact.Bias
	maps.Copy(rec, record{"target": r.Target, "grid": r.Grid, "axes": r.Kinds, "T": r.T,
		"gold": r.Gold, "program": r.Program, "how_gold": table.NilIfZero(r.HowGold),
		"how_program":    table.NilIfZero(r.HowTarget),
		"symmetrised_kl": r.Symmetrised(), "kl_gold_program": r.Final.Forward, "kl_program_gold": r.Final.Reverse,
		"expected": r.Expected, "bias_gold_own": b.GoldOwn, "bias_program_other": b.TargetOther,
		"bias_program_own": b.TargetOwn, "bias_gold_other": b.GoldOther, "bias": r.Bias.Value, "off": r.Off,
		"runs_gold": r.Runs.Gold, "runs_program": r.Runs.Target, "meta_gold": r.Meta.Gold,
		"meta_program": r.Meta.Target, "mc_seed": r.Options.Seed,
		"estimate": r.Estimate.Value, "stderr": r.Estimate.StdErr,
		"estimate_m1": r.AtOne.Value, "stderr_m1": r.AtOne.StdErr, "drop": r.Drop.Value, "drop_stderr": r.Drop.StdErr,
		"bias_left": r.Bias.Value, "bias_stderr": finite(r.Bias.StdErr), "halving_m": table.NilIfZero(r.M),
		"halving_most": table.NilIfZero(r.Searched),
	})
	// how much the estimate falls with more runs of a program, if that is known
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
	nameCommand(rec, r.Ways)
	return rec
}
