package scores

import (
	"fmt"
	"io"
	"strings"

	"breadboard/experiments/score"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// PageName is the name of the page among the files.
const PageName = "scores.html"

// pageOf is the page of a run. It begins with who leads.
func pageOf(r score.Result, sections []page.Section, made page.Made) page.Page {
	p := page.Page{
		Title: fmt.Sprintf("%s on %s", text.Count(kernelsOf(r.Rows), "kernel"),
			table.Counted(r.Densities, "density")),
		Made: made,
		Fine: strings.Join(leaders(r), " "),
		Intro: append([]string{"RESS says how many independent draws the time average of a function is worth: the " +
			"variance of the function over the mean squared error of the average, exactly. NESS is RESS over the " +
			"kernels' median number of steps."}, LeftOut(r)...),
		Sections: sections,
	}
	if r.Densities == 1 {
		t := OnDensity(r.Rows, r.Unit())
		title := t.Title
		t.Title = ""
		p.Sections = append([]page.Section{{ID: "functions", Title: title, Tables: []table.Table{t}}}, p.Sections...)
	}
	return p
}

func kernelsOf(rows []score.Row) int {
	names := map[string]bool{}
	for _, r := range rows {
		names[r.Kernel] = true
	}
	return len(names)
}

// leaders say who has the most successes, a sentence a start.
func leaders(r score.Result) (words []string) {
	for _, b := range score.Boards(r.Rows) {
		if len(b.Lines) > 0 {
			words = append(words, fmt.Sprintf("From start %s, %s leads among %s at %s %s.", b.Start, b.Lines[0].Kernel,
				text.Count(len(b.Lines), "kernel"), table.Thousands(b.Budget), r.Unit()))
		}
	}
	return words
}

// section is about one start: the profiles, the boxes and the leaderboard.
func section(b score.Board, unit string, own []score.Profile, last []score.Row) page.Section {
	s := page.Section{ID: "from-" + startFile("start", b.Start), Title: "From start " + b.Start,
		Tables: []table.Table{Leaderboard(b, unit, table.Plain)},
		Files:  table.Names("csv json", startFile("leaderboard", b.Start))}
	add := func(name, alt string, draw func(io.Writer, figure.Medium) error) {
		s.Figures = append(s.Figures, page.Figure{Alt: alt, Draw: draw})
		s.Files = append(s.Files, table.Names("png svg", startFile(name, b.Start))...)
	}
	if len(own) > 0 {
		add("profiles", "The share of solved pairs of density and function against "+unit+", a line a kernel.",
			func(w io.Writer, m figure.Medium) error { return Profiles(w, m, own, unit) })
	}
	add("boxes", "NESS and the efficiency of the averages that succeed, a box a kernel.",
		func(w io.Writer, m figure.Medium) error { return Boxes(w, m, last) })
	return s
}
