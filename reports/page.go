package reports

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").
	Funcs(template.FuncMap{"text": table.ForPeople, "class": class}).Parse(pageText))

// A section of the page is a figure or tables, with what they show and the command
// that makes them.
type section struct {
	ID, Title string
	Text      []string
	Figure    template.HTML
	Wide      bool // on a narrow screen the figure scrolls sooner than it shrinks
	Alt       string
	Tables    []table.Table
	Command   string
	Files     string
}

// writePage writes one page with everything in it. It needs no script and fetches
// nothing.
func writePage(w io.Writer, r paper.Reproduction) error {
	figures, err := table.Render([]table.File{
		{Name: "figure3", Write: func(w io.Writer) error { return figure3(w, figure.SVG, r.Curves) }},
		{Name: "figure4", Write: func(w io.Writer) error { return figure4(w, figure.SVG, r.Galleries) }},
	})
	if err != nil {
		return err
	}
	return pageTemplate.Execute(w, struct {
		Quick    bool
		Command  string
		Sections []section
	}{r.Quick, reproduceCommand(r), sections(r, inline(figures[0]), inline(figures[1]))})
}

// inline returns a figure as a part of a page: without the prolog, and without a size,
// so that it takes all the room there is.
func inline(svg table.Rendered) template.HTML {
	_, s, _ := strings.Cut(string(svg.Data), "<svg")
	return template.HTML("<svg " + s[strings.Index(s, "viewBox"):]) //nolint:gosec // drawn by this package
}

// sections are the parts of the page, in reading order.
func sections(r paper.Reproduction, third, fourth template.HTML) []section {
	all := studies(r)
	tight := all[0].people
	last := len(tight) - 1
	everything := reproduceCommand(r)
	draws := fmt.Sprintf("J and B of the targets drawn from seeds 0 to %s of each random toy, measured exactly.",
		table.Thousands(r.Draws-1))
	parts := map[string]section{
		"figure3": {Figure: third, Command: everything},
		"published": {Tables: tight[last:],
			Command: exactCommands(r, "100,1000") + "\nbreadboard seeds --toy easy\nbreadboard seeds --toy hard"},
		"tightness": {Tables: tight[:last],
			Command: exactCommands(r, strings.Join(each(r.Ts, strconv.Itoa), ","))},
		"figure4":    {Figure: fourth, Wide: true, Command: everything},
		"ensemble":   {Tables: all[1].people, Text: []string{draws}, Command: everything},
		"crosscheck": {Tables: all[2].people, Command: sampleCommands(r)},
	}
	return each(prose, func(s section) section {
		part := parts[s.ID]
		part.ID, part.Title, part.Alt, part.Files = s.ID, s.Title, s.Alt, s.Files
		part.Text = append(part.Text, s.Text...)
		return part
	})
}

// prose is what the page says of each section, whatever the numbers are.
var prose = []section{{
	ID: "figure3", Title: "Figure 3: J and its bound B against T",
	Alt: "Curves of J (solid) and B (dashed) against T for three toys, on logarithmic axes, " +
		"with the published figures marked.",
	Text: []string{"Solid: the Jeffreys divergence J of the samples from the target. Dashed: its bound B. " +
		"Both are exact. Rings and crosses are the figures published in Appendix B.1.1."},
	Files: "figure3.png, .svg, .pdf; its data figure3.csv, .json",
}, {
	ID: "published", Title: "Beside the published figures",
	Text: []string{"BARRIER has no randomness and is to be met digit for digit. " +
		"EASY RANDOM and HARD RANDOM can only be resembled."},
	Files: "tightness.md, .csv, .json",
}, {
	ID: "tightness", Title: "How tight the bound is",
	Text: []string{"J is the sum of KL(q‖p) and KL(p‖q), q being the law of the samples and p the target; " +
		"B bounds it, and B/J is how far off the bound is."},
	Files: "tightness.md, .csv, .json",
}, {
	ID: "figure4", Title: "Figure 4: the toys, and what annealing makes of them",
	Alt: "Heat maps on the 7x7 grid, a row for each toy: three intermediate distributions, the target, " +
		"and the exact law of the samples at T = 100.",
	Text: []string{"Three intermediate distributions, the target, and the exact law of the samples of annealing " +
		"with T = 100. Each row has one colour scale.",
		"The paper does not print the inverse temperatures of its intermediate distributions; these are ours."},
	Files: "figure4.png, .svg, .pdf; its data figure4.csv, .json",
}, {
	ID: "ensemble", Title: "Where the published draws fall among others",
	Files: "ensemble.md, .csv, .json",
}, {
	ID: "crosscheck", Title: "Monte Carlo beside exact",
	Text: []string{"The same chains run with dice: forward, and in reverse each from its own exact draw of " +
		"the target. Every estimate stands beside the exact value, with z, its error in standard errors.",
		"The two computations share the description of the chain and nothing else, " +
			"so that they agree is evidence for both.",
		"A mean of weights or of their inverses may hang on chains rarer than any of those that were run. " +
			"Its standard error is then far too small and z says nothing: it is marked (!), " +
			"a warning below the table has the reason, and the exact value is what should have come out."},
	Files: "crosscheck.md, .csv, .json",
}}

// reproduceCommand is the command that makes everything.
func reproduceCommand(r paper.Reproduction) string {
	if r.Quick {
		return "breadboard reproduce --quick"
	}
	return "breadboard reproduce"
}

// exactCommands compute the same figures, one toy each, for a list of T.
func exactCommands(r paper.Reproduction, ts string) string {
	return strings.Join(each(toysOf(r), func(rows []paper.Tightness) string {
		return fmt.Sprintf("breadboard exact --toy %s -T %s", rows[0].Toy, ts)
	}), "\n")
}

// sampleCommands make the cross-check, one toy each.
func sampleCommands(r paper.Reproduction) string {
	return strings.Join(each(r.Checks, func(c experiments.CrossCheck) string {
		return fmt.Sprintf("breadboard sample --toy %s -T %d --chains %d --seed %d", c.Target, c.T, c.Chains, c.Seed)
	}), "\n")
}

// class returns the CSS classes of a cell in column j: "n" for a column of numbers, "good"
// or "bad" for a verdict that is not in doubt.
func class(t table.Table, j int, cell any) (classes string) {
	if len(t.Rows) > 0 && (t.Rows[0][j] == nil || table.Numeric(t.Rows[0][j])) {
		classes = "n"
	}
	if v, ok := cell.(table.Verdict); ok {
		classes += map[table.Mark]string{table.Passed: " good", table.Failed: " bad"}[v.Mark]
	}
	return classes
}
