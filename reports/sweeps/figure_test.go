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

func TestAgainstTHasALineAScheduleInEveryPanel(t *testing.T) {
	var b bytes.Buffer
	s := ranking.Summarize(sweepRows())
	if err := againstT(&b, figure.SVG, s, 0); err != nil {
		t.Fatal(err)
	}
	all := reporttest.Elements(t, b.Bytes())
	lines := map[string]int{}
	for _, e := range all {
		for _, c := range []string{"#0072B2", "#D55E00", "#009E73"} {
			if strings.Contains(e.Style, "stroke:"+c) && strings.Count(e.D, "L") > 0 {
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
			rows = append(rows, cell(toy, 1, "power:"+strings.Repeat("1", i+1), 10, float64(i+1), 1))
		}
	}
	s := ranking.Summarize(rows)
	if n := pages(s); n != 3 {
		t.Errorf("%d pages, want 3", n)
	}
	styles, legend := scheduleLines(s)
	if len(legend.Entries) != 20 {
		t.Errorf("%d schedules in the legend, want 20", len(legend.Entries))
	}
	for i, a := range legend.Entries {
		for _, b := range legend.Entries[:i] {
			if p, q := styles[a.Name], styles[b.Name]; p.Colour == q.Colour && slices.Equal(p.Dashes, q.Dashes) {
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
