package bread

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/explore"
	"breadboard/experiments/paper"
	"breadboard/reports"
	"breadboard/reports/explorer"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// A part is one of the tables of a study: its form for people, which may be several tables, and its form for programs.
type part struct {
	name   string
	people []table.Table
	data   table.Table
}

func (p part) files() []string { return table.Names("md csv json", p.name) }

// paperParts are the tables of a reproduction. Every title of a quick reproduction says so.
func paperParts(r paper.Reproduction) []part {
	check := func(c crosscheck.Check) table.Table {
		t := reports.CrossCheck([]crosscheck.Check{c}, table.Plain)
		t.Title = fmt.Sprintf("%s, %s chains each way: estimates beside exact values", c.Chain.TargetName(),
			table.Thousands(c.Chains))
		return t
	}
	all := []part{
		{"tightness", append(table.Each(toysOf(r), tightnessTable), publishedTable(r)), tightnessData(r)},
		{"ensemble", []table.Table{ensembleTable(r)}, ensembleData(r)},
		{"crosscheck", table.Each(r.Checks, check), reports.CrossCheck(r.Checks, table.JSON)},
	}
	if r.Quick {
		for _, s := range all {
			for i := range s.people {
				s.people[i].Title += " (quick run)"
			}
		}
	}
	return all
}

// publishedTable has the figures that were published, and whether those computed here agree.
func publishedTable(r paper.Reproduction) table.Table {
	t := table.Table{
		Title:   "The figures that were published, and those computed here",
		Columns: table.Columns("toy", "figure", "published", "computed", "verdict"),
		Notes: []string{
			"J(100) is J at T = 100.",
			"The two random toys are draws that were never published: the draws here are, of the first 100,000, the " +
				"nearest to these figures.",
		},
	}
	for _, row := range r.Tightness {
		for _, c := range row.Claims {
			v := table.Verdict{Text: c.Verdict()}
			if !c.Agrees() {
				v.Mark = table.Failed
			}
			t.Add(row.Toy, at(string(c.Quantity), c.T), c.Printed, c.Computed, v)
		}
	}
	return t
}

// tightnessData has a row for each toy and T. A published figure and its verdict are empty (null) if nothing was
// published.
func tightnessData(r paper.Reproduction) table.Table {
	t := table.Table{Columns: table.Keys("toy T J kl_q_p kl_p_q B b_over_j path_kl_fwd path_kl_rev J_published " +
		"J_verdict B_published B_verdict defect warnings")}
	return table.Filled(t, r.Tightness, func(row paper.Tightness) study.Record {
		rec := tightnessRecord(row)
		for _, c := range row.Claims {
			rec[string(c.Quantity)+"_published"] = c.Value()
			rec[string(c.Quantity)+"_verdict"] = c.Verdict()
		}
		return rec
	})
}

// figuresOfDraws is how many figures of each toy are compared with its draws.
const figuresOfDraws = 4

// ensembleTable says where the published figures fall among those of many draws.
func ensembleTable(r paper.Reproduction) table.Table {
	t := table.Table{
		Title: fmt.Sprintf("J and B over %s random targets, and where the published ones fall",
			table.Thousands(r.Draws)),
		Columns: table.Columns("toy", "figure", "q1=lower quartile", "median", "q3=upper quartile", "published",
			"percentile"),
		Notes: []string{"The percentile is the share of draws that are not above what was published, in percent; the " +
			"published B/J is the quotient of the published two."},
	}
	for i := 0; i < len(r.Ensembles); i += figuresOfDraws {
		t.Note("%s: %.1f%% of the draws are, in the three figures together, at least as far from the mean draw as the "+
			"published ones (Mahalanobis distance of the logs).", r.Ensembles[i].Toy, r.Ensembles[i].Together)
	}
	return table.Filled(t, r.Ensembles, func(r paper.Ensemble) study.Record {
		quotient := strconv.FormatFloat(r.Published, 'g', 3, 64)
		return study.Record{"figure": at(r.Quantity, r.T), "published": cmp.Or(r.Printed, quotient)}
	})
}

// ensembleData has what ensembleTable has, in full digits.
func ensembleData(r paper.Reproduction) table.Table {
	t := table.Table{Columns: table.Keys("toy quantity T draws q1 median q3 published percentile together")}
	return table.Filled(t, r.Ensembles, nil)
}

// A paperFigure is a figure of the paper with its data, and with words for readers who do not see it.
type paperFigure struct {
	name, alt string
	data      table.Table
	draw      func(w io.Writer, m figure.Medium) error
}

func paperFigures(r paper.Reproduction) []paperFigure {
	maps := table.Table{Columns: table.Keys("toy panel beta row column probability")}
	for _, g := range r.Galleries {
		for _, panel := range g.Panels {
			for i, line := range panel.P {
				for j, p := range line {
					maps.Add(g.Toy, panel.Name, panel.Beta, i, j, p)
				}
			}
		}
	}
	return []paperFigure{
		{"figure3", "Curves of J (solid) and B (dashed) against T for three toys, on logarithmic axes, with the " +
			"published figures marked.", reports.Figure3Data(r.Curves), func(w io.Writer,
			m figure.Medium) error {
			return reports.Figure3(w, m, r.Curves)
		}},
		{"figure4", "Heat maps on the 7x7 grid, a row for each toy: three intermediate distributions, the target, " +
			"and the exact law of the samples at T = 100.", maps,
			func(w io.Writer, m figure.Medium) error { return figure4(w, m, r.Galleries) }},
	}
}

func toysOf(r paper.Reproduction) (toys [][]paper.Tightness) {
	for _, rows := range experiments.GroupBy(r.Tightness, func(row paper.Tightness) string { return row.Toy }) {
		toys = append(toys, rows)
	}
	return toys
}

// Paper shows a reproduction of BREAD: each part is a file of Markdown too; each figure is PNG and SVG, and its
// data CSV and JSON; and a page holds everything. The page alone says what version of the program built it.
func Paper(r paper.Reproduction, version string) (all study.Study) {
	for _, p := range paperParts(r) {
		all.People = append(all.People, p.people...)
		all.Add(p.name, p.data)
		all.Others = append(all.Others, table.Page(p.name+".md", p.people...))
	}
	all.Others = append(all.Others, texFiles(r)...)
	for _, f := range paperFigures(r) {
		all.Others = append(all.Others, table.Data(f.name, f.data)...)
		all.Figure(f.name, f.draw)
	}
	all.Others = append(all.Others, table.File{Name: "report.html", Write: paperPage(r, version).Write})
	return all
}

// tightnessTable has J of one toy, the two divergences that sum to it, B and B/J at every T, in nats.
func tightnessTable(rows []paper.Tightness) table.Table {
	defect := 0.0
	var warnings []string
	for _, r := range rows {
		defect = max(defect, r.Defect)
		for _, w := range r.Warnings {
			warnings = append(warnings, fmt.Sprintf("T = %d: %s", r.T, w))
		}
	}
	return table.Filled(table.Table{Title: rows[0].Title + ": J and its bound B, exact, in nats",
		Columns: table.Columns("T", "J", "kl_q_p=KL(q‖p)", "kl_p_q=KL(p‖q)", "B", "b_over_j=B/J"),
		Notes: slices.Concat([]string{fmt.Sprintf("Quantities that are equal in exact arithmetic differ by at most "+
			"%.1e of their size.", defect)}, warnings)}, rows, tightnessRecord)
}

func tightnessRecord(r paper.Tightness) study.Record {
	return study.Record{"T": r.T, "J": r.J(), "kl_q_p": r.Final.Forward, "kl_p_q": r.Final.Reverse, "B": r.B(),
		"b_over_j": r.Ratio(), "path_kl_fwd": r.Paths.Forward, "path_kl_rev": r.Paths.Reverse, "toy": r.Toy,
		"J_published": nil, "J_verdict": nil, "B_published": nil, "B_verdict": nil, "defect": r.Defect,
		"warnings": r.Warnings}
}

func at(quantity string, T int) string { return fmt.Sprintf("%s(%d)", quantity, T) }

// figure4 draws a row of heat maps for every toy: distributions on its grid, row 0 of the grid at the top, cells
// numbered as their coordinates are. A row has one scale, from 0 to its largest probability, and a colour bar.
func figure4(w io.Writer, m figure.Medium, rows []paper.Gallery) error {
	const usual, gap, name, bar, head = 105, 9 + figure.NumberRoom, 21 + figure.NumberRoom, 63, 31 + figure.NumberRoom
	columns := 0
	for _, r := range rows {
		columns = max(columns, len(r.Panels))
	}
	width := name + vg.Length(columns)*(usual+gap) + bar + 8
	height := vg.Length(len(rows))*(usual+head+8) + 8
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		size := c.Size()
		side := min((size.X-name-bar-8)/vg.Length(columns)-gap, (size.Y-8)/vg.Length(len(rows))-head-8)
		top := c.Max.Y - 4
		for _, r := range rows {
			box := func(left, width vg.Length) draw.Canvas {
				return figure.Crop(c, left, top-head-side+figure.NumberRoom, width, side)
			}
			figure.Sideways(box(0, name-figure.NumberRoom), paper.Title(r.Toy))
			var cells [][]float64
			for _, panel := range r.Panels {
				cells = append(cells, panel.P...)
			}
			scale := figure.LargestOf(cells...)
			for i, panel := range r.Panels {
				at := box(name+vg.Length(i)*(side+gap), side)
				caption := strings.ReplaceAll(panel.Name, ", ", ",\n") // on two lines
				if panel.Beta < 1 {
					caption = fmt.Sprintf("beta = %g", panel.Beta)
				}
				c.FillText(figure.Label(10), vg.Point{X: at.Center().X, Y: at.Max.Y + 5}, caption)
				figure.HeatMap{Cells: panel.P, Scale: scale, Numbers: true}.Draw(at)
			}
			scale.ColourBar(box(name+vg.Length(columns)*(side+gap)+4-figure.NumberRoom, bar), "probability")
			top -= head + side + 8
		}
	})
}

// paperPage is one page that holds everything. version says what built it.
func paperPage(r paper.Reproduction, version string) page.Page {
	parts, toys := paperParts(r), toysOf(r)
	tight := parts[0]
	ensemble := parts[1]
	checks := parts[2]
	last := len(tight.people) - 1
	command := "breadboard reproduce"
	quick := ""
	warning := ""
	if r.Quick {
		command, quick = command+" --quick", " (quick run)"
		warning = "This is a quick run: fewer T, fewer targets, fewer chains. The full one is made by `breadboard " +
			"reproduce`."
	}
	exact := func(ts ...int) string { // computes the same figures, one toy each
		list := strings.Join(table.Each(ts, strconv.Itoa), ",")
		return strings.Join(table.Each(toys, func(rows []paper.Tightness) string {
			return fmt.Sprintf("breadboard exact --toy %s -T %s", rows[0].Toy, list)
		}), "\n")
	}
	sampled := table.Each(r.Checks, func(c crosscheck.Check) string {
		return fmt.Sprintf("breadboard sample --toy %s -T %d --chains %d --mc-seed %d",
			c.Chain.TargetName(), c.T, c.Chains,
			c.MCSeed)
	})
	explored := table.Each(toys, func(rows []paper.Tightness) page.Explored {
		q := explore.Question{Toy: rows[0].Toy, T: 100}
		return page.Explored{Name: fmt.Sprintf("%s, T = %d", q.Toy, q.T), Link: explorer.Link(&q, nil, nil)}
	})
	shown := map[string]page.Section{
		"published": {Tables: tight.people[last:], Files: tight.files(),
			Command: exact(100, 1000) + "\ngo -C experiments/studies run . seeds"},
		"tightness":  {Tables: tight.people[:last], Files: tight.files(), Command: exact(r.Ts...)},
		"ensemble":   {Tables: ensemble.people, Files: ensemble.files(), Command: command},
		"crosscheck": {Tables: checks.people, Files: checks.files(), Command: strings.Join(sampled, "\n")},
	}
	for _, f := range paperFigures(r) {
		shown[f.name] = page.Section{Command: command, Explore: explored,
			Figures: []page.Figure{{Alt: f.alt, Draw: f.draw}},
			Files:   table.Names("png svg csv json", f.name)}
	}
	p := page.Page{Warning: warning, Made: page.Made{Command: command, Version: version}}
	words := prose.Fill("report", map[string]any{"LastSeed": table.Thousands(r.Draws - 1)})
	// a section is paragraphs below a head such as "# figure3: Figure 3"; the first is the title with the introduction
	for i, part := range strings.Split("\n"+strings.TrimSpace(words), "\n# ")[1:] {
		paragraphs := strings.Split(part, "\n\n")
		id, title, _ := strings.Cut(paragraphs[0], ": ")
		text := table.Each(paragraphs[1:], func(p string) string { return strings.Join(strings.Fields(p), " ") })
		if i == 0 {
			p.Title, p.Intro = title+quick, text
			continue
		}
		s := shown[id]
		s.ID = id
		s.Title = title
		s.Text = text
		p.Sections = append(p.Sections, s)
	}
	return p
}
