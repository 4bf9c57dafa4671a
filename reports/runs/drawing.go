package runs

import (
	"fmt"
	"io"
	"math"
	"net/url"
	"strings"

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
// states has no steps, and a log w that does not vary has no law to draw.
type drawing struct {
	name  string
	title string                             // of its section
	words func([]portrait.Portrait) []string // of its section
	about string                             // what it shows, for readers who do not see it
	view  string                             // of the explorer, that shows it
	has   func(portrait.Portrait) bool       // what the figure draws
	draw  func(io.Writer, figure.Medium, portrait.Portrait) error
	data  func(portrait.Portrait) table.Table
	table func([]portrait.Portrait) table.Table // in its section; nil if there is none
}

// drawings are the figures of a portrait. The data of steps are what `exact --by-step --format csv` prints.
var drawings = []drawing{
	{
		name:  "maps",
		title: "By cell",
		words: aboutMaps,
		about: "Six heat maps of the cells: the target p, the law q of the samples, q - p, log q/p, and the share of " +
			"each cell in J and in B.",
		view: "cells",
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
		view:  "cells",
		has:   func(p portrait.Portrait) bool { return p.Steps != nil },
		draw:  drawSteps,
		data: func(p portrait.Portrait) table.Table {
			return reports.Steps([]experiments.Exact{p.Exact}, table.CSV)[0]
		},
	},
	{
		name:  "why",
		title: "Why B is loose or tight",
		words: func([]portrait.Portrait) []string {
			return []string{"A step moves the target and leaves the law where it is, so an error enters, and the " +
				"kernels that follow forget it or not. B counts it in either case. Where the relaxation time of the " +
				"kernel is longer than the steps until the end, the error is still there at the end."}
		},
		about: "Against beta: the betas, relaxation times and steps until the end, B, and the error that enters and " +
			"is left.",
		view: "why",
		has:  func(p portrait.Portrait) bool { return p.Spans != nil },
		draw: drawWhy,
		data: whyData,
	},
	{
		name:  "weights",
		title: "The law of log w",
		words: aboutWeights,
		about: "The laws of log w - log R, forward and in reverse.",
		view:  "sampled",
		has:   func(p portrait.Portrait) bool { return p.Laws.Edges != nil },
		draw:  drawWeights,
		data:  weightsData,
		table: momentsTable,
	},
}

// file is the name of the figure's files without their endings, such as maps-T100.
func (d drawing) file(T int) string { return fmt.Sprintf("%s-T%d", d.name, T) }

// drawn has a drawing of each portrait that has it.
func drawn(d drawing, all []portrait.Portrait) page.Section {
	section := page.Section{ID: d.name, Title: d.title, Text: d.words(all)}
	if d.table != nil {
		section.Tables = []table.Table{d.table(all)}
	}
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
				Link: explorer.Link(q, url.Values{"view": {d.view}}),
			})
		}
	}
	return section
}

// momentsTable has the moments of log w - log R by direction.
func momentsTable(all []portrait.Portrait) table.Table {
	t := table.Table{
		Title:   "log w - log R, exactly",
		Lead:    2,
		Columns: table.Columns("T", "direction", "mean", "sd", "skewness"),
	}
	for _, p := range all {
		for _, d := range directions(p.Laws) {
			t.Add(p.T, d.name, table.Known(d.Mean), table.Known(math.Sqrt(d.Variance)), table.Known(d.Skewness))
		}
	}
	return t
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

// aboutWeights says how the laws are known.
func aboutWeights(all []portrait.Portrait) []string {
	text := []string{"E_fwd[log w] lies below log R and E_rev[log w] above it, and they are B apart. By Crooks' law " +
		"the reverse density is the forward one times w/R."}
	var sigmas, unknown []string
	for _, p := range all {
		if p.Laws.Sigma > 0 {
			sigmas = append(sigmas, fmt.Sprintf("%.2g nats at T = %d", p.Laws.Sigma, p.T))
		}
		switch fwd, rev := p.Laws.Forward.Unknown, p.Laws.Reverse.Unknown; {
		case fwd != "":
			unknown = append(unknown, fmt.Sprintf("At T = %d the exact laws are not drawn: %s.", p.T, fwd))
		case rev != "":
			unknown = append(unknown, fmt.Sprintf("At T = %d the exact reverse law is not drawn: %s.", p.T, rev))
		}
	}
	if sigmas != nil {
		text = append(text, "The lines are exact: E[w^(is)] is pushed through the chain for thousands of s, and a "+
			"Fourier sum gives the mass of each bin, to 1e-12. log w takes finitely many values. So that it does not "+
			"matter on which side of an edge these lie, normal noise is added to it, with a sigma of an eighth of a "+
			"bin: "+
			strings.Join(sigmas, ", ")+". The log weights of chains are blurred alike.")
	}
	if all[0].Check != nil {
		text = append(text, "Dots are the chains' histogram, with 95% intervals.")
	}
	return append(text, unknown...)
}
