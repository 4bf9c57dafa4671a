// Package runs draws annealings that were run: what `breadboard exact --pictures` and `sample
// --pictures` write. It takes portraits, which are data, and makes files of them (Files):
//
//	run.html                         one page with all of these
//	maps-T100.png .svg               p, q and what sets them apart, and the parts of J and B, by cell
//	steps-T100...                    the share of B of each step
//	weights-T100...                  the law of log w, forward and in reverse
//	figure3.png...                   J and B against T, of several T
package runs

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/portrait"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// PageName is the name of the page among the files.
const PageName = "run.html"

// Files renders the page of the portraits, which are of one chain, and every figure as files of its own.
func Files(all []portrait.Portrait, made page.Made) ([]table.File, error) {
	c := all[0].Chain
	ts := strings.Join(table.Each(all, func(p portrait.Portrait) string { return strconv.Itoa(p.T) }), ", ")
	p := page.Page{
		Title: fmt.Sprintf("%s annealed: T = %s", c.TargetName(), ts),
		Intro: []string{"Annealed importance sampling moves a sample from an initial density to the target p in T " +
			"levels. Its samples follow the law q. J, the Jeffreys divergence of q and p, says how far they are from " +
			"p, and B bounds it. Here q, J and B are exact: whole distributions were pushed through the chains. " +
			"Divergences are in nats; cells are counted from 0, axes and levels from 1."},
		Made:     made,
		Sections: []page.Section{numbers(all), names(all, ts)},
	}
	if all[0].Check != nil {
		p.Sections = append(p.Sections, estimates(all))
	}
	var files []table.File
	if len(all) > 1 {
		curve := reports.Curve{Name: c.TargetName()}
		for _, one := range all {
			curve.T = append(curve.T, one.T)
			curve.J = append(curve.J, one.J())
			curve.B = append(curve.B, one.B())
		}
		f := page.Figure{Alt: "J (solid) and B (dashed) against T, on logarithmic axes.",
			Figure: reports.Figure3([]reports.Curve{curve})}
		p.Sections = append(p.Sections, page.Section{ID: "figure3", Title: "J and B against T",
			Figures: []page.Figure{f}})
		files = append(files, figure.Files("figure3", f)...)
	}
	for _, d := range drawings {
		s := page.Section{ID: d.name, Title: d.title, Text: d.text(all)}
		for _, one := range all {
			if d.has(one) {
				f := page.Figure{Alt: fmt.Sprintf("T = %d. %s", one.T, d.about), Figure: d.of(one)}
				s.Figures = append(s.Figures, f)
				files = append(files, figure.Files(fmt.Sprintf("%s-T%d", d.name, one.T), f)...)
			}
		}
		if d.name == "weights" {
			s.Tables = []table.Table{momentsTable(all)}
		}
		p.Sections = append(p.Sections, s)
	}
	return table.Render(append([]table.File{{Name: PageName, Write: p.Write}}, files...))
}

// drawings are the figures of a portrait, each with its section of the page. A kernel on very many states has no steps,
// and a log w that does not vary has no law to draw.
var drawings = []struct {
	name  string
	title string
	text  func([]portrait.Portrait) []string
	about string // what it shows, for readers who do not see it
	has   func(portrait.Portrait) bool
	of    func(portrait.Portrait) figure.Figure
}{
	{"maps", "By cell", aboutMaps, "Six heat maps of the cells: the target p, the law q of the samples, q - p, log " +
		"q/p, and the share of each cell in J and in B.",
		func(portrait.Portrait) bool { return true }, mapsOf},
	{"steps", "By step", func([]portrait.Portrait) []string {
		return []string{"The same sum, over the cells of each step: the numbers of breadboard exact --by-step."}
	}, "The share of B of each step.",
		func(p portrait.Portrait) bool { return p.Steps != nil }, stepsOf},
	{"weights", "The law of log w", aboutWeights, "The laws of log w - log R, forward and in reverse.",
		func(p portrait.Portrait) bool { return p.Laws.Edges != nil }, weightsOf},
}

// numbers has the tables of breadboard exact.
func numbers(all []portrait.Portrait) page.Section {
	rows := table.Each(all, func(p portrait.Portrait) experiments.Exact { return p.Exact })
	exactly := reports.Exactly(rows, table.Plain)
	exactly.Title = ""
	return page.Section{ID: "numbers", Title: "J and B, exactly",
		Tables: []table.Table{exactly, reports.Weights(rows)}}
}

// estimates has the table of breadboard sample.
func estimates(all []portrait.Portrait) page.Section {
	checks := table.Each(all, func(p portrait.Portrait) crosscheck.Check { return *p.Check })
	t := reports.CrossCheck(checks, table.Plain)
	t.Title = ""
	return page.Section{ID: "estimates", Title: "Monte Carlo estimates beside exact values",
		Text: []string{"The same chains run by dice, forward and in reverse. The two computations share nothing " +
			"but the description of the chain."},
		Tables: []table.Table{t}}
}

// names says what was run.
func names(all []portrait.Portrait, ts string) page.Section {
	c := all[0].Chain
	t := table.Table{Columns: table.Columns("name", "value")}
	t.Add("target", c.TargetName()+reports.OfSeed(c.Seed))
	t.Add("grid", c.Where())
	t.Add("axes", c.Pinned().Axes)
	t.Add("kernel", c.KernelLabel())
	t.Add("bridge", c.Bridge)
	t.Add("initial", c.Initial)
	t.Add("schedule", c.Schedule)
	t.Add("T", ts)
	if c.SkipLast {
		t.Add("last kernel", "left out")
	}
	if check := all[0].Check; check != nil {
		t.Add("chains in each direction", table.Thousands(check.Chains))
		t.Add("mc_seed", fmt.Sprint(check.MCSeed))
	}
	return page.Section{ID: "names", Title: "What was run", Tables: []table.Table{t}}
}

// momentsTable has the moments of log w - log R by direction.
func momentsTable(all []portrait.Portrait) table.Table {
	t := table.Table{Title: "log w - log R, exactly", Lead: 2,
		Columns: table.Columns("T", "direction", "mean", "sd", "skewness")}
	for _, p := range all {
		for _, d := range directions(p.Laws) {
			t.Add(p.T, d.name, table.Known(d.Mean), table.Known(math.Sqrt(d.Variance)), table.Known(d.Skewness))
		}
	}
	return t
}

// aboutMaps says what the parts are.
func aboutMaps(all []portrait.Portrait) []string {
	text := []string{"The part of a cell x in J is (q(x) - p(x)) log q(x)/p(x). No part is negative.",
		"B is a sum over steps and cells (Eq. 21 of BREAD): of [r(x) - q(x)] log p_t(x)/p_(t-1)(x), with q and r the " +
			"laws of x_(t-1) in the forward and in the reverse chain, and normalised densities. The part of a cell " +
			"is its sum over the steps. If the chains followed p_t perfectly no part would be negative; where they " +
			"lag behind it the part is larger. A part is negative (blue) if the forward chain is too often in a cell " +
			"whose mass grows."}
	if axes := all[0].Chain.Target.Grid.Axes(); axes > 2 {
		text = append(text, fmt.Sprintf("The grid of %d axes is folded: the first axes run down, and the last ones "+
			"to the right.", axes))
	}
	return text
}

// aboutWeights says how the laws are known.
func aboutWeights(all []portrait.Portrait) []string {
	text := []string{"E_fwd[log w] lies below log R and E_rev[log w] above it, and they are B apart. By Crooks' law " +
		"the reverse density is the forward one times w/R.",
		"The lines are exact: E[w^(is)] is pushed through the chain for thousands of s, and a Fourier sum gives the " +
			"mass of each bin, to 1e-12. log w takes finitely many values. So that it does not matter on which side " +
			"of an edge these lie, normal noise is added to it, with a sigma of an eighth of a bin. The log weights " +
			"of chains are blurred alike."}
	if all[0].Check != nil {
		text = append(text, "Dots are the chains' histogram, with 95% intervals.")
	}
	for _, p := range all {
		for _, d := range directions(p.Laws) {
			if d.Unknown != "" {
				text = append(text, fmt.Sprintf("At T = %d the exact %s law is not drawn: %s.", p.T, d.name, d.Unknown))
			}
		}
	}
	return text
}
