package sweeps

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

func cell(toy string, seed uint64, schedule string, T int, j, b float64) sweep.Row {
	c := sweep.Job{Setting: experiments.Setting{Toy: toy, Schedule: schedule, T: T}.WithDefaults()}
	if toy != "barrier" {
		c.Seed = &seed
	}
	return sweep.Row{Job: c, Values: columns.NewValues(map[string]float64{"J": j, "B": b})}
}

// sweepRows returns thirty draws and a target that is not random, with something infinite.
// On the first ten draws B picks the schedule with six times the least J.
func sweepRows() []sweep.Row {
	var rows []sweep.Row
	for seed := range uint64(30) {
		for _, T := range []int{10, 100} {
			j := float64(seed+1) / float64(T)
			cross := 1.0
			if seed < 10 {
				cross = 9
			}
			rows = append(rows, cell("easy", seed, "linear", T, 6*j, 7*j),
				cell("easy", seed, "sigmoid:4", T, j, j*cross), cell("easy", seed, "best-j", T, j/2, 20*j))
		}
	}
	return append(rows, cell("barrier", 0, "linear", 10, 2, math.Inf(1)), cell("barrier", 0, "sigmoid:4", 10, 1, 5),
		cell("barrier", 0, "best-j", 10, 0, 5))
}

func TestSummaryFiles(t *testing.T) {
	var names []string
	for _, f := range SummaryFiles(ranking.Summarize(sweepRows())) {
		names = append(names, f.Name)
	}
	want := slices.Concat(table.Names("md png svg", "summary"), table.Names("png svg", "figure3"),
		table.Names("csv json", "summary", "summary-winners", "summary-dear"), []string{"summary-cells.csv"})
	if !slices.Equal(names, want) {
		t.Errorf("files %v, want %v", names, want)
	}
}

func TestSweepsWithLittleToCompare(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, rows := range map[string][]sweep.Row{
		"nothing":       nil,
		"one cell":      {cell("barrier", 0, "linear", 10, 1, 2)},
		"one schedule":  {cell("barrier", 0, "linear", 10, 1, 2), cell("barrier", 0, "linear", 20, 0.5, 1)},
		"one T":         {cell("barrier", 0, "linear", 10, 1, 2), cell("barrier", 0, "sigmoid:4", 10, 2, 3)},
		"all the same":  {cell("barrier", 0, "linear", 2, 1, 2), cell("barrier", 0, "sigmoid:4", 2, 1, 2)},
		"all infinite":  {cell("barrier", 0, "linear", 10, inf, inf), cell("barrier", 0, "sigmoid:4", 10, inf, inf)},
		"all zero":      {cell("barrier", 0, "linear", 10, 0, 0), cell("barrier", 0, "sigmoid:4", 10, 0, 0)},
		"none measured": {cell("barrier", 0, "linear", 10, nan, nan)},
		"best alone":    {cell("barrier", 0, "best-b", 10, 1, 2), cell("barrier", 0, "best-j", 10, 0.5, 3)},
	} {
		s := ranking.Summarize(rows)
		for _, f := range SummaryFiles(s) {
			switch filepath.Ext(f.Name) {
			case ".svg", ".md":
				if bytes.Contains(bytes.ToLower(reporttest.Content(t, f)), []byte("nan")) {
					t.Errorf("%s: NaN in %s", name, f.Name)
				}
			}
		}
		Result(s, "out")
	}
}

// shown is a result as rows of words, with its notes.
func shown(rows []sweep.Row) (heads []string, lines []string, notes string) {
	made := Result(ranking.Summarize(rows), "out")
	for _, c := range made.Columns {
		heads = append(heads, c.Key)
	}
	for _, row := range made.Rows {
		lines = append(lines, strings.TrimSpace(strings.Join(table.Each(row, table.ForPeople), " ")))
	}
	return heads, lines, strings.Join(made.Notes, " ")
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
	must.Say(t, notes, "These are 10 of 30 rows; all are in out/summary.csv.",
		"The choice of least B has the least J in all of 10 cases.")
	rows = nil
	for T := range 100 {
		rows = append(rows, cell("barrier", 0, "linear", T+2, 1, 2))
	}
	if _, lines, _ := shown(rows); len(lines) != fewRows {
		t.Errorf("%d rows of 100, want %d", len(lines), fewRows)
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
	rows = append(rows, cell("easy", 7, "linear", 10, 1, 2))
	_, _, notes := shown(rows)
	if want := "seed 7 where a target is random"; !strings.Contains(notes, want) {
		t.Errorf("no %q in %s", want, notes)
	}
	if want := "The choice of least B has the least J in all of 2 cases."; !strings.Contains(notes, want) {
		t.Errorf("no %q in %s", want, notes)
	}
}

// What is on a front: nothing costs as much or less and has less, and all others are beaten or come second with as
// much.
func TestFront(t *testing.T) {
	var rows []sweep.Row
	toys := []string{"easy", "hard"}
	budgets := []int{100, 100, 300, 1000, 1000, 3000}
	for i, v := range []float64{9, 7, 8, 7, 3, 5, math.Inf(1), math.NaN(), 3, 2, 6, 1} {
		r := cell(toys[i/6], 1, fmt.Sprintf("power:%d", i+1), 10+i, v, 10/v)
		r.Job.Budget = budgets[i%6]
		rows = append(rows, r)
	}
	all := ranking.Summarize(rows).Outcomes
	won := len(slices.DeleteFunc(slices.Clone(all), func(o ranking.Outcome) bool { return !o.LeastJ }))
	if won != 3 { // of two that cost as much, whatever their T, where both have a J
		t.Errorf("%d have less J than their rivals", won)
	}
	for _, m := range allMeasures[:2] {
		on := front(all, m)
		for _, o := range all {
			beaten := slices.ContainsFunc(all, func(p ranking.Outcome) bool {
				return p.Job.Toy == o.Job.Toy && p.Job.Budget <= o.Job.Budget && (m.of(p).Q2 < m.of(o).Q2 ||
					m.of(p).Q2 == m.of(o).Q2 && p.Job.Budget < o.Job.Budget)
			}) || math.IsInf(m.of(o).Q2, 1)
			is := slices.ContainsFunc(on, func(p ranking.Outcome) bool { return p.Job.Schedule == o.Job.Schedule })
			if !math.IsNaN(m.of(o).Q2) && is == beaten {
				t.Errorf("%s of %v: %v at %d is on the front: %v", m.title, o.Job.Schedule,
					m.of(o).Q2, o.Job.Budget, is)
			}
		}
	}
}
