// Package runs draws annealings that were run: what `breadboard exact --pictures` and `sample
// --pictures` write. It takes portraits, which are data, and makes files of them (Files):
//
//	maps-T100.png .svg .csv          p, q and what sets them apart, and the parts of J and B, by cell
//	steps-T100...                    the share of B of each step
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
package runs

import (
	"fmt"
	"io"
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

// pageOf is one page of the portraits.
func pageOf(all []portrait.Portrait, made page.Made) page.Page {
	p := page.Page{
		Title: fmt.Sprintf("%s annealed: T = %s", all[0].Chain.TargetName(), levels(all)),
		Intro: []string{"Annealed importance sampling moves a sample from an initial density to the target p in T " +
			"levels. Its samples follow the law q. J, the Jeffreys divergence of q and p, says how far they are from " +
			"p, and B bounds it. Here q, J and B are exact: whole distributions were pushed through the chains. " +
			"Divergences are in nats; cells are counted from 0, axes and levels from 1."},
		Made:     made,
		Sections: []page.Section{names(all), numbers(all)},
	}
	if all[0].Check != nil {
		p.Sections = append(p.Sections, estimates(all))
	}
	if curve := curveOf(all); curve != nil {
		p.Sections = append(p.Sections, page.Section{
			ID:    curveFile,
			Title: "J and B against T",
			Figures: []page.Figure{{
				Alt:  "J (solid) and B (dashed) against T, on logarithmic axes.",
				Draw: func(w io.Writer, m figure.Medium) error { return reports.Figure3(w, m, curve) },
			}},
			Files: table.Names(endings, curveFile),
		})
	}
	for _, d := range drawings {
		p.Sections = append(p.Sections, drawn(d, all))
	}
	return p
}

// numbers has the tables of breadboard exact.
func numbers(all []portrait.Portrait) page.Section {
	rows := table.Each(all, func(p portrait.Portrait) experiments.Exact { return p.Exact })
	exactly := reports.Exactly(rows, table.Plain)
	exactly.Title = ""
	return page.Section{
		ID:     "numbers",
		Title:  "J and B, exactly",
		Tables: []table.Table{exactly, reports.Weights(rows)},
	}
}

// estimates has the table of breadboard sample.
func estimates(all []portrait.Portrait) page.Section {
	checks := table.Each(all, func(p portrait.Portrait) crosscheck.Check { return *p.Check })
	t := reports.CrossCheck(checks, table.Plain)
	t.Title = ""
	return page.Section{
		ID:    "estimates",
		Title: "Monte Carlo estimates beside exact values",
		Text: []string{"The same chains run by dice, forward and in reverse. The two computations share nothing " +
			"but the description of the chain."},
		Tables: []table.Table{t},
	}
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

// PageName is the name of the page among the files; endings are those of a figure's files.
const PageName, endings = "run.html", "png svg csv"

// curveFile is the name of the files of J and B against T.
const curveFile = "figure3"

// curveOf is J and B against T, nil of one T.
func curveOf(all []portrait.Portrait) []reports.Curve {
	if len(all) < 2 {
		return nil
	}
	c := reports.Curve{Name: all[0].Chain.TargetName()}
	for _, p := range all {
		c.T = append(c.T, p.T)
		c.J = append(c.J, p.J())
		c.B = append(c.B, p.B())
	}
	return []reports.Curve{c}
}

// Files renders the page of the portraits, which are of one chain, and every figure and its data as files of their own.
func Files(all []portrait.Portrait, made page.Made) ([]table.File, error) {
	return table.Render(filesOf(all, made))
}

func filesOf(all []portrait.Portrait, made page.Made) []table.File {
	files := []table.File{{Name: PageName, Write: pageOf(all, made).Write}}
	add := func(name string, draw func(w io.Writer, m figure.Medium) error, data func() table.Table) {
		files = append(files, figure.Files(name, draw)...)
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
