package sweeps

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// drawn is the first page of the figure of a sweep.
func drawn(t *testing.T, rows []sweep.Row) []reporttest.Element {
	t.Helper()
	d, ok := drawingOf(ranking.Summarize(rows).Outcomes)
	if !ok {
		t.Fatal("there is no figure")
	}
	var b bytes.Buffer
	if err := d.draw(&b, figure.SVG, 0); err != nil {
		t.Fatal(err)
	}
	return reporttest.Elements(t, b.Bytes())
}

func TestFigureHasALineAScheduleInEveryPanel(t *testing.T) {
	all := drawn(t, sweepRows())
	lines := map[string]int{}
	for _, e := range all {
		for _, c := range []string{"#0072B2", "#D55E00", "#009E73"} {
			// what leads from a line to its name is thin
			if strings.Contains(e.Style, "stroke:"+c) && strings.Count(e.D, "L") > 0 &&
				!strings.Contains(e.Style, "stroke-width:0.6") {
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
	for _, word := range []string{"J (nats)", "B (nats)", "J over the least J", "easy, 30 draws", "barrier", "linear",
		"sigmoid:4", "best-j", "T, number", "quartiles"} {
		if !strings.Contains(reporttest.Texts(all), word) {
			t.Errorf("no %q in the figure", word)
		}
	}
}

// Every group is on some page, and twenty schedules have twenty lines.
func TestManyGroupsAndSchedules(t *testing.T) {
	var rows []sweep.Row
	for _, toy := range strings.Fields("a b c d e f g h i") {
		for i := range 20 {
			rows = append(rows, cell(toy, 1, "power:"+strings.Repeat("1", i+1), 10, float64(i+1), 1),
				cell(toy, 1, "power:"+strings.Repeat("1", i+1), 20, float64(i+1), 1))
		}
	}
	s := ranking.Summarize(rows)
	d, _ := drawingOf(s.Outcomes)
	if n := d.pages(); n != 3 {
		t.Errorf("%d pages, want 3", n)
	}
	if n := len(d.legend.Entries); n != 20 {
		t.Errorf("%d schedules in the legend, want 20", n)
	}
	for i, a := range d.legend.Entries {
		for _, b := range d.legend.Entries[:i] {
			if p, q := d.styles[a.Name], d.styles[b.Name]; p.Colour == q.Colour && slices.Equal(p.Dashes, q.Dashes) {
				t.Errorf("%s and %s have the same line", a.Name, b.Name)
			}
		}
	}
	files, err := table.Render(summaryFiles(s))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".svg") {
			words := strings.Split(reporttest.Texts(reporttest.Elements(t, reporttest.Content(t, f))), "\n")
			for _, toy := range strings.Fields("a b c d e f g h i") {
				if slices.Contains(words, toy) {
					found++
				}
			}
		}
	}
	if found != 9 {
		t.Errorf("%d groups on all pages, want 9", found)
	}
}

// Whatever axis has several values is in the figure.
func TestFigureOfAnyAxis(t *testing.T) {
	with := func(change func(*sweep.Job)) sweep.Row {
		r := cell("barrier", 0, "linear", 10, 1, 2)
		change(&r.Job)
		return r
	}
	kernel := func(name string, T int) sweep.Row { return with(func(j *sweep.Job) { j.Kernel, j.T = name, T }) }
	program := func(name string) sweep.Row { return with(func(j *sweep.Job) { j.Program = name }) }
	for name, c := range map[string]struct {
		rows        []sweep.Row
		says, never []string
	}{
		"kernels":            {[]sweep.Row{kernel("king", 10), kernel("slice", 10)}, []string{"king", "slice", "barrier"}, []string{"T, number"}},
		"kernels and T":      {[]sweep.Row{kernel("king", 10), kernel("slice", 20)}, []string{"king", "slice", "T, number"}, nil},
		"numbers":            {[]sweep.Row{kernel("lazy:0.1", 10), kernel("lazy:0.5", 10)}, []string{"x, of the kernel lazy:x"}, nil},
		"programs":           {[]sweep.Row{program(""), program("bic")}, []string{"ais", "bic"}, nil},
		"bridges":            {[]sweep.Row{with(func(j *sweep.Job) { j.Bridge = "mixture" }), kernel("metropolis", 10)}, []string{"mixture", "geometric"}, nil},
		"initials":           {[]sweep.Row{with(func(j *sweep.Job) { j.Initial = "tempered:0.2" }), kernel("metropolis", 10)}, []string{"tempered:0.2", "uniform"}, nil},
		"targets":            {[]sweep.Row{cell("golf", 0, "linear", 10, 1, 2), kernel("metropolis", 10)}, []string{"golf", "barrier"}, []string{"least J"}},
		"draws":              {[]sweep.Row{cell("easy", 1, "linear", 10, 1, 2), cell("easy", 2, "linear", 10, 3, 4)}, []string{"easy", "2 draws", "every draw"}, []string{"least J"}},
		"draws and T":        {[]sweep.Row{cell("easy", 1, "linear", 10, 1, 2), cell("easy", 2, "linear", 10, 3, 4), cell("easy", 1, "linear", 20, 1, 2)}, []string{"easy, 2 draws", "between the quartiles"}, []string{"least J"}},
		"kernels, schedules": {[]sweep.Row{kernel("king", 10), kernel("slice", 10), cell("barrier", 0, "fisher", 10, 0.5, 1)}, []string{"king", "slice", "fisher", "linear", "least J"}, nil},
	} {
		words := reporttest.Texts(drawn(t, c.rows))
		for _, want := range c.says {
			if !strings.Contains(words, want) {
				t.Errorf("%s: no %q in %q", name, want, words)
			}
		}
		for _, not := range c.never {
			if strings.Contains(words, not) {
				t.Errorf("%s: %q in %q", name, not, words)
			}
		}
	}
	if _, ok := drawingOf(ranking.Summarize([]sweep.Row{kernel("king", 10)}).Outcomes); ok {
		t.Error("one cell has a figure")
	}
}
