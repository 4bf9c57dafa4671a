package studies

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/experiments/studies/paper"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A part is one of the tables of a study: its form for people, which may be several tables, and
// its form for programs.
type part struct {
	name   string
	people []table.Table
	data   table.Table
}

func (p part) files() []string { return []string{p.name + ".md", p.name + ".csv", p.name + ".json"} }

// paperParts are the tables of a reproduction. Every title of a quick reproduction says so.
func paperParts(r paper.Reproduction) []part {
	all := []part{
		{"tightness", append(each(toysOf(r), tightnessTable), publishedTable(r.Tightness)), tightnessData(r.Tightness)},
		{"ensemble", []table.Table{ensembleTable(r.Ensembles)}, table.Filled(table.Table{Columns: table.Keys("toy quantity T " +
			"draws q1 median q3 published percentile default_draw")}, r.Ensembles, nil)},
		{"crosscheck", each(r.Checks, crossCheckTable), reports.CrossCheck(r.Checks, table.JSON)},
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

// A paperFigure is a figure of the paper with its data, and with words for readers who do not see it.
type paperFigure struct {
	name, alt string
	data      table.Table
	draw      func(w io.Writer, m figure.Medium) error
}

func paperFigures(r paper.Reproduction) []paperFigure {
	return []paperFigure{
		{"figure3", "Curves of J (solid) and B (dashed) against T for three toys, on logarithmic axes, with the published " +
			"figures marked.", figure3Data(r.Curves),
			func(w io.Writer, m figure.Medium) error { return figure3(w, m, r.Curves) }},
		{"figure4", "Heat maps on the 7x7 grid, a row for each toy: three intermediate distributions, the target, and the " +
			"exact law of the samples at T = 100.", figure4Data(r.Galleries),
			func(w io.Writer, m figure.Medium) error { return figure4(w, m, r.Galleries) }},
	}
}

func toysOf(r paper.Reproduction) (toys [][]paper.Tightness) {
	for _, rows := range ranking.GroupBy(r.Tightness, func(row paper.Tightness) string { return row.Toy }) {
		toys = append(toys, rows)
	}
	return toys
}

func crossCheckTable(c experiments.CrossCheck) table.Table {
	t := reports.CrossCheck([]experiments.CrossCheck{c}, table.Plain)
	t.Title = fmt.Sprintf("%s, %s chains each way: estimates beside exact values", c.Chain.TargetName(), table.Thousands(c.Chains))
	return t
}

// PaperNames are the names of the files of Paper.
var PaperNames = slices.Concat(table.Names("md csv json", "tightness", "ensemble", "crosscheck"),
	table.Names("csv json png svg pdf", "figure3", "figure4"), table.Names("html", "report"))

// Paper shows a reproduction of BREAD: each part is a file of Markdown too; each figure is PNG, SVG and PDF, and its
// data CSV and JSON; and a page holds everything. The page alone says what version of the program built it.
func Paper(r paper.Reproduction, version string) (all Study) {
	for _, p := range paperParts(r) {
		all.People = append(all.People, p.people...)
		all.data(p.name, p.data)
		all.Others = append(all.Others, table.Page(p.name+".md", p.people...))
	}
	for _, f := range paperFigures(r) {
		all.Others = append(append(all.Others, table.Data(f.name, f.data)...), figure.Files(f.name, figure.Media, f.draw)...)
	}
	all.Others = append(all.Others, table.File{Name: "report.html", Write: paperPage(r, version).Write})
	return all
}

// tightnessTable has J of one toy, the two divergences that sum to it, B and B/J at every
// T, in nats.
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
		Notes: slices.Concat([]string{fmt.Sprintf("Quantities that are equal in exact arithmetic differ by at most %.1e of "+
			"their size.", defect)}, warnings)}, rows, tightnessRecord)
}

func tightnessRecord(r paper.Tightness) record {
	return record{"T": r.T, "J": r.J(), "kl_q_p": r.Final.Forward, "kl_p_q": r.Final.Reverse, "B": r.B(),
		"b_over_j": r.Ratio(), "path_kl_fwd": r.Paths.Forward, "path_kl_rev": r.Paths.Reverse, "toy": r.Toy,
		"defect": r.Defect, "warnings": r.Warnings}
}

func publishedTable(rows []paper.Tightness) table.Table {
	t := table.Table{
		Title:   "The figures that were published, and those computed here",
		Columns: table.Columns("toy", "figure", "published", "computed", "verdict"),
		Notes: []string{
			"J(100) is J at T = 100.",
			"The two random toys are draws that were never published: " +
				"the draws here are, of the first 100,000, the nearest to these figures.",
		},
	}
	for _, r := range rows {
		for _, c := range r.Claims {
			v := table.Verdict{Text: c.Verdict()}
			if !c.Agrees() {
				v.Mark = table.Failed
			}
			t.Add(r.Toy, at(string(c.Quantity), c.T), c.Printed, c.Computed, v)
		}
	}
	return t
}

func at(quantity string, T int) string { return fmt.Sprintf("%s(%d)", quantity, T) }

// tightnessData is the table for programs, with everything. A published figure and its
// verdict are empty (null) if nothing was published.
func tightnessData(rows []paper.Tightness) table.Table {
	return table.Filled(table.Table{Columns: table.Keys("toy T J kl_q_p kl_p_q B b_over_j path_kl_fwd path_kl_rev " +
		"J_published J_verdict B_published B_verdict defect warnings")}, rows, func(r paper.Tightness) record {
		rec := tightnessRecord(r)
		for _, q := range []experiments.Quantity{experiments.J, experiments.B} {
			rec[string(q)+"_published"], rec[string(q)+"_verdict"] = nil, nil
			if c, ok := r.Claim(q); ok {
				rec[string(q)+"_published"], rec[string(q)+"_verdict"] = c.Value(), c.Verdict()
			}
		}
		return rec
	})
}

// ensembleTable compares the published figures with the figures of many draws of the
// random toys.
func ensembleTable(rows []paper.Ensemble) table.Table {
	t := table.Table{Columns: table.Columns("toy", "figure", "q1=lower quartile", "median", "q3=upper quartile", "published",
		"percentile"),
		Notes: []string{"The percentile is the share of draws that are not above what was published, in percent; the " +
			"published B/J is the quotient of the published two."}}
	for _, r := range rows {
		t.Title = fmt.Sprintf("J and B over %s random targets, and where the published ones fall",
			table.Thousands(r.Draws))
	}
	return table.Filled(t, rows, func(r paper.Ensemble) record {
		return record{"figure": at(r.Quantity, r.T), "published": cmp.Or(r.Printed, strconv.FormatFloat(r.Published, 'g', 3, 64))}
	})
}

// DrawsTable lists the draws of a search. The first is the nearest to the published
// figures.
func DrawsTable(toy paper.Toy, draws []paper.Draw) table.Table {
	t := table.Table{Title: toy.Title + ": the draws nearest to the published figures",
		Columns: table.Columns("toy", "seed")}
	var published []string
	for _, p := range toy.Published {
		figure := at(string(p.Quantity), p.T)
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("%s_%d", p.Quantity, p.T), Head: figure})
		published = append(published, figure+" = "+p.Printed)
	}
	t.Columns = append(t.Columns, table.Column{Key: "distance"})
	t.Note("The distance is the sum of squares of log(figure/published).")
	t.Note("Published: %s.", strings.Join(published, ", "))
	for _, d := range draws {
		t.Add(append(append([]any{toy.Name, d.Seed}, cells(d.Figures)...), d.Distance)...)
	}
	return t
}
