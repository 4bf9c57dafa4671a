package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/weights"
	"breadboard/reports/table"
)

// Accounts is the table of programs' accounts, one row a T and program. People see a standard
// error behind each number that was sampled. Programs see every column; numbers that are not
// finite are null in JSON, and the row's warnings say why.
func Accounts(rows []weights.Accounted, f table.Format) table.Table {
	t := table.Table{Lead: len(subjects) + 2, Columns: withSubjects("T", "program", "how", "J", "j_state=J(state)", "B",
		"e_log_w_fwd=E_fwd[log w]", "e_log_w_rev=E_rev[log w]", "rmse_fwd=rmse fwd", "rmse_rev=rmse rev",
		"log_r=log R", "mean_w=E[w]/R", "mean_inv_w=R E[1/w]", "cost", "off")}
	extended := len(rows) > 0 && rows[0].Chain.Extended()
	if f.ForPrograms() {
		t = table.Table{Columns: forPrograms(columns.Accounts(extended))}
	}
	chains := each(rows, func(r weights.Accounted) experiments.Chain { return r.Chain })
	of := targetWords(chains)
	var warnings []warning
	for _, r := range rows {
		rec := exactRecord(r.Exact)
		rec["program"], rec["how"] = r.Program, r.Account.How
		if f.ForPrograms() {
			rec["warnings"] = append(slices.Clone(r.Warnings), nulls(t.Columns, rec)...)
		} else {
			accountForPeople(rec, r)
			warnings = append(warnings, warningsOf(ofProgram(r.Program, r.T)+of(r.Chain), r.Warnings)...)
		}
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
	}
	if f.ForPrograms() {
		return listless(t, f)
	}
	t.Note("q is the law of the cell that a program returns and p the target: J = KL(q‖p) + KL(p‖q). B = E_rev[log " +
		"w] - E_fwd[log w] bounds J. rmse: of log w as an estimate of log R. In nats.")
	t.Note("cost: log densities that a forward run computes, on average. off: how far the numbers can be off, as far " +
		"as that is known.")
	if extended {
		t.Note("The kernel runs on %s states, each a cell with more, such as a direction. J is the cell's; "+
			"everything else is the whole state's.", statesOf(chains))
		noteWalkers(&t, chains)
	} else {
		t.Drop("j_state")
	}
	noteUnused(&t, rows)
	noteWarnings(&t, "Warning, ", warnings)
	t.Title = chainsTitle(&t, chains)
	return t
}

// noteUnused says which programs know the ends of the annealing alone, and which of the others have the same account at
// every T.
func noteUnused(t *table.Table, rows []weights.Accounted) {
	var byEnds, alike []string
	for program, all := range experiments.GroupBy(rows, func(r weights.Accounted) string { return r.Program }) {
		first, last := all[0], all[len(all)-1]
		differs := func(r weights.Accounted) bool {
			return r.Account.FwdLogW.Value != first.Account.FwdLogW.Value || r.Account.Cost != first.Account.Cost
		}
		switch {
		case programs.EntryOf(program).Ends:
			byEnds = append(byEnds, program)
		case first.T != last.T && !slices.ContainsFunc(all, differs):
			alike = append(alike, program)
		}
	}
	if byEnds != nil {
		t.Note("By the initial density and the target alone, whatever T, kernel, bridge and schedule are: %s.",
			strings.Join(byEnds, ", "))
	}
	if alike != nil {
		t.Note("The same at every T, which they do not use: %s.", strings.Join(alike, ", "))
	}
}

// accountForPeople leaves blanks in a record where there is no number, and puts standard errors behind the numbers that
// have one.
func accountForPeople(rec record, r weights.Accounted) {
	for _, c := range columns.Accounts(r.Chain.Extended()) {
		name, isError := strings.CutSuffix(c.Name, "_stderr")
		if name == "b" {
			name = "B"
		}
		if off, known := rec[c.Name].(float64); isError && known && !math.IsNaN(off) {
			rec[name] = uncertain(rec[name].(float64), off)
		}
	}
	rec.blank()
	rec["cost"] = fmt.Sprintf("%.4g", r.Account.Cost)
	if off := r.Account.Off; !math.IsNaN(off) {
		rec["off"] = fmt.Sprintf("%.0e", off)
	}
}

// uncertain writes a number with its standard error to two digits: 1.512 ± 0.035. Tiny ones have exponents. A number
// without an error, but for rounding, has all its digits.
func uncertain(v, stderr float64) string {
	if stderr <= 1e-12*math.Abs(v) {
		return fmt.Sprintf("%.12g ± 0", v)
	}
	decimals := 0
	if stderr > 0 {
		decimals = max(0, 1-int(math.Floor(math.Log10(stderr))))
	}
	if decimals > 8 {
		return fmt.Sprintf("%.1e ± %.1e", v, stderr)
	}
	return fmt.Sprintf("%.*f ± %.*f", decimals, v, decimals, stderr)
}

// Tails is the table of the tails of log w, one row a T, program and b. Each probability has
// two bounds, and Markov's e^-b beside them. People do not see rows of what is not known.
func Tails(rows []weights.Row, f table.Format) table.Table {
	t := table.Table{Title: "The tails of log w", Lead: 4, Columns: table.Columns("seed", "T", "program", "b",
		"how", "above_low=forward", "above_high=at most", "below_low=reverse", "below_high=at most", "markov=e^-b")}
	t.Note("forward: P_fwd(log w > log R + b), between two bounds. reverse: P_rev(log w < log R - b), likewise. " +
		"Rounding can put a bound off by 1e-12. e^-b bounds both if the program obeys its law. b is in nats.")
	return ofLaws(t, columns.Of("weights tails"), rows, f, func(r weights.Row, known knows) (all []record) {
		for i, b := range r.B {
			one := record{"b": b, "markov": accounts.Tail{B: b}.Markov()}
			for _, side := range []struct {
				name, way string
				weights.Perhaps[[]accounts.Tail]
			}{{"above", "forward", r.Above}, {"below", "reverse", r.Below}} {
				if known(one, side.way, side.Unknown) {
					t := side.Value[i]
					one["how"] = string(t.How)
					one[side.name+"_low"] = t.Low
					one[side.name+"_high"] = t.High
				}
			}
			all = append(all, one)
		}
		return all
	})
}

// Averages is the table of averages of runs, one row a T, program and average. People do not see
// rows of what is not known.
func Averages(rows []weights.Row, f table.Format) table.Table {
	t := table.Table{Title: fmt.Sprintf("Averages of %d runs", rows[0].Runs), Lead: 4,
		Columns: table.Columns("seed", "T", "program", "average", "how", "log_r=log R", "e_log=E[log]", "bias",
			"rmse", "off")}
	t.Note("arithmetic: the log of the mean of w over forward runs; harmonic: of its harmonic mean over reverse " +
		"runs; largest: the largest log w of forward runs. bias: E[log] less log R. off: how far bias and rmse² can " +
		"be off.")
	return ofLaws(t, columns.Of("weights averages"), rows, f, func(r weights.Row, known knows) (all []record) {
		for _, a := range []struct {
			name string
			weights.Perhaps[accounts.Combined]
		}{{"arithmetic", r.Arithmetic}, {"harmonic", r.Harmonic}, {"largest", r.Largest}} {
			one := record{"average": a.name, "runs": r.Runs, "log_r": r.LogR}
			if known(one, a.name, a.Unknown) {
				c := a.Value
				one["how"] = string(c.How)
				one["e_log"] = r.LogR + c.Mean
				one["bias"] = c.Mean
				one["rmse"] = c.RMSE()
				one["off"] = c.Off
			}
			all = append(all, one)
		}
		return all
	})
}

// Estimators is the table of estimators of log R, one row a T, program and estimator.
func Estimators(rows []weights.Row, f table.Format) table.Table {
	t := table.Table{Title: fmt.Sprintf("Estimators of log R from %d chains", rows[0].Runs), Lead: 4,
		Columns: table.Columns("seed", "T", "program", "estimator", "how", "bias", "sd", "rmse", "states")}
	t.Note("sd: standard deviation. leading: terms for many chains. states: draws and kernel steps. reverse, half of " +
		"Bennett: from exact draws of the target. Quadratures take a geometric bridge, and Simpson betas that " +
		"differ. In nats.")
	t = ofLaws(t, columns.Of("weights estimators"), rows, f, func(r weights.Row, known knows) (all []record) {
		if none := (record{}); !known(none, "a table", r.Estimates.Unknown) {
			return []record{none}
		}
		for _, e := range r.Estimates.Value {
			all = append(all, record{"estimator": e.Name, "how": string(e.How), "runs": r.Runs, "log_r": r.LogR,
				"bias": table.Known(e.Bias), "sd": table.Known(e.SD), "rmse": table.Known(math.Hypot(e.Bias, e.SD)),
				"states": int(e.States)})
		}
		return all
	})
	return withoutOneProgram(t, rows, f)
}

// OneSided is the table of what bounds of log R certify, one row a T, program and bound. People see a mark at a bound
// that is none.
func OneSided(rows []weights.Row, f table.Format) table.Table {
	t := table.Table{Title: "What bounds of log R certify, in nats", Lead: 6,
		Columns: table.Columns("seed", "T", "program", "side=of", "by", "bound", "log_r=log R", "kl=exactly",
			"certified=at most", "verdict")}
	t.Note("KL(q‖p) is at most U - E_fwd[log w] for an upper bound U of log R. KL(p‖q) is at most E_rev[log w] - L " +
		"for a lower bound L. q is the law of the cell that a program returns, and p the target.")
	t.Note("too low: less than the divergence, as the bound is on the wrong side of log R. no bound: on the wrong " +
		"side, and enough by luck. breaks law: the bound is one, and too low, as E_fwd[w] of the program is not R.")
	t = ofLaws(t, columns.Of("weights bounds"), rows, f, func(r weights.Row, _ knows) (all []record) {
		for _, s := range r.OneSided {
			one := record{"side": string(s.Side()), "by": cmp.Or(s.Program, "number"), "how": s.How, "bound": s.Number,
				"log_r": r.LogR, "room": s.Room.Value, "certified": s.Certified.Value,
				"certified_stderr": table.Known(s.Certified.StdErr), "kl": s.KL, "verdict": table.Some(s.Verdict())}
			if !f.ForPrograms() {
				oneSidedForPeople(one, s)
			}
			all = append(all, one)
		}
		return all
	})
	return withoutOneProgram(t, rows, f)
}

// oneSidedForPeople names the divergence, and puts standard errors behind estimates.
func oneSidedForPeople(rec record, s weights.OneSided) {
	rec["side"], rec["by"] = "KL(p‖q)", table.Some(s.Program)
	if s.Upper {
		rec["side"] = "KL(q‖p)"
	}
	if !math.IsNaN(s.Certified.StdErr) {
		rec["certified"] = uncertain(s.Certified.Value, s.Certified.StdErr)
	}
	rec.blank()
}

// Raise is the table of bounds of log p(x), a row for each T, program and cell with mass. People see the cells of each
// account in which RAISE's is farthest above log p, and what all cells come to.
func Raise(rows []weights.Row, f table.Format) table.Table {
	const few = 5 // cells that people see
	t := table.Table{Title: "RAISE, cell by cell", Lead: 4, Columns: table.Columns("seed", "T", "program",
		"coords=cell", "log_p=log p", "log_q=log q", "raise=RAISE", "over=RAISE - log p")}
	t.Note("RAISE: the mean of log f_T(x)/Z_1 - log w over reverse runs from x. It bounds log q from below, and log "+
		"p only where it is below. Up to %d cells of each T and program, where it is farthest above log p:", few)
	for _, r := range rows {
		if r.Cells.Unknown == "" {
			a := r.Cells.Value
			is := over(a)
			t.Note("%s%s: above log p in %d of %d cells, which have %.2g of p and %.2g of q. The same mean over "+
				"reverse runs from exact draws is %.4g below log p in every cell, and over forward runs %.4g above: "+
				"of ais these are reverse AIS and AIS.", ofProgram(r.Program, r.T), OfSeed(r.Seed), is.cells, is.of,
				is.p, is.q, a.Paths.Reverse, a.Paths.Forward)
		}
	}
	return ofLaws(t, columns.Of("weights raise"), rows, f, func(r weights.Row, known knows) (all []record) {
		if none := (record{}); !known(none, "raise", r.Cells.Unknown) {
			return []record{none}
		}
		a := r.Cells.Value
		for x, raise := range a.Raise() {
			logp := a.LogP[x]
			if math.IsInf(logp, -1) {
				continue
			}
			all = append(all, record{
				"cell": x, "coords": coordsOf(a, x), "how": string(a.How),
				"log_p": logp, "log_q": a.LogQ[x], "raise": raise, "over": raise - logp,
				"lower": logp - a.Paths.Reverse, "upper": logp + a.Paths.Forward, "off": a.Off,
			})
		}
		if f.ForPrograms() {
			return all
		}
		slices.SortStableFunc(all, func(a, b record) int {
			return cmp.Compare(b["over"].(float64), a["over"].(float64))
		})
		return all[:min(few, len(all))]
	})
}

// withoutOneProgram drops the program from a table for people if all rows are of the same.
func withoutOneProgram(t table.Table, rows []weights.Row, f table.Format) table.Table {
	if !f.ForPrograms() {
		dropAlike(&t, "program", each(rows, func(r weights.Row) string { return r.Program }))
	}
	return t
}

// An overshoot is where RAISE's bound is above log p, by more than rounding.
type overshoot struct {
	cells, of int     // of so many cells with mass
	p, q      float64 // masses of these cells
}

func over(a weights.Cells) (is overshoot) {
	for x, raise := range a.Raise() {
		if !math.IsInf(a.LogP[x], -1) {
			is.of++
		}
		if raise-a.LogP[x] > a.Off {
			is.cells++
			is.p += a.P[x]
			is.q += a.Q[x]
		}
	}
	return is
}

// knows reports whether there is no reason why a part of a law is not known. A reason becomes a warning of the record.
type knows func(rec record, part, why string) bool

// ofLaws fills a table for people, or one of these columns for programs, with the records of every law. One of which
// nothing is known has no how.
func ofLaws(t table.Table, of []columns.Column, rows []weights.Row, f table.Format,
	records func(weights.Row, knows) []record) table.Table {
	if f.ForPrograms() {
		t = table.Table{Columns: forPrograms(of)}
	}
	var unknown, warnings []warning
	for _, r := range rows {
		warnings = append(warnings, warningsOf(ofProgram(r.Program, r.T), r.Warnings)...)
		known := func(rec record, part, why string) bool {
			if why == "" {
				return true
			}
			before, _ := rec["warnings"].([]string)
			rec["warnings"] = append(before, part+" is not known: "+why)
			u := warning{why, fmt.Sprintf("%s of %s at T = %d", part, r.Program, r.T)}
			if !slices.Contains(unknown, u) {
				unknown = append(unknown, u)
			}
			return false
		}
		for _, rec := range records(r, known) {
			rec["target"], rec["seed"] = r.Target, table.Pointed(r.Seed)
			rec["T"], rec["program"] = r.T, r.Program
			why, _ := rec["warnings"].([]string)
			rec["warnings"] = slices.Concat(r.Warnings, why, nulls(t.Columns, rec))
			if f.ForPrograms() || rec["how"] != nil {
				t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
			}
		}
	}
	noteWarnings(&t, "Not known: ", unknown)
	if !f.ForPrograms() {
		noteWarnings(&t, "Warning, ", warnings)
		oneSeed(&t, each(rows, func(r weights.Row) *uint64 { return r.Seed }))
	}
	return t
}
