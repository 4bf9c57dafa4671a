package reports

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
)

func cell(toy string, seed uint64, schedule string, T int, j, b float64) experiments.Row {
	c := experiments.Cell{Toy: toy, Kernel: "metropolis", Bridge: "geometric", Initial: "uniform", Schedule: schedule, T: T}
	if toy != "barrier" {
		c.Seed = &seed
	}
	return experiments.Row{Cell: c, J: j, JCell: j, B: b}
}

// Thirty draws, on the first ten of which B picks the schedule with six times
// the least J; and a target that is not random, with something infinite.
func sweepRows() []experiments.Row {
	var rows []experiments.Row
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
	one, err := SummaryFiles(experiments.Summarize(sweepRows()))
	if err != nil {
		t.Fatal(err)
	}
	two, err := SummaryFiles(experiments.Summarize(sweepRows()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i, f := range one {
		names = append(names, f.Name)
		if !bytes.Equal(f.Data, two[i].Data) {
			t.Errorf("%s: two renderings differ", f.Name)
		}
		if len(f.Data) == 0 {
			t.Errorf("%s is empty", f.Name)
		}
		switch {
		case strings.HasSuffix(f.Name, ".json"):
			if !json.Valid(f.Data) {
				t.Errorf("%s is no JSON", f.Name)
			}
		case strings.HasSuffix(f.Name, ".csv"):
			if _, err := csv.NewReader(bytes.NewReader(f.Data)).ReadAll(); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
	for _, want := range []string{"summary.md", "summary-winners.csv", "summary-tau.json", "summary-dear.csv", "summary-schedules.csv",
		"summary-cells.csv", "summary.png", "summary.svg", "summary.pdf"} {
		if !slices.Contains(names, want) {
			t.Errorf("no %s in %v", want, names)
		}
	}
}

func TestSummaryListsWhereBPicksBadly(t *testing.T) {
	s := experiments.Summarize(sweepRows())
	rows := DearData(s).Rows
	var open [][]any
	for _, r := range rows {
		if strings.HasPrefix(r[0].(string), "without") {
			open = append(open, r)
		}
	}
	if len(open) != 20 || math.Abs(open[0][10].(float64)-6) > 1e-14 || open[0][4] != "linear" || open[0][7] != "sigmoid:4" {
		t.Fatalf("%d contests, the first %v", len(open), open[0])
	}
	var b bytes.Buffer
	for _, table := range SummaryTables(s) {
		if err := table.Write(&b, Plain, Style{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, words := range []string{"without best-b and best-j", "20 of 61 contests", "sigmoid:4", "easy, 30 draws: the median", "6.0000"} {
		if !strings.Contains(b.String(), words) {
			t.Errorf("no %q in\n%s", words, b.String())
		}
	}
	for line := range strings.Lines(b.String()) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
}

// The quartiles that the figures draw, beside sorted draws.
func TestSchedulesDataHasTheQuartiles(t *testing.T) {
	for _, row := range SchedulesData(experiments.Summarize(sweepRows())).Rows {
		if row[0] != "easy" || row[1] != "sigmoid:4" || row[2] != 100 {
			continue
		}
		// Of 0.01, 0.02, ... 0.30, but for the last digit.
		for i, want := range []float64{0.0825, 0.155, 0.2275, 0.30} {
			if got := row[4+i].(float64); math.Abs(got-want) > 1e-15 {
				t.Errorf("number %d is %v, want %v", i, got, want)
			}
		}
		return
	}
	t.Error("no such row")
}

func TestSweepsWithLittleToCompare(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, rows := range map[string][]experiments.Row{
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
		s := experiments.Summarize(rows)
		files, err := SummaryFiles(s)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f.Name, ".svg") && bytes.Contains(f.Data, []byte("NaN")) {
				t.Errorf("%s: NaN in %s", name, f.Name)
			}
			if strings.HasSuffix(f.Name, ".md") && bytes.Contains(f.Data, []byte("nan")) {
				t.Errorf("%s: nan in %s", name, f.Name)
			}
		}
		SummaryBrief(s)
	}
}

func TestAgainstTHasALineAScheduleInEveryPanel(t *testing.T) {
	var b bytes.Buffer
	s := experiments.Summarize(sweepRows())
	if err := AgainstT(&b, SVG, s, 0); err != nil {
		t.Fatal(err)
	}
	all := elements(t, b.Bytes())
	lines := map[string]int{}
	for _, e := range all {
		for _, c := range []string{"#0072B2", "#D55E00", "#009E73"} {
			if strings.Contains(e.style, "stroke:"+c) && strings.Count(e.d, "L") > 0 {
				lines[c]++
			}
		}
	}
	for c, n := range lines {
		if n != 3+1 { // of easy: barrier has one T, and a dot; and the key's
			t.Errorf("%s: %d lines, want three panels' and the key's", c, n)
		}
	}
	if len(lines) != 3 {
		t.Errorf("lines of %d colours, want 3", len(lines))
	}
	for _, word := range []string{"J (nats)", "B (nats)", "J over the least J", "easy, 30 draws", "barrier", "linear", "sigmoid:4", "best-j", "T, number", "quartiles"} {
		if !strings.Contains(texts(all), word) {
			t.Errorf("no %q in the figure", word)
		}
	}
}

// Every group is on some page, and twenty schedules have twenty pens.
func TestManyGroupsAndSchedules(t *testing.T) {
	var rows []experiments.Row
	for _, toy := range strings.Fields("a b c d e f g h i") {
		for i := range 20 {
			rows = append(rows, cell(toy, 1, "power:"+strings.Repeat("1", i+1), 10, float64(i+1), 1))
		}
	}
	s := experiments.Summarize(rows)
	if n := schedulePages(s); n != 3 {
		t.Errorf("%d pages, want 3", n)
	}
	k := newKey(s)
	for i, a := range k.order {
		for _, b := range k.order[:i] {
			if p, q := k.pens[a], k.pens[b]; p.color == q.color && slices.Equal(p.dash, q.dash) {
				t.Errorf("%s and %s have the same pen", a, b)
			}
		}
	}
	files, err := SummaryFiles(s)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".svg") {
			for _, toy := range strings.Fields("a b c d e f g h i") {
				if strings.Contains("\n"+texts(elements(t, f.Data))+"\n", "\n"+toy+"\n") {
					found++
				}
			}
		}
	}
	if found != 9 {
		t.Errorf("%d groups on all pages, want 9", found)
	}
}

func TestFewDecades(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0.005, 2000, "0.01 0.1 1 10 100 1,000"},
		{0.05, 20, "0.1 1 10"},
		{4, 600, "5 10 20 50 100 200 500"},
		{0.98, 1.36, "1 1.1 1.2 1.3"},
		{1e-12, 3, "1e-12 1e-09 1e-06 0.001 1"},
		{990, 1010, "990 995 1000 1005 1010"},
	} {
		var got []string
		for _, tick := range (fewDecades{6}).Ticks(c.low, c.high) {
			if tick.Value < c.low*(1-1e-9) || tick.Value > c.high*(1+1e-9) {
				t.Errorf("from %v to %v: a tick at %v", c.low, c.high, tick.Value)
			}
			if tick.Label != "" {
				got = append(got, tick.Label)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("from %v to %v: %s, want %s", c.low, c.high, s, c.want)
		}
	}
}
