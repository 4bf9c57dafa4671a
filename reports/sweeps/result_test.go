package sweeps

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/reports/table"
)

// shown is a result as rows of words, with its notes.
func shown(rows []sweep.Row) (heads []string, lines []string, notes string) {
	made := Result(ranking.Summarize(rows), "out")
	for _, c := range made.Columns {
		heads = append(heads, c.Key)
	}
	for _, row := range made.Rows {
		lines = append(lines, strings.TrimSpace(strings.Join(each(row, table.ForPeople), " ")))
	}
	return heads, lines, strings.Join(made.Notes, " ")
}

// The columns are the axes that have several values, and rivals stand together.
func TestResult(t *testing.T) {
	rows := []sweep.Row{kernelAt("king", 10), kernelAt("king", 20), kernelAt("slice", 10), kernelAt("slice", 20)}
	rows[2] = varied(func(j *sweep.Job) { j.Kernel = "slice" })
	rows[2].Values = cell("", 0, "", 10, 0.5, 3).Values
	heads, lines, notes := shown(rows)
	if want := []string{"T", "kernel", "J", "B", "b_over_j", "least"}; !slices.Equal(heads, want) {
		t.Errorf("columns %q, want %q", heads, want)
	}
	want := []string{"10 king 1.0000 2.0000 2.00 B", "10 slice 0.50000 3.0000 6.00 J",
		"20 king 1.0000 2.0000 2.00 J and B", "20 slice 1.0000 2.0000 2.00 J and B"}
	if !slices.Equal(lines, want) {
		t.Errorf("rows %q, want %q", lines, want)
	}
	for _, want := range []string{"All rows: target barrier, bridge geometric, initial uniform, schedule linear.",
		"Least: among the rows with the same target and T."} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in %s", want, notes)
		}
	}
}

// Where nothing competes, nothing is the least; and a J that is rounding divides nothing.
func TestResultWithoutRivals(t *testing.T) {
	perfect := cell("barrier", 0, "linear", 10, 0, 2)
	heads, _, notes := shown([]sweep.Row{perfect, cell("barrier", 0, "linear", 20, 1, 2)})
	if want := []string{"T", "J", "B", "b_over_j"}; !slices.Equal(heads, want) {
		t.Errorf("columns %q, want %q", heads, want)
	}
	if want := "J is 0 where it is rounding alone."; !strings.Contains(notes, want) {
		t.Errorf("no %q in %s", want, notes)
	}
	_, lines, _ := shown([]sweep.Row{perfect, cell("barrier", 0, "fisher", 10, 1, 2)})
	if want := []string{"linear 0 2.0000  J and B", "fisher 1.0000 2.0000 2.00 B"}; !slices.Equal(lines, want) {
		t.Errorf("rows %q, want %q", lines, want)
	}
}

// A long result is cut to the least of each target and T, and says where the rest is.
func TestResultIsAbridged(t *testing.T) {
	var rows []sweep.Row
	for T := 2; T < 12; T++ {
		for i, kernel := range []string{"king", "slice", "cycle"} {
			r := kernelAt(kernel, T)
			r.Values = cell("", 0, "", T, 1/float64(i+1), 1/float64(i+1)).Values
			rows = append(rows, r)
		}
	}
	_, lines, notes := shown(rows)
	if len(lines) != 10 || !strings.Contains(lines[9], "11 cycle") {
		t.Errorf("rows %q, want the cycle at ten T", lines)
	}
	for _, want := range []string{"These are 10 of 30 rows; all are in out/summary.csv.",
		"The choice of least B has the least J in all of 10 cases."} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in %s", want, notes)
		}
	}
	rows = nil
	for T := range 100 {
		rows = append(rows, cell("barrier", 0, "linear", T+2, 1, 2))
	}
	if _, lines, _ := shown(rows); len(lines) != fewRows {
		t.Errorf("%d rows of 100, want %d", len(lines), fewRows)
	}
}

// A result without a number says so.
func TestResultOfNothing(t *testing.T) {
	_, lines, notes := shown([]sweep.Row{cell("barrier", 0, "linear", 10, math.NaN(), math.NaN())})
	if want := "Nothing has a J or a B"; len(lines) != 0 || !strings.Contains(notes, want) {
		t.Errorf("rows %q and %s, want none and %s", lines, notes, want)
	}
}

// Seeds that all have in common are said.
func TestResultSaysItsSeeds(t *testing.T) {
	row := cell("easy", 7, "linear", 10, 1, 2)
	row.Job.Chains, row.Job.MCSeed = 1000, 3
	_, _, notes := shown([]sweep.Row{row})
	if want := "schedule linear, seed 7, 1,000 chains of mc-seed 3."; !strings.Contains(notes, want) {
		t.Errorf("no %q in %s", want, notes)
	}
	_, _, notes = shown([]sweep.Row{row, cell("easy", 8, "linear", 10, 1, 2)})
	if strings.Contains(notes, "seed 7") {
		t.Errorf("a seed of two in %s", notes)
	}
}

// A seed is said to be that of the random targets alone, if there are others.
func TestResultSaysWhoseSeed(t *testing.T) {
	_, _, notes := shown([]sweep.Row{cell("easy", 7, "linear", 10, 1, 2), cell("barrier", 0, "linear", 10, 1, 2)})
	if want := "seed 7 where a target is random"; !strings.Contains(notes, want) {
		t.Errorf("no %q in %s", want, notes)
	}
}

// Rows that are equal are one case and not two.
func TestResultCountsEqualRowsOnce(t *testing.T) {
	var rows []sweep.Row
	for _, schedule := range []string{"linear", "sigmoid:1", "sigmoid:4"} {
		for _, T := range []int{10, 20} {
			rows = append(rows, cell("barrier", 0, schedule, T, 1, 2))
		}
	}
	_, _, notes := shown(rows)
	if want := "The choice of least B has the least J in all of 2 cases."; !strings.Contains(notes, want) {
		t.Errorf("no %q in %s", want, notes)
	}
}
