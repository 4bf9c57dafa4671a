// Package runs draws annealings that were run: what `breadboard exact --pictures` and `sample
// --pictures` write. It takes portraits, which are data, and makes files of them (Files):
//
//	maps-T100.png .svg .pdf .csv     p, q and what sets them apart, and the parts of J and B, by cell
//	steps-T100...                    the share of B of each step
//	why-T100...                      betas, relaxation times, B, and the errors that the last law forgot, by beta
//	weights-T100...                  the law of log w, forward and in reverse
//	figure3.png...                   J and B against T, of several T
//	run.html                         one page with all of these
//
// steps-T100.csv is what `exact --by-step --format csv` prints. The columns of the others, with divergences in nats:
//
//	cell, axis_1, ...      the number of the cell, and its place along each axis, all from 0
//	wall                   whether no chain can be there
//	p, q                   the target, and the law of the samples
//	q_minus_p, log_q_over_p
//	j_part, b_part         what the cell adds to J and to B (exact.Along)
//	j_share, b_share       the same over J and B; empty if these are 0 or infinite
//
//	from_t, to_t, from_beta, to_beta, b_part    a span of steps, and what they add to B
//	entered, left          the error that entered in it, and what is left of it at the end, as total variations
//
//	direction, from, to    a bin of log w - log R, forward or reverse
//	sigma                  of the normal noise that is added to log w
//	exact                  the mass of the bin; empty if it is not known
//	sampled, stderr        the part of the chains in it, and its standard error
//	low, high              the ends of a 95% interval
package runs

import (
	"fmt"
	"io"
	"math"
	"net/url"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/explore"
	"breadboard/experiments/paper"
	"breadboard/experiments/portrait"
	"breadboard/reports"
	"breadboard/reports/explorer"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// pageOf is one page of the portraits.
func pageOf(all []portrait.Portrait, made page.Made) page.Page {
	c := all[0].Chain
	p := page.Page{
		Title: fmt.Sprintf("%s annealed: T = %s", c.TargetName(), levels(all)),
		Intro: []string{"Annealed importance sampling moves a sample from an initial density to the target p in T " +
			"levels. Its samples follow the law q. J, the Jeffreys divergence of q and p, says how far they are from " +
			"p, and B bounds it. Here q, J and B are exact: whole distributions were pushed through the chains. " +
			"Divergences are in nats; cells are counted from 0, axes and levels from 1."},
		Made: made,
	}
	// the tables of breadboard exact and sample
	rows := table.Each(all, func(p portrait.Portrait) experiments.Exact { return p.Exact })
	exactly := reports.Exactly(rows, table.Plain)
	exactly.Title = ""
	p.Sections = []page.Section{names(all), {ID: "numbers", Title: "J and B, exactly",
		Tables: []table.Table{exactly, reports.Weights(rows)}}}
	if all[0].Check != nil {
		checks := table.Each(all, func(p portrait.Portrait) crosscheck.Check { return *p.Check })
		estimates := reports.CrossCheck(checks, table.Plain)
		estimates.Title = ""
		p.Sections = append(p.Sections, page.Section{ID: "estimates",
			Title: "Monte Carlo estimates beside exact values",
			Text: []string{"The same chains run by dice, forward and in reverse. The two computations share nothing " +
				"but the description of the chain."},
			Tables: []table.Table{estimates}})
	}
	moments := table.Table{Title: "log w - log R, exactly", Lead: 2,
		Columns: table.Columns("T", "direction", "mean", "sd", "skewness")}
	for _, p := range all {
		for _, d := range directions(p.Laws) {
			moments.Add(p.T, d.name, table.Known(d.Mean), table.Known(math.Sqrt(d.Variance)), table.Known(d.Skewness))
		}
	}
	views := []string{"levels", "levels", "why", "sampled"} // of the explorer
	if curve := curveOf(all); curve != nil {
		p.Sections = append(p.Sections, page.Section{ID: curveFile, Title: "J and B against T",
			Figures: []page.Figure{{Alt: "J (solid) and B (dashed) against T, on logarithmic axes.",
				Draw: func(w io.Writer, m figure.Medium) error { return reports.Figure3(w, m, curve) }}},
			Files: table.Names(endings, curveFile)})
	}
	for i, section := range []page.Section{
		{Title: "By cell", Text: aboutMaps(all[0].Chain)},
		{Title: "By step", Text: []string{"The same sum, over the cells of each step: the numbers of `breadboard " +
			"exact --by-step`."}},
		{Title: "Why B is loose or tight", Text: []string{"A step moves the target and leaves the law where it is, " +
			"so an error enters, and the kernels that follow forget it or not. B counts it in either case. Where the " +
			"relaxation time of the kernel is longer than the steps until the end, the error is still there at the " +
			"end."}},
		{Title: "The law of log w", Text: aboutWeights(all), Tables: []table.Table{moments}},
	} {
		d := drawings[i]
		section.ID = d.name
		for _, one := range all {
			if !d.has(one) {
				continue
			}
			section.Figures = append(section.Figures, page.Figure{Alt: fmt.Sprintf("T = %d. %s", one.T, d.about),
				Draw: func(w io.Writer, m figure.Medium) error { return d.draw(w, m, one) }})
			section.Files = append(section.Files, table.Names(endings, d.file(one.T))...)
			if q, ok := explore.QuestionOf(one.Chain, one.T); ok {
				section.Explore = append(section.Explore, page.Explored{Name: fmt.Sprintf("T = %d", one.T),
					Link: explorer.Link(&q, nil, url.Values{"view": {views[i]}})})
			}
		}
		p.Sections = append(p.Sections, section)
	}
	return p
}

// levels lists every T.
func levels(all []portrait.Portrait) string {
	return strings.Join(table.Each(all, func(p portrait.Portrait) string { return strconv.Itoa(p.T) }), ", ")
}

// names says what was run.
func names(all []portrait.Portrait) page.Section {
	c := all[0].Chain
	t := table.Table{Columns: table.Columns("name", "value")}
	t.Add("target", c.TargetName())
	t.Add("grid", c.Where())
	t.Add("axes", c.Pinned().Axes)
	if c.Seed != nil {
		t.Add("seed", fmt.Sprint(*c.Seed))
	}
	t.Add("kernel", c.KernelLabel())
	if c.Extended() {
		t.Add("states of the kernel", fmt.Sprintf("%.0f", c.States))
	}
	t.Add("bridge", c.Bridge)
	t.Add("initial", c.Initial)
	t.Add("schedule", c.Schedule)
	t.Add("T", levels(all))
	if c.SkipLast {
		t.Add("last kernel", "left out")
	}
	if check := all[0].Check; check != nil {
		t.Add("chains in each direction", table.Thousands(check.Chains))
		t.Add("mc_seed", fmt.Sprint(check.MCSeed))
	}
	return page.Section{ID: "names", Title: "What was run", Tables: []table.Table{t}}
}

// aboutMaps says what the parts are.
func aboutMaps(c experiments.Chain) []string {
	text := []string{"The part of a cell x in J is (q(x) - p(x)) log q(x)/p(x). No part is negative.",
		"B is a sum over steps and cells (Eq. 21 of BREAD): of [r(x) - q(x)] log p_t(x)/p_(t-1)(x), with q and r the " +
			"laws of x_(t-1) in the forward and in the reverse chain, and normalised densities. The part of a cell " +
			"is its sum over the steps. If the chains followed p_t perfectly no part would be negative; where they " +
			"lag behind it the part is larger. A part is negative (blue) if the forward chain is too often in a cell " +
			"whose mass grows."}
	states := c.AboutStates()
	if states != "" {
		text = append(text, states)
	}
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

// A drawing is one of the figures of a portrait, with its data. A kernel on very many states has no steps, and a log w
// that does not vary has no law to draw.
type drawing struct {
	name  string
	about string                       // what it shows, for readers who do not see it
	has   func(portrait.Portrait) bool // what the figure draws
	draw  func(io.Writer, figure.Medium, portrait.Portrait) error
	data  func(portrait.Portrait) table.Table
}

// drawings are the figures of a portrait. The data of steps are what `exact --by-step --format csv` prints.
var drawings = []drawing{
	{"maps", "Six heat maps of the cells: the target p, the law q of the samples, q - p, log q/p, and the share of " +
		"each cell in J and in B.", func(portrait.Portrait) bool { return true }, drawMaps, mapsData},
	{"steps", "The share of B of each step.",
		func(p portrait.Portrait) bool { return p.Steps != nil }, drawSteps,
		func(p portrait.Portrait) table.Table {
			return reports.Steps([]experiments.Exact{p.Exact}, table.CSV)[0]
		}},
	{"why", "Against beta: the betas, relaxation times and steps until the end, B, and the error that enters and is " +
		"left.",
		func(p portrait.Portrait) bool { return p.Spans != nil }, drawWhy, whyData},
	{"weights", "The laws of log w - log R, forward and in reverse.",
		func(p portrait.Portrait) bool { return p.Laws.Edges != nil }, drawWeights, weightsData},
}

// file is the name of the figure's files without their endings, such as maps-T100.
func (d drawing) file(T int) string { return fmt.Sprintf("%s-T%d", d.name, T) }

// PageName is the name of the page among the files; endings are those of a figure's files.
const PageName, endings = "run.html", "png svg pdf csv"

// curveFile is the name of the files of J and B against T.
const curveFile = "figure3"

// curveOf is what they show, nil of one T.
func curveOf(all []portrait.Portrait) []paper.Curve {
	if len(all) < 2 {
		return nil
	}
	c := paper.Curve{Toy: all[0].Chain.TargetName()}
	for _, p := range all {
		c.T, c.J, c.B = append(c.T, p.T), append(c.J, p.J()), append(c.B, p.B())
	}
	return []paper.Curve{c}
}

// Files renders the page of the portraits, which are of one chain, and every figure and its data as files of their own.
func Files(all []portrait.Portrait, made page.Made) ([]table.File, error) {
	return table.Render(filesOf(all, made))
}

func filesOf(all []portrait.Portrait, made page.Made) []table.File {
	files := []table.File{{Name: PageName, Write: pageOf(all, made).Write}}
	add := func(name string, draw func(w io.Writer, m figure.Medium) error, data func() table.Table) {
		files = append(files, figure.Files(name, made.Look.On(figure.Media), draw)...)
		files = append(files, table.File{Name: name + ".csv",
			Write: func(w io.Writer) error { return data().Write(w, table.CSV, table.Style{}) }})
	}
	if curve := curveOf(all); curve != nil {
		add(curveFile, func(w io.Writer, m figure.Medium) error { return reports.Figure3(w, m, curve) },
			func() table.Table { return reports.Figure3Data(curve) })
	}
	for _, p := range all {
		for _, d := range drawings {
			if d.has(p) {
				add(d.file(p.T), func(w io.Writer, m figure.Medium) error { return d.draw(w, m, p) },
					func() table.Table { return d.data(p) })
			}
		}
	}
	return files
}

// Names are the files that a page of annealings of these T may have.
func Names(ts []int) []string {
	names := append([]string{PageName}, table.Names(endings, curveFile)...)
	for _, T := range ts {
		for _, d := range drawings {
			names = append(names, table.Names(endings, d.file(T))...)
		}
	}
	return names
}
