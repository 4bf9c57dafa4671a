package reports

import (
	"fmt"
	"math"

	"breadboard/exact/accounts"
	"breadboard/experiments/columns"
	"breadboard/experiments/weights"
	"breadboard/reports/table"
)

// Choice is the table of which model estimates name, one row a T, program and average.
func Choice(rows []weights.Row, f table.Format) table.Table {
	first := rows[0]
	t := table.Table{Title: fmt.Sprintf("%s or %s, by averages of %s", first.Target, first.Rival,
		table.Thousands(first.Runs)), Lead: 4, Columns: table.Columns("seed", "T", "program", "average", "wrong",
		"wrong_substantial=substantially", "wrong_strong=strongly", "wrong_decisive=decisively",
		"same=as it is")}
	decades := decadesOf(first)
	right := first.Target
	if decades < 0 {
		right = first.Rival
	}
	strength := weights.StrengthOf(first.LogR - first.RivalLogR)
	t.Note("log p(y) is %.5g of %s and %.5g of %s. So %s is right, by a ratio of 10^%.3g: %s.", first.LogR,
		first.Target, first.RivalLogR, first.Rival, right, math.Abs(decades), strength)
	t.Note("wrong: the chance that two averages name the other model; substantially, strongly, decisively: with "+
		"evidence that looks so strong, or stronger, on the scale of Kass and Raftery. As it is: the chance of the "+
		"right model with the true strength. These chances are off by %.0e at most.", mostOffOf(rows))
	t.Note("arithmetic: the log of the mean of w over forward runs; harmonic: of its harmonic mean over reverse " +
		"runs, from exact draws.")
	t = ofLaws(t, columns.Of("weights choice"), rows, f, func(r weights.Row, known knows) (all []record) {
		for _, p := range r.Choices {
			c := p.Value
			one := record{"average": c.Average, "runs": r.Runs, "rival": r.Rival, "log_p": r.LogR,
				"log_p_rival": r.RivalLogR, "decades": decadesOf(r),
				"strength": string(weights.StrengthOf(r.LogR - r.RivalLogR))}
			if known(one, c.Average, p.Unknown) {
				one["how"] = "" // known
				for name, v := range map[string]accounts.Chance{"wrong": c.Wrong, "wrong_substantial": c.Substantially,
					"wrong_strong": c.Strongly, "wrong_decisive": c.Decisively, "same": c.Same} {
					one[name] = v.Value
				}
				one["p_off"] = c.Off()
				if !f.ForPrograms() {
					chancesForPeople(one, c)
				}
			}
			all = append(all, one)
		}
		return all
	})
	return withoutOneProgram(t, rows, f)
}

// chancesForPeople writes chances to as many places as people read.
func chancesForPeople(rec record, c weights.Choice) {
	rec["wrong"] = chance(c.Wrong)
	rec["wrong_substantial"] = chance(c.Substantially)
	rec["wrong_strong"] = chance(c.Strongly)
	rec["wrong_decisive"] = chance(c.Decisively)
	rec["same"] = chance(c.Same)
}

// mostOffOf is how far any chance in the rows can be off.
func mostOffOf(rows []weights.Row) (most float64) {
	for _, r := range rows {
		for _, c := range r.Choices {
			if c.Unknown == "" {
				most = max(most, c.Value.Off())
			}
		}
	}
	return most
}

// decadesOf is the true log ratio of two evidences, in powers of ten.
func decadesOf(r weights.Row) float64 { return (r.LogR - r.RivalLogR) / math.Ln10 }
