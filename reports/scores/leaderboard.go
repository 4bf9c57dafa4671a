package scores

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments/score"
	"breadboard/reports/table"
)

// shownClasses is the number of classes of functions that fit into a leaderboard for people.
const shownClasses = 3

// Leaderboard is the table of a board, Table 1 of the paper: for people with three digits and three
// classes of functions, for programs with all.
func Leaderboard(b score.Board, unit string, f table.Format) table.Table {
	t := table.Table{Columns: table.Keys("kernel")}
	shown := b.Classes
	if !f.ForPrograms() {
		shown = shown[:min(len(shown), shownClasses)]
	}
	for _, c := range shown {
		t.Columns = append(t.Columns, table.Columns("ness_"+c+"=NESS "+c, "success_"+c+"=success "+c)...)
	}
	t.Columns = append(t.Columns, table.Columns("densities")...)
	most := 0
	for _, l := range b.Lines {
		row := []any{l.Kernel}
		for i, s := range l.Scores[:len(shown)] {
			ness := known(s.NESS, f)
			if shown[i] == "ks" && ness != nil && !f.ForPrograms() {
				ness = table.Verdict{Text: fmt.Sprintf("%.2g", s.NESS)} // it is sampled
			}
			row = append(row, ness, known(s.Success, f))
		}
		t.Rows = append(t.Rows, append(row, l.Densities))
		most = max(most, l.Densities)
	}
	if f.ForPrograms() {
		return t
	}
	t.Drop("densities") // a note says where kernels are left out
	t.Title = fmt.Sprintf("Leaderboard: %s %s, from start %s, %s", table.Thousands(b.Budget), unit, b.Start,
		counted(most))
	noteBoard(&t, b, shown, unit)
	return t
}

// noteBoard says below a leaderboard what its numbers are.
func noteBoard(t *table.Table, b score.Board, shown []string, unit string) {
	worth := ""
	if unit == string(score.Steps) {
		worth = ", how many independent draws a step is worth"
	}
	t.Note("NESS: RESS over the kernels' median number of steps (Turner and Neal, Eq. 7)"+worth+"; the mean over the "+
		"densities. Success: the share of densities with RESS of at least %d, at which an "+
		"average is off by %.2g standard deviations. All functions of a kind on a density count as one (Eq. 5). The most "+
		"successes come first; kernels that ran on less than half of the densities last.",
		score.Enough, 1/math.Sqrt(score.Enough))
	if slices.Contains(shown, "ks") {
		t.Note("The KS distances, ks, are sampled; all others are exact.")
	}
	if hidden := b.Classes[len(shown):]; len(hidden) > 0 {
		t.Note("For the order these count too, and are shown in the files of --out: %s.", strings.Join(hidden, ", "))
	}
}

// known is a number for people or programs, a cell without a value if there is none.
func known(v float64, f table.Format) any {
	switch {
	case math.IsNaN(v):
		return nil
	case f.ForPrograms():
		return v
	}
	return table.ThreeDigits(v)
}
