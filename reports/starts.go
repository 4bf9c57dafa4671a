package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/exact/accounts"
	"breadboard/experiments/columns"
	"breadboard/experiments/weights"
	"breadboard/reports/table"
)

// Cells is the table of accounts by cell, a row for each T, program and cell that the target or the program has. People
// see the cells with the largest shares of B.
func Cells(rows []weights.Row, f table.Format) table.Table {
	const few = 10 // cells that people see
	t := table.Table{Title: "F and G, cell by cell", Lead: 4, Columns: table.Columns("seed", "T", "program", "cell",
		"p", "q", "F", "G", "from=B from here", "share=of B")}
	t.Note("F: E_fwd[log w - log R; cell]. G: E_rev[log w - log R given the cell]. Of p and q, the laws of the "+
		"target and of what the program returns, B is the sum of p G - F, whose terms are the cells' shares of B. B "+
		"from here: G less the sum of F, what B becomes if all reverse runs start in the cell. The %d largest shares "+
		"of each T and program:", few)
	t = ofLaws(t, columns.Of("weights cells"), rows, f, func(r weights.Row, known knows) (all []record) {
		if none := (record{}); !known(none, "the account", r.Cells.Unknown) {
			return []record{none}
		}
		a := r.Cells.Value
		for x := range a.P {
			if math.IsInf(a.LogP[x], -1) && math.IsInf(a.LogQ[x], -1) {
				continue
			}
			share := -a.F[x]
			if a.P[x] > 0 {
				share += a.P[x] * a.G[x]
			}
			all = append(all, record{"cell": x, "coords": coordsOf(a, x), "how": string(a.How), "p": a.P[x],
				"q": a.Q[x], "F": a.F[x], "G": a.G[x], "from": a.Paths.Forward + a.G[x], "share": share, "off": a.Off})
		}
		if f.ForPrograms() {
			return all
		}
		slices.SortStableFunc(all, func(a, b record) int {
			return cmp.Compare(b["share"].(float64), a["share"].(float64))
		})
		return all[:min(few, len(all))]
	})
	return withoutOneProgram(t, rows, f)
}

// coordsOf are the coordinates of a cell with commas between.
func coordsOf(a weights.Cells, x int) string {
	coords := strings.ReplaceAll(fmt.Sprint(a.Coords(x)), " ", ",")
	return strings.Trim(coords, "[]")
}

// Starts is the table of what B becomes from wrong starts, one row a T, program and start.
func Starts(rows []weights.Row, f table.Format) table.Table {
	t := table.Table{Title: "Reverse runs from elsewhere", Lead: 4, Columns: table.Columns("seed", "T", "program",
		"start=from", "J", "b_start=B", "wrong=too large by", "shared=one draw", "own=own draws")}
	t.Note("B: E[log w] of reverse runs from these draws less E_fwd[log w]; from draws of the target it is B, which " +
		"is at least J. Too large by: how far it is above that. In nats.")
	t.Note("One draw: how likely the estimate of B from %s runs each way is below J if all reverse runs start from "+
		"the same draw. Own draws: the same if each starts from its own. These chances are off by %.0e at most.",
		table.Thousands(rows[0].Runs), mostOff(rows))
	t = ofLaws(t, columns.Of("weights starts"), rows, f, func(r weights.Row, known knows) (all []record) {
		if none := (record{}); !known(none, "B", r.Starts.Unknown) {
			return []record{none}
		}
		for _, s := range r.Starts.Value {
			one := record{"start": s.From, "how": string(r.Cells.Value.How), "runs": r.Runs, "log_r": r.LogR, "J": r.J,
				"e_log_w_rev": s.RevLogW, "b_start": s.B, "wrong": s.Wrong, "off": r.Cells.Value.Off}
			if known(one, "the chances", s.Below.Unknown) {
				one["shared"], one["own"] = s.Below.Value.Shared.Value, s.Below.Value.Own.Value
				one["p_off"] = max(s.Below.Value.Shared.Off, s.Below.Value.Own.Off)
				if !f.ForPrograms() {
					one["shared"] = chance(s.Below.Value.Shared)
					one["own"] = chance(s.Below.Value.Own)
				}
			}
			all = append(all, one)
		}
		return all
	})
	return withoutOneProgram(t, rows, f)
}

// mostOff is how far any chance in the rows can be off.
func mostOff(rows []weights.Row) (most float64) {
	for _, r := range rows {
		for _, s := range r.Starts.Value {
			if s.Below.Unknown == "" {
				most = max(most, s.Below.Value.Shared.Off, s.Below.Value.Own.Off)
			}
		}
	}
	return most
}

// chance writes a probability to four places, of which some may be off.
func chance(c accounts.Chance) string { return fmt.Sprintf("%.4f", c.Value) }
