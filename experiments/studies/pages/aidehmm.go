package pages

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

func addHMM(all *study.Study, s aidepaper.Study) study.Record {
	h := s.Filters
	alone := table.Filled(table.Table{Columns: table.Columns("proposal", "from=KL(posterior, filter)",
		"to=KL(filter, posterior)", "sum=their sum")}, h.Alone, func(a aidepaper.Alone) study.Record {
		return study.Record{"from": fmt.Sprintf("%.3f", a.Forward), "to": fmt.Sprintf("%.3f", a.Reverse),
			"sum": fmt.Sprintf("%.3f", a.Symmetrised())}
	})
	states := table.Table{Columns: table.Keys("program runs step")} // the laws of the states, a row a step
	for x := range h.Portraits[0].Law[0] {
		states.Columns = append(states.Columns, table.Column{Key: fmt.Sprintf("state_%d", x+1)})
	}
	for _, p := range h.Portraits {
		for i, law := range p.Law {
			states.Add(append([]any{p.Name, p.Runs, i + 1}, study.Cells(law)...)...)
		}
	}
	people := []table.Table{hmmTable(h, aidepaper.ByPosterior), hmmTable(h, aidepaper.ByFilter)}
	one := h.Row(aidepaper.ByPosterior, "optimal", 1, 1)
	many := h.Row(aidepaper.ByPosterior, "optimal", 1, 100)
	ten := h.Row(aidepaper.ByPosterior, "optimal", 10, 100)
	all.People = append(all.People, people...)
	study.Rows(all, "hmm", "gold proposal P M exact ours ours_stderr ours_runs theirs theirs_stderr theirs_runs z "+
		"mistaken_exact mistaken mistaken_stderr mistaken_runs mistaken_z", h.Rows,
		func(r aidepaper.FilterRow) study.Record {
			if r.Mistaken.N > 0 {
				return study.Record{"z": r.Z(), "mistaken_z": r.MistakenZ()}
			}
			return study.Record{"z": r.Z(), "mistaken": nil, "mistaken_stderr": nil, "mistaken_runs": nil,
				"mistaken_z": nil}
		})
	study.Rows(all, "hmm-alone", "proposal kl_from_posterior kl_to_posterior symmetrised_kl log_p_y", h.Alone,
		func(a aidepaper.Alone) study.Record {
			return study.Record{"symmetrised_kl": a.Symmetrised(), "log_p_y": h.LogP}
		})
	all.Add("hmm-states", states)
	all.Figure("hmm", func(w io.Writer, m figure.Medium) error { return hmmFigure(w, m, h) })
	all.Figure("hmm-states", func(w io.Writer, m figure.Medium) error { return hmmPortraits(w, m, h) })
	all.Others = append(all.Others, table.File{Name: "hmm-model.json", Write: aidepaper.WriteModel})
	return study.Record{"Study": h, "LogP": h.LogP, "One": one, "Ten": ten,
		"OneTheirs": estimated(one.Theirs), "ManyTheirs": estimated(many.Theirs),
		"TenLow": ten.Ours.Value - ten.Mistaken.Value, "Below": one.Exact - one.MistakenExact,
		"FarBelow": one.Exact - many.Mistaken.Value, "Alone": display.InMarkdown(alone),
		"Rows": display.InMarkdown(people[0]), "Approximate": display.InMarkdown(people[1])}
}

func hmmTable(h aidepaper.Filters, gold aidepaper.Standard) table.Table {
	titles := map[aidepaper.Standard]string{
		aidepaper.ByPosterior: "Figure 4: AIDE of particle filters, the posterior as gold standard",
		aidepaper.ByFilter:    "Figure 4: AIDE of particle filters, a filter of 1000 particles as gold standard"}
	rows := slices.DeleteFunc(slices.Clone(h.Rows), func(r aidepaper.FilterRow) bool { return r.Gold != gold })
	return table.Filled(table.Table{Title: titles[gold], Lead: 3,
		Columns: table.Columns("proposal", "P", "M", "exact", "ours",
			"ours_runs=N", "theirs", "z", "mistaken=with their mistake", "mistaken_z=z then"), Notes: []string{
			"In nats, with standard errors. M counts reverse runs of the filter for each look, and N runs of each " +
				"program; theirs are of 100 runs. Ours are pooled. z is how far theirs is from the exact value, or " +
				"from ours where there is none."},
	}, rows, func(r aidepaper.FilterRow) study.Record {
		rec := study.Record{"exact": display.UnlessNaN("%.3f", r.Exact), "ours": estimated(r.Ours),
			"theirs": estimated(r.Theirs),
			"z":      fmt.Sprintf("%+.1f", r.Z()), "mistaken": nil, "mistaken_z": nil}
		if r.Mistaken.N > 0 {
			rec["mistaken"] = estimated(r.Explained())
			rec["mistaken_z"] = fmt.Sprintf("%+.1f", r.MistakenZ())
		}
		return rec
	})
}

// estimated is an estimate for people. An exact number has no error.
func estimated(m aidepaper.Measured) string {
	if m.Err == 0 {
		return display.UnlessNaN("%.3f", m.Value)
	}
	return withError(m.Value, m.Err)
}

// hmmFigure draws the lower row of the paper's Figure 4: AIDE against P, a panel a gold standard. A line has a colour
// for its proposal, and dashes if M is 100.
func hmmFigure(w io.Writer, m figure.Medium, h aidepaper.Filters) error {
	const low = 0.01 // where the axes begin
	type row = aidepaper.FilterRow
	colours := map[string]int{"prior": 0, "optimal": 1, "their mistake": 4}
	plane := func(gold aidepaper.Standard) *plot.Plot {
		l := lined{Plot: study.AgainstLog(true)}
		for _, first := range h.Rows {
			if first.Gold != gold || first.P > 1 {
				continue
			}
			rows := slices.DeleteFunc(slices.Clone(h.Rows), func(r row) bool {
				return r.Gold != gold || r.Proposal != first.Proposal || r.M != first.M
			})
			along := func(of func(row) float64) plotter.XYs {
				return display.XYs(rows, func(r row) (x, y float64) { return float64(r.P), of(r) })
			}
			draw := func(name string, of func(row) float64) figure.LineStyle {
				var dashes []vg.Length
				if first.M == 100 {
					dashes = figure.Dashes
				}
				style := figure.NthLine(colours[name]).With(dashes)
				l.curve(name, style, along(of))
				return style
			}
			if first.Proposal == "optimal" {
				draw("their mistake", func(r row) float64 { return r.Explained().Value })
			}
			own := draw(string(first.Proposal), func(r row) float64 { return r.Truth().Value })
			l.Add(bars(own, low, table.Each(rows, func(r row) estimate {
				return estimate{float64(r.P),
					r.Theirs.Sampled}
			})),
				display.Marks(figure.Ring, 4.5, own.Colour, along(func(r row) float64 { return r.Theirs.Value })),
				display.Marks(figure.Cross, 4, figure.Ink, along(func(r row) float64 { return r.Exact })))
		}
		l.Y.Min = low
		l.Y.Max = 100
		return l.named()
	}
	ink := figure.LineStyle{Colour: figure.Ink}
	return study.Grid{
		Plots: [][]*plot.Plot{{plane(aidepaper.ByPosterior), plane(aidepaper.ByFilter)}},
		Heads: []string{"gold standard: the posterior", "gold standard: a filter of 1000 particles"},
		Up:    []string{"AIDE (nats)"}, Across: "P, number of particles",
		Legend: figure.Legend{Entries: []figure.LegendEntry{{Name: "ours, M = 1", Style: ink, Dots: true},
			{Name: "ours, M = 100", Style: ink.With(figure.Dashes), Dots: true},
			display.MarkEntry("the authors' estimate", figure.Ring, 4.5, figure.Ink),
			display.BarEntry("two standard errors", figure.Ink, true),
			display.MarkEntry("exact", figure.Cross, 4, figure.Ink)},
			Note: "A ring has the colour of its proposal. Their mistake: ours with the optimal proposal and the " +
				"mistake made on purpose, which the authors' rings are to be held to."},
	}.Draw(w, m, 250)
}

// hmmPortraits draws the upper row of the paper's Figure 4: the laws of the states, step by step.
func hmmPortraits(w io.Writer, m figure.Medium, h aidepaper.Filters) error {
	const columns, width, height, left, head, bar = 3, 225, 110, 30, 24, 62
	rows := (len(h.Portraits) + columns - 1) / columns
	all := vg.Length(rows*(height+head) + 26)
	scale := figure.Scale{High: 1}
	return figure.Render(w, m, vg.Length(left+columns*(width+12)+bar), all, func(c draw.Canvas) {
		for i, p := range h.Portraits {
			at := figure.Crop(c, vg.Length(left+i%columns*(width+12)), all-vg.Length((i/columns+1)*(height+head)),
				width, height)
			c.FillText(figure.Label(10), vg.Point{X: at.Center().X, Y: at.Max.Y + 5}, p.Name)
			upright := make([][]float64, len(p.Law[0])) // a row a state, state 1 at the top, and a column a step
			for _, now := range p.Law {
				for x, mass := range now {
					upright[x] = append(upright[x], mass)
				}
			}
			figure.HeatMap{Cells: upright, Scale: scale}.Draw(at)
			if i%columns == 0 {
				c.FillText(figure.LabelUp(10), vg.Point{X: at.Min.X - 8, Y: at.Center().Y}, "state, 1 to 20")
			}
			if i/columns == rows-1 {
				c.FillText(figure.Label(10), vg.Point{X: at.Center().X, Y: at.Min.Y - 15}, "step, 1 to 50")
			}
			if i == columns-1 {
				scale.ColourBar(figure.Crop(c, at.Max.X+10, at.Min.Y, bar, height), "probability")
			}
		}
	})
}
