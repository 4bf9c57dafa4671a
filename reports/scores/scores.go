// Package scores prints how well samplers do, as `breadboard score` finds it. scores.go has the tables, of the kernels
// on one density and over many. figures.go has box plots of efficiencies, and the files of --out.
package scores

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/evidence"
	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// Data returns the table of scores for software: every row of every kernel.
func Data(rows []score.Row) table.Table {
	t := table.Table{Columns: table.Keys("density seed kernel function start budget N ress mse bias variance eff " +
		"limit ness spread")}
	return table.Filled(t, rows, func(r score.Row) map[string]any {
		return map[string]any{"ress": r.RESS(), "mse": r.MSE(), "eff": r.Efficiency()}
	})
}

// OnDensity returns the table of scores on one density for people: the RESS of every kernel, with a column for each
// function. The kernel with the largest median comes first.
func OnDensity(rows []score.Row, unit string) table.Table {
	t := table.Table{Columns: table.Columns("kernel", "start", "budget="+unit), Lead: 3}
	function := func(r score.Row) string { return r.Function }
	functions := experiments.Distinct(rows, function)
	var lines []scoreLine // the largest budget first, and the largest median
	for _, of := range experiments.GroupBy(rows, func(r score.Row) string {
		return fmt.Sprintf("%q %q %d", r.Kernel, r.Start, r.Budget)
	}) {
		var ress []float64
		for _, same := range experiments.GroupBy(of, function) { // a function that is named twice counts once
			ress = append(ress, same[0].RESS())
		}
		lines = append(lines, scoreLine{of, evidence.Median(ress)})
	}
	slices.SortStableFunc(lines, func(a, b scoreLine) int {
		return cmp.Or(b.rows[0].Budget-a.rows[0].Budget, cmp.Compare(a.rows[0].Start, b.rows[0].Start),
			cmp.Compare(b.median, a.median))
	})
	t.Columns = append(t.Columns, table.Columns("median")...)
	t.Columns = append(t.Columns, table.Columns(functions...)...)
	for _, l := range lines {
		row := []any{l.rows[0].Kernel, l.rows[0].Start, l.rows[0].Budget, table.ThreeDigits(l.median)}
		for _, f := range functions {
			row = append(row, l.cell(f))
		}
		t.Rows = append(t.Rows, row)
	}
	first := rows[0]
	t.Title = "Real effective sample sizes on " + first.Density
	if first.Seed != nil {
		t.Title += fmt.Sprintf(", seed %d", *first.Seed)
	}
	// A start, or a budget, that all rows have goes into the title.
	if !slices.ContainsFunc(rows, func(r score.Row) bool { return r.Budget != first.Budget }) {
		t.Title += fmt.Sprintf(", %s %s", table.Thousands(first.Budget), unit)
		t.Drop("budget")
		t.Lead--
	}
	if !slices.ContainsFunc(rows, func(r score.Row) bool { return r.Start != first.Start }) {
		t.Title += ", from start " + first.Start
		t.Drop("start")
		t.Lead--
	}
	t.Note("RESS: the number of independent draws that average a function h as well as the steps of the chain, "+
		"Var[h] over the mean squared error of the time average. From %d on a sampler is said to succeed: the "+
		"average is then off by %.2g standard deviations of h.", score.LeastRESS, 1/math.Sqrt(score.LeastRESS))
	return t
}

// A scoreLine is a line of OnDensity: the rows of a kernel from one start within one budget, and their median RESS.
type scoreLine struct {
	rows   []score.Row
	median float64
}

// cell returns RESS for a function.
func (l scoreLine) cell(function string) any {
	i := slices.IndexFunc(l.rows, func(r score.Row) bool { return r.Function == function })
	if i < 0 {
		return nil
	}
	return table.ThreeDigits(l.rows[i].RESS())
}

// LeftOut returns notes on the kernels without rows.
func LeftOut(r score.Result) (notes []string) {
	kernels := map[bool][]string{} // by whether they have no form
	for _, l := range r.LeftOut {
		name := l.Kernel
		if r.Densities > 1 {
			name += fmt.Sprintf(" on %d of %d", l.Densities, r.Densities)
		}
		kernels[l.NoForm] = append(kernels[l.NoForm], name)
	}
	if dear := kernels[false]; dear != nil {
		notes = append(notes, fmt.Sprintf("Kernels left out: %s (they take long, or much memory; --kernel runs one "+
			"all the same).", strings.Join(dear, ", ")))
	}
	if formless := kernels[true]; formless != nil {
		notes = append(notes, fmt.Sprintf("Kernels left out: %s (they have no form on its axes; breadboard exact says "+
			"why).", strings.Join(formless, ", ")))
	}
	return notes
}

// shownClasses bounds the classes of functions in a leaderboard for people.
const shownClasses = 3

// Leaderboard returns the table of a board for people, Table 1 of the paper, with three digits and three classes of
// functions.
func Leaderboard(b score.Board, unit string) table.Table {
	t := table.Table{Columns: table.Keys("kernel")}
	shown := b.Classes[:min(len(b.Classes), shownClasses)]
	for _, c := range shown {
		t.Columns = append(t.Columns, table.Columns("ness_"+c+"=NESS "+c, "success_"+c+"=success "+c)...)
	}
	most := 0
	for _, l := range b.Lines {
		row := []any{l.Kernel}
		for _, s := range l.Scores[:len(shown)] {
			row = append(row, table.ThreeDigits(s.NESS), table.ThreeDigits(s.Success))
		}
		t.Add(row...)
		most = max(most, l.Densities)
	}
	t.Title = fmt.Sprintf("Leaderboard: %s %s, from start %s, %s", table.Thousands(b.Budget), unit, b.Start,
		text.Count(most, "density"))
	meaning := ""
	if unit == "steps" {
		meaning = ", how many independent draws a step is worth"
	}
	t.Note("NESS: RESS over the kernels' median number of steps (Turner and Neal, Eq. 7)"+meaning+"; the mean over "+
		"the densities. Success: the share of densities with RESS of at least %d, at which an average is off by %.2g "+
		"standard deviations. All functions of a kind on a density count as one (Eq. 5). The most successes come "+
		"first; kernels that ran on less than half of the densities last.",
		score.LeastRESS, 1/math.Sqrt(score.LeastRESS))
	t.Note("Scores are exact.")
	if hidden := b.Classes[len(shown):]; len(hidden) > 0 {
		t.Note("For the order these count too, and are rows of --format json: %s.", strings.Join(hidden, ", "))
	}
	return t
}
