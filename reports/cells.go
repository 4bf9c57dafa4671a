package reports

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// Cells returns the table of accounts by cell, with a row for each T, program and cell that the target or the program
// has. People see the cells with the largest shares of B, and why a program has none.
func Cells(rows []experiments.Measurement, f table.Format) table.Table {
	t := table.Table{Title: "F and G, cell by cell", Lead: 4, Columns: table.Columns("seed", "T", "program", "cell",
		"p", "q", "F", "G", "from=B from here", "share=of B")}
	if f.ForSoftware() {
		t = table.Table{Columns: table.Keys("target seed T program cell coords how p q F G from share off warnings")}
	}
	for _, r := range rows {
		for _, rec := range cellRecords(r, f) {
			rec["warnings"] = append(rec["warnings"].([]string), nullWarnings(t.Columns, rec)...)
			t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
		}
	}
	if f.ForSoftware() {
		return t
	}
	t.Note("F: E_fwd[log w - log R; cell]. G: E_rev[log w - log R given the cell]. Of p and q, the distributions of "+
		"the target and of what the program returns, B is the sum of p G - F, whose terms are the cells' shares of B. "+
		"B from here: G less the sum of F, what B becomes if all reverse runs start in the cell. The %d largest "+
		"shares of each T and program.", mostShares)
	for _, r := range rows {
		if r.Unknown != "" {
			t.Note("%s at T = %d is not known by cell: %s.", cellProgram(r), r.T, r.Unknown)
		}
	}
	seeds := table.Each(rows, func(r experiments.Measurement) string { return SeedWords(r.Annealer.Seed) })
	dropAlike(&t, "seed", seeds)
	dropAlike(&t, "program", table.Each(rows, cellProgram))
	return t
}

// cellProgram returns the program whose account is known by cell.
func cellProgram(r experiments.Measurement) string {
	return cmp.Or(r.Program, experiments.AnnealingProgram)
}

// mostShares bounds the cells of an account that people see.
const mostShares = 10

// cellRecords returns a record for each cell of an account, or for people the few with the largest shares. If there are
// none, software reads one record that says why.
func cellRecords(r experiments.Measurement, f table.Format) (all []record) {
	subject := record{"target": r.Annealer.TargetName(), "seed": table.NilIfNil(r.Annealer.Seed), "T": r.T,
		"program": cellProgram(r), "warnings": []string(nil)}
	switch {
	case r.Unknown != "" && f.ForSoftware():
		subject["warnings"] = []string{"the account is not known: " + r.Unknown}
		return []record{subject}
	case r.Unknown != "":
		return nil
	}
	a := r.ByCell
	for x := range a.P {
		if math.IsInf(a.LogP[x], -1) && math.IsInf(a.LogQ[x], -1) {
			continue
		}
		share := -a.F[x]
		if a.P[x] > 0 {
			share += a.P[x] * a.G[x]
		}
		rec := maps.Clone(subject)
		maps.Copy(rec, record{"cell": x, "coords": coordsOf(r.Annealer.Target.Grid.Coords(x)), "how": string(a.How),
			"p": a.P[x], "q": a.Q[x], "F": a.F[x], "G": a.G[x],
			"from": a.Paths.Forward + a.G[x], "share": share, "off": a.Off})
		all = append(all, rec)
	}
	if f.ForSoftware() {
		return all
	}
	slices.SortStableFunc(all, func(a, b record) int { return cmp.Compare(b["share"].(float64), a["share"].(float64)) })
	return all[:min(mostShares, len(all))]
}

// coordsOf returns the coordinates of a cell, separated by commas.
func coordsOf(cell []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(cell), " ", ","), "[]")
}
