package sweeps

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
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

func TestSummaryFilesAreWholeAndTheSameTwice(t *testing.T) {
	one, err := table.Render(summaryFiles(ranking.Summarize(sweepRows())))
	if err != nil {
		t.Fatal(err)
	}
	two, err := table.Render(summaryFiles(ranking.Summarize(sweepRows())))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i, f := range one {
		names = append(names, f.Name)
		data := reporttest.Content(t, f)
		if !bytes.Equal(data, reporttest.Content(t, two[i])) {
			t.Errorf("%s: two renderings differ", f.Name)
		}
		if len(data) == 0 {
			t.Errorf("%s is empty", f.Name)
		}
		switch {
		case strings.HasSuffix(f.Name, ".json"):
			if !json.Valid(data) {
				t.Errorf("%s is no JSON", f.Name)
			}
		case strings.HasSuffix(f.Name, ".csv"):
			if _, err := csv.NewReader(bytes.NewReader(data)).ReadAll(); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
	for _, want := range []string{"summary.md", "summary-winners.csv", "summary-tau.json", "summary-dear.csv",
		"summary.csv",
		"summary-cells.csv", "summary.png", "summary.svg", "summary.pdf"} {
		if !slices.Contains(names, want) {
			t.Errorf("no %s in %v", want, names)
		}
	}
}

func TestSummaryListsWhereBPicksBadly(t *testing.T) {
	s := ranking.Summarize(sweepRows())
	rows := dearData(s).Rows
	var open [][]any
	for _, r := range rows {
		if strings.HasPrefix(r[0].(string), "without") {
			open = append(open, r)
		}
	}
	if len(open) != 20 {
		t.Fatalf("%d contests, want 20", len(open))
	}
	if cost := open[0][10].(float64); math.Abs(cost-6) > 1e-14 {
		t.Errorf("the dearest contest costs %v, want 6", cost)
	}
	if b := open[0][4]; b != "linear" {
		t.Errorf("B picks %v and not linear", b)
	}
	if j := open[0][7]; j != "sigmoid:4" {
		t.Errorf("J picks %v and not sigmoid:4", j)
	}
	var b bytes.Buffer
	for _, made := range summaryTables(s) {
		if err := made.Write(&b, table.Plain, table.Style{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"without best-b and best-j",
		"20 of 61 contests", "sigmoid:4", "easy, 30 draws: the median",
		"6.0000"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	for line := range strings.Lines(b.String()) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
}

// The quartiles that the figures draw, beside sorted draws.
func TestOutcomesDataHasTheQuartiles(t *testing.T) {
	for _, row := range outcomesData(ranking.Summarize(sweepRows())).Rows {
		if row[0] != "easy" || row[4] != "sigmoid:4" || row[5] != 100 {
			continue
		}
		// Of 0.01, 0.02, ... 0.30, up to the last digit.
		for i, want := range []float64{0.0825, 0.155, 0.2275, 0.30} {
			if got := row[8+i].(float64); math.Abs(got-want) > 1e-15 {
				t.Errorf("number %d is %v, want %v", i, got, want)
			}
		}
		return
	}
	t.Error("no such row")
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
		files, err := table.Render(summaryFiles(s))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f.Name, ".svg") && bytes.Contains(reporttest.Content(t, f), []byte("NaN")) {
				t.Errorf("%s: NaN in %s", name, f.Name)
			}
			if strings.HasSuffix(f.Name, ".md") && bytes.Contains(reporttest.Content(t, f), []byte("nan")) {
				t.Errorf("%s: nan in %s", name, f.Name)
			}
		}
		Result(s, "out")
	}
}
