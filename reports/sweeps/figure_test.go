package sweeps

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
)

// wordsOf are the words of an SVG.
func wordsOf(svg []byte) (all []string) {
	for _, found := range regexp.MustCompile(`>([^<>]+)</text>`).FindAllSubmatch(svg, -1) {
		all = append(all, string(found[1]))
	}
	return all
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
	if n := len(d.files()); n != 3*2 {
		t.Errorf("%d files, want 3 pages in each medium", n)
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
	var words []string
	for _, f := range SummaryFiles(s) {
		if strings.HasSuffix(f.Name, ".svg") {
			words = append(words, wordsOf(reporttest.Content(t, f))...)
		}
	}
	for _, toy := range toys {
		if n := len(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w != toy })); n != 1 {
			t.Errorf("group %s is on %d pages, want 1", toy, n)
		}
	}
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
		[]string{"king", "slice", "BARRIER", "-T, number"}},
	"kernels over T": {[]sweep.Row{kernelAt("king", 10), kernelAt("slice", 20)},
		[]string{"king", "slice", "T, number"}},
	"numbers": {[]sweep.Row{kernelAt("lazy:0.1", 10), kernelAt("lazy:0.5", 10)},
		[]string{"x, of the kernel lazy:x"}},
	"programs": {[]sweep.Row{varied(func(j *sweep.Job) { j.Program = "bic" }), kernelAt("metropolis", 10)},
		[]string{"ais", "bic"}},
	"steps over T": {[]sweep.Row{kernelAt("king", 10), kernelAt("king", 20), kernelAt("slice", 10),
		varied(func(j *sweep.Job) { j.Kernel, j.Repeat = "slice", 4 })},
		[]string{"BARRIER", "BARRIER, 4 steps a level", "-BARRIER, 1", "-, ,"}},
	"bridges": {[]sweep.Row{varied(func(j *sweep.Job) { j.Bridge = "mixture" }), kernelAt("metropolis", 10)},
		[]string{"mixture", "geometric"}},
	"initials": {[]sweep.Row{varied(func(j *sweep.Job) { j.Initial = "tempered:0.2" }), kernelAt("metropolis", 10)},
		[]string{"tempered:0.2", "uniform"}},
	"targets": {[]sweep.Row{cell("easy", 0, "linear", 10, 1, 2), kernelAt("metropolis", 10)},
		[]string{"easy", "barrier", "-least J"}},
	"draws": {[]sweep.Row{cell("easy", 1, "linear", 10, 1, 2), cell("easy", 2, "linear", 10, 3, 4)},
		[]string{"easy", "2 draws", "every draw", "-least J"}},
	"draws over T": {[]sweep.Row{cell("easy", 1, "linear", 10, 1, 2), cell("easy", 2, "linear", 10, 3, 4),
		cell("easy", 1, "linear", 20, 1, 2)}, []string{"EASY RANDOM, 2 draws", "between the quartiles", "-least J"}},
	"kernels and schedules": {[]sweep.Row{kernelAt("king", 10), kernelAt("slice", 10),
		cell("barrier", 0, "fisher", 10, 0.5, 1)}, []string{"king", "slice", "fisher", "linear", "least J"}},
}

// Whatever axis has several values is in the figure.
func TestFigureOfAnyAxis(t *testing.T) {
	for name, c := range axisFigures {
		var b bytes.Buffer
		d := drawingFor(t, c.rows)
		must.Do(t, d.drawRows(&b, figure.SVG, d.strips))
		text := strings.Join(wordsOf(b.Bytes()), "\n")
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
			targets = append(targets, varied(func(j *sweep.Job) {
				j.Toy = fmt.Sprint("t", i)
				j.Kernel = "king"
				j.T = T
			}),
				varied(func(j *sweep.Job) {
					j.Toy = fmt.Sprint("t", i)
					j.Kernel = "slice"
					j.T = T
				}))
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

// The panels of a sweep are the quartiles of its rows: the lines and the bands of the figure, each schedule in its
// colour.
func TestPanelsAreTheQuartiles(t *testing.T) {
	rows := slices.DeleteFunc(sweepRows(), func(r sweep.Row) bool { return r.Job.Toy != "easy" })
	d := drawingFor(t, rows)
	of := map[string]ranking.Outcome{}
	for _, o := range ranking.Summarize(rows).Outcomes {
		of[fmt.Sprint(o.Job.Schedule, o.Job.T)] = o
	}
	for i, schedule := range []string{"linear", "sigmoid:4", "best-j"} {
		line := d.strips[0].lines[i]
		if e := d.legend.Entries[i]; e.Name != schedule || line.name != schedule ||
			!reflect.DeepEqual(e.Style, d.styles[schedule]) {
			t.Errorf("line %d is %s, and %s in the legend, want %s", i, line.name, e.Name, schedule)
		}
		short := of[schedule+"10"]
		long := of[schedule+"100"]
		for k, want := range [][2]ranking.Spread{{short.J, long.J}, {short.B, long.B}, {short.OverJ, long.OverJ}} {
			a, b := want[0], want[1]
			band, median := d.curve(line, d.measures[k])
			outline := plotter.XYs{{X: 10, Y: a.Q3}, {X: 100, Y: b.Q3}, {X: 100, Y: b.Q1}, {X: 10, Y: a.Q1}}
			if a.Q1 == a.Q3 { // there is no band
				outline = nil
			}
			if !slices.Equal(band, outline) || !slices.Equal(median, plotter.XYs{{X: 10, Y: a.Q2}, {X: 100, Y: b.Q2}}) {
				t.Errorf("%s of %s: the line %v in the band %v, want the spreads %v",
					d.measures[k].title, schedule, median, band,
					want)
			}
		}
	}
}
