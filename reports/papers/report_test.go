package papers

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/papers"
	"breadboard/experiments/papers/bread"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/page"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// TestPageHoldsEverything: the page has each table and figure, fetches nothing, and links to files that are made.
func TestPageHoldsEverything(t *testing.T) {
	r := Bread(small(t))
	shows(t, "bread", r)
	r.Made = page.Made{Command: "breadboard reproduce", Version: "breadboard, commit 1234567"}
	text := string(fileOf(t, r, PageName))
	count := reporttest.SelfContained(t, text)
	tables, rows := 0, 0
	figures := 0
	var sections []string
	for _, p := range r.Sections {
		sections = append(sections, p.ID)
		figures += len(p.Figures)
		for _, shown := range p.Tables {
			tables++
			rows += 1 + len(shown.Rows) // with its head
		}
	}
	for tag, want := range map[string]int{"svg": figures, "table": tables, "tr": rows} {
		if count[tag] != want {
			t.Errorf("%d of <%s>, want %d", count[tag], tag, want)
		}
	}
	if got := strings.Join(sections, " "); got != "figure3 tightness figure4 ensemble nearest crosscheck" {
		t.Errorf("the sections are %s", got)
	}
	must.Say(t, text, "breadboard reproduce", `good">agrees to the digits published`, `bad">differs by`,
		"Made by breadboard, commit 1234567.")
}

// TestBreadBesideAnother: tables have the numbers of another kernel beside the paper's, and words on a command that is
// asked for them, in a quick run.
func TestBreadBesideAnother(t *testing.T) {
	size := bread.Size{Ts: []int{10, 100}, CurveTs: []int{10, 20}, Draws: 2, Chains: 50, Seeds: 2}
	other := bread.Kernel{Setting: experiments.Setting{Kernel: "heat-bath"}}
	f := must.Have(size.Reproduce(t.Context(), papers.Options{}, other))(t)
	f.Quick = true
	f.Other.Ask = func(context.Context, grid.Grid, float64, []float64, []int) ([]float64, error) { return nil, nil }
	f.Ensembles = f.Ensembles[:2]
	f.Checks = f.Checks[:2]
	r := Bread(f)
	shows(t, "bread-other", r)
	drawn := r.Sections[0].Figures[0]
	drawn.Name = "figure3-other"
	says(t, drawn)
}

// TestReportInEveryFormat: tables for people fit a terminal, and those of a quick run say so. Software reads every
// table: as one object in JSON, and in CSV with an empty line between two.
func TestReportInEveryFormat(t *testing.T) {
	f := small(t)
	f.Quick = true
	r := Bread(f)
	written := func(f table.Format) string {
		var b bytes.Buffer
		must.Do(t, r.WriteTables(&b, f, table.Style{Width: 80}))
		return b.String()
	}
	for line := range strings.Lines(written(table.Plain)) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	people, programs := 0, 0
	for _, p := range r.Sections {
		people += len(p.Tables)
		programs += len(p.Data)
	}
	if n := strings.Count(strings.Join(strings.Fields(written(table.Markdown)), " "), "(quick run)"); n != people {
		t.Errorf("%d of %d tables say that the run was quick", n, people)
	}
	if shown := string(fileOf(t, r, PageName)); !strings.Contains(shown, "This is a quick run") {
		t.Error("the page does not say that the run was quick")
	}
	var all map[string][]map[string]any
	if err := json.Unmarshal([]byte(written(table.JSON)), &all); err != nil || len(all) != programs {
		t.Fatalf("%d tables in JSON, want %d: %v", len(all), programs, err)
	}
	for _, p := range r.Sections {
		for _, d := range p.Data {
			if len(all[d.Name]) != len(d.Table.Rows) {
				t.Errorf("%d rows of %s, want %d", len(all[d.Name]), d.Name, len(d.Table.Rows))
			}
		}
	}
	if n := strings.Count(written(table.CSV), "\n\n"); n != programs-1 {
		t.Errorf("%d empty lines in CSV, want %d", n, programs-1)
	}
}
