package runs

import (
	"fmt"
	"io"
	"net/url"

	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/experiments/portrait"
	"breadboard/reports"
	"breadboard/reports/explorer"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// A drawing is one of the figures of a portrait, with its data and its section of the page. A kernel on very many
// states has no steps.
type drawing struct {
	name  string
	title string                             // of its section
	words func([]portrait.Portrait) []string // of its section
	about string                             // what it shows, for readers who do not see it
	has   func(portrait.Portrait) bool       // what the figure draws
	draw  func(io.Writer, figure.Medium, portrait.Portrait) error
	data  func(portrait.Portrait) table.Table
}

// drawings are the figures of a portrait. The data of steps are what `exact --by-step --format csv` prints.
var drawings = []drawing{
	{
		name:  "maps",
		title: "By cell",
		words: aboutMaps,
		about: "Six heat maps of the cells: the target p, the law q of the samples, q - p, log q/p, and the share of " +
			"each cell in J and in B.",
		has:  func(portrait.Portrait) bool { return true },
		draw: drawMaps,
		data: mapsData,
	},
	{
		name:  "steps",
		title: "By step",
		words: func([]portrait.Portrait) []string {
			return []string{"The same sum, over the cells of each step: the numbers of `breadboard exact --by-step`."}
		},
		about: "The share of B of each step.",
		has:   func(p portrait.Portrait) bool { return p.Steps != nil },
		draw:  drawSteps,
		data: func(p portrait.Portrait) table.Table {
			return reports.Steps([]experiments.Exact{p.Exact}, table.CSV)[0]
		},
	},
}

// file is the name of the figure's files without their endings, such as maps-T100.
func (d drawing) file(T int) string { return fmt.Sprintf("%s-T%d", d.name, T) }

// drawn has a drawing of each portrait that has it.
func drawn(d drawing, all []portrait.Portrait) page.Section {
	section := page.Section{ID: d.name, Title: d.title, Text: d.words(all)}
	for _, one := range all {
		if !d.has(one) {
			continue
		}
		section.Figures = append(section.Figures, page.Figure{
			Alt:  fmt.Sprintf("T = %d. %s", one.T, d.about),
			Draw: func(w io.Writer, m figure.Medium) error { return d.draw(w, m, one) },
		})
		section.Files = append(section.Files, table.Names(endings, d.file(one.T))...)
		if q, ok := explore.QuestionOf(one.Chain, one.T); ok {
			section.Explore = append(section.Explore, page.Explored{
				Name: fmt.Sprintf("T = %d", one.T),
				Link: explorer.Link(q, url.Values{"view": {"cells"}}),
			})
		}
	}
	return section
}

// aboutMaps says what the parts are.
func aboutMaps(all []portrait.Portrait) []string {
	c := all[0].Chain
	text := []string{"The part of a cell x in J is (q(x) - p(x)) log q(x)/p(x). No part is negative.",
		"B is a sum over steps and cells (Eq. 21 of BREAD): of [r(x) - q(x)] log p_t(x)/p_(t-1)(x), with q and r the " +
			"laws of x_(t-1) in the forward and in the reverse chain, and normalised densities. The part of a cell " +
			"is its sum over the steps. If the chains followed p_t perfectly no part would be negative; where they " +
			"lag behind it the part is larger. A part is negative (blue) if the forward chain is too often in a cell " +
			"whose mass grows."}
	if axes := c.Target.Grid.Axes(); axes > 2 {
		text = append(text, fmt.Sprintf("The grid of %d axes is folded: the first axes run down, and the last ones "+
			"to the right.", axes))
	}
	return text
}
