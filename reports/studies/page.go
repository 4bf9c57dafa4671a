package studies

import (
	"fmt"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/experiments/studies/paper"
	"breadboard/reports/explorer"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// paperPage is one page that holds everything. version says what built it.
func paperPage(r paper.Reproduction, version string) page.Page {
	parts, toys := paperParts(r), toysOf(r)
	tight, ensemble, checks := parts[0], parts[1], parts[2]
	last := len(tight.people) - 1
	command, quick, warning := "breadboard reproduce", "", ""
	if r.Quick {
		command, quick = command+" --quick", " (quick run)"
		warning = "This is a quick run: fewer T, fewer targets, fewer chains. The full one is made by `breadboard reproduce`."
	}
	exact := func(ts ...int) string { // computes the same figures, one toy each
		list := strings.Join(each(ts, strconv.Itoa), ",")
		return strings.Join(each(toys, func(rows []paper.Tightness) string {
			return fmt.Sprintf("breadboard exact --toy %s -T %s", rows[0].Toy, list)
		}), "\n")
	}
	sampled := each(r.Checks, func(c experiments.CrossCheck) string {
		return fmt.Sprintf("breadboard sample --toy %s -T %d --chains %d --mc-seed %d", c.Chain.TargetName(), c.T, c.Chains,
			c.MCSeed)
	})
	explored := each(toys, func(rows []paper.Tightness) page.Explored {
		q := explore.Question{Toy: rows[0].Toy, T: 100}
		return page.Explored{Name: fmt.Sprintf("%s, T = %d", q.Toy, q.T), Link: explorer.Link(&q, nil, nil)}
	})
	shown := map[string]page.Section{
		"published": {Tables: tight.people[last:], Files: tight.files(),
			Command: exact(100, 1000) + "\nbreadboard seeds --toy easy\nbreadboard seeds --toy hard"},
		"tightness":  {Tables: tight.people[:last], Files: tight.files(), Command: exact(r.Ts...)},
		"ensemble":   {Tables: ensemble.people, Files: ensemble.files(), Command: command},
		"crosscheck": {Tables: checks.people, Files: checks.files(), Command: strings.Join(sampled, "\n")},
	}
	for _, f := range paperFigures(r) {
		shown[f.name] = page.Section{Command: command, Explore: explored, Figures: []page.Figure{{Alt: f.alt, Draw: f.draw}},
			Files: table.Names("png svg pdf csv json", f.name)}
	}
	text := sections(fill("report", map[string]any{"LastSeed": table.Thousands(r.Draws - 1)}))
	p := page.Page{Title: text[0].Title + quick, Warning: warning, Intro: text[0].Text, Command: command, Version: version}
	for _, words := range text[1:] {
		s := shown[words.ID]
		s.ID, s.Title, s.Text = words.ID, words.Title, words.Text
		p.Sections = append(p.Sections, s)
	}
	return p
}

// sections are the paragraphs of a text below their heads, such as "# figure3: Figure 3".
func sections(text string) (all []page.Section) {
	for _, part := range strings.Split("\n"+strings.TrimSpace(text), "\n# ")[1:] {
		paragraphs := strings.Split(part, "\n\n")
		id, title, _ := strings.Cut(paragraphs[0], ": ")
		all = append(all, page.Section{ID: id, Title: title,
			Text: each(paragraphs[1:], func(p string) string { return strings.Join(strings.Fields(p), " ") })})
	}
	return all
}
