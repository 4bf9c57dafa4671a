package reports

import (
	"fmt"
	"strings"

	"breadboard/exact/accounts/averages"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/ranking"
	"breadboard/reports/table"
)

// Tails is the table of the tails of log w, one row a T, program and b. Each probability has
// two bounds, and Markov's e^-b beside them. People do not see rows of what is not known.
func Tails(rows []experiments.WeightLaw, f table.Format) table.Table {
	t := table.Table{Title: "The tails of log w", Lead: 4, Columns: table.Columns("seed", "T", "program", "b",
		"how", "above_low=forward", "above_high=at most", "below_low=reverse", "below_high=at most", "markov=e^-b")}
	if f.ForPrograms() {
		t = table.Table{Columns: forPrograms(columns.Tails())}
	}
	var unknown []unknownLaw
	for _, r := range rows {
		all := append(unknownOf(r, "forward", r.Above.Unknown), unknownOf(r, "reverse", r.Below.Unknown)...)
		unknown = append(unknown, all...)
		if len(all) == 2 && !f.ForPrograms() {
			continue
		}
		for i, b := range r.B {
			rec := record{"target": r.Target, "seed": table.Pointed(r.Seed), "T": r.T, "program": r.Program, "b": b,
				"markov": averages.Tail{B: b}.Markov(), "warnings": each(all, unknownLaw.String)}
			if r.Above.Unknown == "" {
				rec.tail("above", r.Above.Value[i])
			}
			if r.Below.Unknown == "" {
				rec.tail("below", r.Below.Value[i])
			}
			t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
		}
	}
	t.Note("forward: P_fwd(log w > log R + b), between two bounds. reverse: P_rev(log w < log R - b), likewise. " +
		"Rounding can put a bound off by 1e-12. e^-b bounds both if the program obeys its law. b is in nats.")
	t.Notes = append(t.Notes, unknownNotes(unknown)...)
	return seedOfLaws(t, rows, f)
}

// seedOfLaws drops the column of seeds for people if they are all the same.
func seedOfLaws(t table.Table, rows []experiments.WeightLaw, f table.Format) table.Table {
	if !f.ForPrograms() {
		oneSeed(&t, each(rows, func(r experiments.WeightLaw) *uint64 { return r.Seed }))
	}
	return t
}

// tail adds a tail to a record.
func (rec record) tail(name string, t averages.Tail) {
	rec["how"], rec[name+"_low"], rec[name+"_high"] = string(t.How), t.Low, t.High
}

// Averages is the table of averages of so many runs, one row a T, program and average. People
// do not see rows of what is not known.
func Averages(rows []experiments.WeightLaw, runs int, f table.Format) table.Table {
	t := table.Table{Title: fmt.Sprintf("Averages of %d runs", runs), Lead: 4, Columns: table.Columns("seed", "T",
		"program", "average", "how", "log_r=log R", "e_log=E[log]", "bias", "rmse", "off")}
	if f.ForPrograms() {
		t = table.Table{Columns: forPrograms(columns.Averages())}
	}
	var unknown []unknownLaw
	for _, r := range rows {
		for _, a := range []struct {
			name string
			experiments.Perhaps[averages.Combined]
		}{{"arithmetic", r.Arithmetic}, {"harmonic", r.Harmonic}, {"largest", r.Largest}} {
			rec := record{"target": r.Target, "seed": table.Pointed(r.Seed), "T": r.T, "program": r.Program, "average": a.name,
				"runs": runs, "log_r": r.LogR}
			why := unknownOf(r, a.name, a.Unknown)
			if rec["warnings"] = each(why, unknownLaw.String); why == nil {
				rec.average(a.Value)
				rec["warnings"] = infinite(t.Columns, rec)
			}
			if unknown = append(unknown, why...); why == nil || f.ForPrograms() {
				t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
			}
		}
	}
	t.Note("arithmetic: the log of the mean of w over forward runs; harmonic: of its harmonic mean over reverse runs; " +
		"largest: the largest log w of forward runs. bias: E[log] less log R. off: how far bias and rmse² can be off.")
	t.Notes = append(t.Notes, unknownNotes(unknown)...)
	return seedOfLaws(t, rows, f)
}

// average adds an average to a record that has log R.
func (rec record) average(c averages.Combined) {
	rec["how"], rec["e_log"], rec["bias"] = string(c.How), rec["log_r"].(float64)+c.Mean, c.Mean
	rec["rmse"], rec["off"] = c.RMSE(), c.Off
}

// An unknownLaw is a part of the law of a program's log w that is not known.
type unknownLaw struct{ part, of, why string }

// unknownOf has the part if there is a reason why it is not known.
func unknownOf(r experiments.WeightLaw, part, why string) []unknownLaw {
	if why == "" {
		return nil
	}
	return []unknownLaw{{part, fmt.Sprintf("%s of %s at T = %d", part, r.Program, r.T), why}}
}

// String is the warning of a row.
func (u unknownLaw) String() string { return u.part + " is not known: " + u.why }

// unknownNotes are for people, one a reason.
func unknownNotes(all []unknownLaw) (notes []string) {
	for why, same := range ranking.GroupBy(all, func(u unknownLaw) string { return u.why }) {
		notes = append(notes, fmt.Sprintf("Not known: %s: %s.",
			strings.Join(each(same, func(u unknownLaw) string { return u.of }), ", "), why))
	}
	return notes
}
