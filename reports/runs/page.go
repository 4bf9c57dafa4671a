// Package runs draws annealings that were run: what `breadboard exact --pictures` and `sample
// --pictures` write. It makes files of measurements (Files):
//
//	run.html                         one page with all of these
//	maps-T100.png .svg               p, q and what sets them apart, and the parts of J and B, by cell
//	levels-T100...                   J and B by level, of the annealing that stops there
//	steps-T100...                    the share of B of each step
//	figure3.png...                   J and B against T, of several T
package runs

import (
	"fmt"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// PageName holds the name of the page among the files.
const PageName = "run.html"

// Files renders the page of measurements of one annealer, and every figure as files of its own.
func Files(all []experiments.Measurement, made page.Made) ([]table.File, error) {
	an := all[0].Annealer
	ts := strings.Join(table.Each(all, func(p experiments.Measurement) string { return strconv.Itoa(p.T) }), ", ")
	p := page.Page{
		Title: fmt.Sprintf("%s annealed: T = %s", an.TargetName(), ts),
		Intro: []string{"Annealed importance sampling moves a sample from an initial density to the target p in T " +
			"levels. Its samples have the distribution q. J, the Jeffreys divergence of q and p, says how far they " +
			"are from p, and B bounds it. Here q, J and B are exact: whole distributions were pushed through the " +
			"chains. Divergences are in nats; cells are counted from 0, axes and levels from 1."},
		Made:     made,
		Sections: []page.Section{numbers(all)},
	}
	if all[0].Check != nil {
		p.Sections = append(p.Sections, estimates(all))
	}
	if len(all) > 1 {
		curve := reports.Curve{Name: an.TargetName()}
		for _, one := range all {
			curve.T = append(curve.T, one.T)
			curve.J = append(curve.J, one.J())
			curve.B = append(curve.B, one.B())
		}
		f := page.Figure{Name: "figure3", Alt: "J (solid) and B (dashed) against T, on logarithmic axes.",
			Figure: reports.Figure3([]reports.Curve{curve})}
		p.Sections = append(p.Sections, page.Section{ID: f.Name, Title: "J and B against T", Figures: []page.Figure{f}})
	}
	maps := page.Section{ID: "maps", Title: "By cell", Text: aboutMaps(an.Target.Grid.Axes())}
	levels := page.Section{ID: "levels", Title: "By level",
		Text: []string{"J and B of the annealing that stops at each level t, whose target is p_t."}}
	steps := page.Section{ID: "steps", Title: "By step",
		Text: []string{"The same sum, over the cells of each step: the numbers of breadboard exact --by-step."}}
	add := func(s *page.Section, T int, alt string, f figure.Figure) {
		s.Figures = append(s.Figures, page.Figure{Name: fmt.Sprintf("%s-T%d", s.ID, T),
			Alt: fmt.Sprintf("T = %d. %s", T, alt), Figure: f})
	}
	for _, one := range all {
		add(&maps, one.T, "Heat maps of the cells: the target p, the distribution q of the samples, log q/p, the "+
			"share of each cell in J and, if there is a B, q - p and the share in B.", mapsOf(one))
		if one.Steps != nil { // there are none on very many states
			add(&levels, one.T, "J and B against the level, with the area between them.", levelsOf(one))
			add(&steps, one.T, "The share of B of each step.", stepsOf(one))
		}
	}
	p.Sections = append(p.Sections, maps)
	if steps.Figures != nil {
		p.Sections = append(p.Sections, levels, steps)
	}
	return table.Render(p.Files(PageName))
}

// numbers returns the tables of breadboard exact.
func numbers(all []experiments.Measurement) page.Section {
	return page.Section{ID: "numbers", Title: "J and B, exactly",
		Tables: []table.Table{reports.Exactly(all, table.Plain), reports.Weights(all)}}
}

// estimates returns the table of breadboard sample.
func estimates(all []experiments.Measurement) page.Section {
	t := reports.CrossCheck(all, table.Plain)
	t.Title = ""
	return page.Section{ID: "estimates", Title: "Monte Carlo estimates beside exact values",
		Text: []string{"The same chains run by dice, forward and in reverse. The two computations share nothing " +
			"but the description of the chain."},
		Tables: []table.Table{t}}
}

// aboutMaps says what the parts are, on a grid of this many axes.
func aboutMaps(axes int) []string {
	text := []string{"The part of a cell x in J is (q(x) - p(x)) log q(x)/p(x). No part is negative.",
		"B is a sum over steps and cells (Eq. 21 of BREAD): of [r(x) - q(x)] log p_t(x)/p_(t-1)(x), with q and r the " +
			"distributions of x_(t-1) in the forward and in the reverse chain, and normalised densities. The part of " +
			"a cell is its sum over the steps. A part is negative (blue) if the forward chain is too often in a cell " +
			"whose mass grows."}
	if axes > 2 {
		text = append(text, fmt.Sprintf("The grid of %d axes is folded: the first axes run down, and the last ones "+
			"to the right.", axes))
	}
	return text
}
