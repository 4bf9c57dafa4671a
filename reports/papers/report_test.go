package papers

import (
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/papers"
	"breadboard/experiments/papers/bread"
	"breadboard/grid/must"
	"breadboard/reports/page"
	"breadboard/reports/reporttest"
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
		fits(t, p.Tables)
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
	f.Other.By = experiments.AskRows(nil)
	f.Ensembles = f.Ensembles[:2]
	f.Checks = f.Checks[:2]
	r := Bread(f)
	shows(t, "bread-other", r)
	drawn := r.Sections[0].Figures[0]
	drawn.Name = "figure3-other"
	says(t, drawn)
}
