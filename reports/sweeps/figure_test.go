package sweeps

import (
	"bytes"
	"fmt"
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
	toys := strings.Fields("a b c d e f g h i")
	for _, toy := range toys {
		for i := range 20 {
			name := "power:" + strings.Repeat("1", i+1)
			rows = append(rows, cell(toy, 1, name, 10, float64(i+1), 1), cell(toy, 1, name, 20, float64(i+1), 1))
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
	var words []string
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".svg") {
			words = append(words, strings.Split(reporttest.Texts(reporttest.Elements(t, reporttest.Content(t, f))), "\n")...)
		}
	}
	for _, toy := range toys {
		if n := countOf(words, toy); n != 1 {
			t.Errorf("group %s is on %d pages, want 1", toy, n)
		}
	}
}

// countOf counts a word.
func countOf(words []string, word string) (n int) {
	for _, w := range words {
		if w == word {
			n++
		}
	}
	return n
}

// varied is a cell of one sweep that differs from others in some names.
func varied(change func(*sweep.Job)) sweep.Row {
	r := cell("barrier", 0, "linear", 10, 1, 2)
	change(&r.Job)
	return r
}

func kernelAt(name string, T int) sweep.Row {
	return varied(func(j *sweep.Job) { j.Kernel, j.T = name, T })
}

// axisFigures are sweeps over every axis, with words that their figures have, or have not after a
// minus sign.
var axisFigures = map[string]struct {
	rows  []sweep.Row
	words []string
}{
	"kernels": {[]sweep.Row{kernelAt("king", 10), kernelAt("slice", 10)},
		[]string{"king", "slice", "barrier", "-T, number"}},
	"kernels over T": {[]sweep.Row{kernelAt("king", 10), kernelAt("slice", 20)},
		[]string{"king", "slice", "T, number"}},
	"numbers": {[]sweep.Row{kernelAt("lazy:0.1", 10), kernelAt("lazy:0.5", 10)},
		[]string{"x, of the kernel lazy:x"}},
	"programs": {[]sweep.Row{varied(func(j *sweep.Job) { j.Program = "bic" }), kernelAt("metropolis", 10)},
		[]string{"ais", "bic"}},
	"bridges": {[]sweep.Row{varied(func(j *sweep.Job) { j.Bridge = "mixture" }), kernelAt("metropolis", 10)},
		[]string{"mixture", "geometric"}},
	"initials": {[]sweep.Row{varied(func(j *sweep.Job) { j.Initial = "tempered:0.2" }), kernelAt("metropolis", 10)},
		[]string{"tempered:0.2", "uniform"}},
	"targets": {[]sweep.Row{cell("golf", 0, "linear", 10, 1, 2), kernelAt("metropolis", 10)},
		[]string{"golf", "barrier", "-least J"}},
	"draws": {[]sweep.Row{cell("easy", 1, "linear", 10, 1, 2), cell("easy", 2, "linear", 10, 3, 4)},
		[]string{"easy", "2 draws", "every draw", "-least J"}},
	"draws over T": {[]sweep.Row{cell("easy", 1, "linear", 10, 1, 2), cell("easy", 2, "linear", 10, 3, 4),
		cell("easy", 1, "linear", 20, 1, 2)}, []string{"easy, 2 draws", "between the quartiles", "-least J"}},
	"kernels and schedules": {[]sweep.Row{kernelAt("king", 10), kernelAt("slice", 10),
		cell("barrier", 0, "fisher", 10, 0.5, 1)}, []string{"king", "slice", "fisher", "linear", "least J"}},
}

// Whatever axis has several values is in the figure.
func TestFigureOfAnyAxis(t *testing.T) {
	for name, c := range axisFigures {
		text := reporttest.Texts(drawn(t, c.rows))
		for _, word := range c.words {
			word, never := strings.CutPrefix(word, "-")
			if strings.Contains(text, word) == never {
				t.Errorf("%s: %q is in the figure: %v, want %v: %q", name, word, never, !never, text)
			}
		}
	}
	if _, ok := drawingOf(ranking.Summarize([]sweep.Row{kernelAt("king", 10)}).Outcomes); ok {
		t.Error("one cell has a figure")
	}
}

// What a figure leaves out is said.
func TestFigureSaysWhatItLeavesOut(t *testing.T) {
	var targets, kernels []sweep.Row
	for i := range 50 {
		for T := 10; T <= 20; T += 10 {
			targets = append(targets, varied(func(j *sweep.Job) { j.Toy, j.Kernel, j.T = fmt.Sprint("t", i), "king", T }),
				varied(func(j *sweep.Job) { j.Toy, j.Kernel, j.T = fmt.Sprint("t", i), "slice", T }))
		}
		kernels = append(kernels, kernelAt(fmt.Sprint("k", i), 10))
	}
	for want, rows := range map[string][]sweep.Row{"first 12 of 50 groups": targets, "first 40 of 50": kernels} {
		notes := strings.Join(Result(ranking.Summarize(rows), "out").Notes, " ")
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in %s", want, notes)
		}
	}
}
