package sweeps

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/reports/table"
)

// linesOf are the heads and rows of a table in words.
func linesOf(made table.Table) (lines []string) {
	heads := table.Each(made.Columns, func(c table.Column) string { return c.Key })
	lines = append(lines, strings.Join(heads, "|"))
	for _, row := range made.Rows {
		lines = append(lines, strings.Join(table.Each(row, table.ForPeople), "|"))
	}
	return lines
}

// The wins of a setting are counted again draw by draw, over all that was run on the draw at the same T: those of the
// table that is shown, and those of the file.
func TestShownCountsWins(t *testing.T) {
	rows := sweepRows()
	made := Shown(ranking.Summarize(rows))
	wins := func(target, schedule string, T int, number string) (n int) {
		for _, r := range rows {
			if r.Job.Toy != target || r.Job.Schedule != schedule || r.Job.T != T {
				continue
			}
			least := math.Inf(1)
			for _, other := range rows {
				if other.Job.T == T && other.Job.TargetKey() == r.Job.TargetKey() {
					least = min(least, other.At(number))
				}
			}
			if r.At(number) == least {
				n++
			}
		}
		return n
	}
	if want := "target|T|schedule|J|J_quartiles|B|B_quartiles|b_over_j|wins"; linesOf(made)[0] != want {
		t.Fatalf("the columns are %s, want %s", linesOf(made)[0], want)
	}
	if len(made.Rows) != 9 {
		t.Errorf("%d rows, want 9: nothing else has the others", len(made.Rows))
	}
	for _, row := range made.Rows {
		target := row[0].(string)
		T := row[1].(int)
		schedule := row[2].(string)
		want := fmt.Sprintf("%d/%d", wins(target, schedule, T, "J"), wins(target, schedule, T, "B"))
		if got := row[len(row)-1]; got != want {
			t.Errorf("%s, %s at T = %d wins %v, want %s", target, schedule, T, got, want)
		}
	}
	file := outcomesData(ranking.Summarize(rows))
	at := func(row []any, key string) any {
		return row[slices.IndexFunc(file.Columns, func(c table.Column) bool { return c.Key == key })]
	}
	for _, row := range file.Rows {
		target := at(row, "target").(string)
		schedule := at(row, "schedule").(string)
		T := at(row, "T").(int)
		for _, number := range []string{"J", "B"} {
			if got, want := at(row, number+"_wins"), wins(target, schedule, T, number); got != want {
				t.Errorf("in the file %s, %s at T = %d wins %v by %s, want %d", target, schedule, T, got, number, want)
			}
		}
	}
}

// The quartiles of 1, 2, ..., 9 are 3 and 7. Where two digits do not tell them apart there are more.
func TestShownHasQuartiles(t *testing.T) {
	var rows []sweep.Row
	for seed := range uint64(9) {
		rows = append(rows, cell("easy", seed, "linear", 10, float64(seed+1), 100+float64(seed)/100))
	}
	made := Shown(ranking.Summarize(rows))
	want := []string{"J|J_quartiles|B|B_quartiles|b_over_j", "5.0000|3..7|100.04|100.02..100.06|20.0"}
	if got := linesOf(made); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	notes := strings.Join(made.Notes, " ")
	if strings.Contains(notes, "Wins") || !strings.Contains(notes, "Quartiles: ") {
		t.Errorf("the notes are %s", notes)
	}
}

// Every result is a row, with its seed if there are several, and what is alike is said once.
func TestEach(t *testing.T) {
	rows := []sweep.Row{cell("easy", 7, "linear", 10, 1, 2), cell("easy", 8, "linear", 10, 4, 5),
		cell("easy", 7, "fisher", 10, 1, 3), cell("easy", 8, "fisher", 10, math.NaN(), math.NaN())}
	made := Each(rows, ranking.Summarize(rows))
	want := []string{"schedule|seed|J|kl_q_p|kl_p_q|B|b_over_j", "linear|7|1.0000|||2.0000|2.00",
		"linear|8|4.0000|||5.0000|1.25", "fisher|7|1.0000|||3.0000|3.00", "fisher|8|||||"}
	if got := linesOf(made); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	one := Each(rows[:1], ranking.Summarize(rows[:1]))
	if got := linesOf(one)[0]; got != "J|kl_q_p|kl_p_q|B|b_over_j" {
		t.Errorf("the columns of one row are %s", got)
	}
	if notes := strings.Join(one.Notes, " "); !strings.Contains(notes, "seed 7") {
		t.Errorf("the notes are %s", notes)
	}
}

// Quartiles have the median between them, and few digits. Of one draw there are none.
func TestQuartilesAreNearTheirMedian(t *testing.T) {
	for _, c := range []struct {
		of   ranking.Spread
		want any
	}{
		{ranking.Spread{Q1: 10.71, Q2: 10.818, Q3: 14.93}, "10.7..14.9"},
		{ranking.Spread{Q1: 0.00123, Q2: 0.00124, Q3: 0.0051}, "0.0012..0.0051"},
		{ranking.Spread{Q1: 0.00128, Q2: 0.001285, Q3: 0.0051}, "0.00128..0.0051"},
		{ranking.Spread{Q1: 100.02, Q2: 100.04, Q3: 100.06}, "100.02..100.06"},
		{ranking.Spread{Q1: 2, Q2: 2, Q3: 2}, nil},
		{ranking.Spread{Q1: math.NaN(), Q2: math.NaN(), Q3: math.NaN()}, nil},
	} {
		if got := quartiles(c.of); got != c.want {
			t.Errorf("quartiles of %v are %v, want %v", c.of, got, c.want)
		}
	}
}
