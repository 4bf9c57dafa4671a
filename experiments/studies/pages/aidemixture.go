package pages

import (
	"fmt"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"breadboard/experiments"
	"breadboard/experiments/studies/aidepaper"
	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

func addMixture(all *study.Study, s aidepaper.Study) study.Record {
	return mixturePart(all, "mixture", "Figure 5, as the authors set it up", s.Mixture, s.Mixture.Findings())
}

func addGalaxies(all *study.Study, s aidepaper.Study) study.Record {
	numbers := mixturePart(all, "galaxies", "Forty galaxies", s.Galaxies.Mixture, s.Galaxies.Findings())
	few := galaxiesFew(s.Galaxies)
	all.People = append(all.People, few)
	study.Rows(all, "galaxies-few", "first proposal J aide theirs their_bound unswept", s.Galaxies.Bounds, nil)
	numbers["Hypers"], numbers["FewRows"] = aidepaper.FewHypers, display.InMarkdown(few)
	return numbers
}

// mixturePart adds the tables, the data and the figure of an experiment with filters of a mixture.
func mixturePart(all *study.Study, name, title string, x aidepaper.Mixture, found []experiments.Finding) study.Record {
	rows := mixtureTable(title, x)
	golds := mixtureGolds(title, x)
	findings := display.Findings(title+": what holds", found)
	all.People = append(all.People, rows, golds, findings)
	study.Rows(all, name, "proposal P sweeps gold_P back aide aide_stderr clusters clusters_stderr e_log "+
		"e_log_stderr theirs theirs_stderr excess excess_stderr gold_excess gold_excess_stderr recorded "+
		"recorded_stderr recorded_clusters recorded_clusters_stderr", x.Rows, nil)
	study.Rows(all, name+"-golds", "proposal P sweeps lattice runs e_log e_log_stderr clusters clusters_stderr aide "+
		"aide_stderr",
		x.Golds, nil)
	all.Figure(name, func(w io.Writer, m figure.Medium) error { return mixtureFigure(w, m, x) })
	return study.Record{"Gold": x.Golds[0], "Last": x.Rows[len(x.Rows)-1], "Found": found,
		"Rows":  display.InMarkdown(rows),
		"Golds": display.InMarkdown(golds), "Findings": display.InMarkdown(findings)}
}

// rounded writes a sampled number with its standard error, with so many digits after the point.
func rounded(m aidepaper.Sampled, digits int) string {
	return fmt.Sprintf("%.*f ± %.*f", digits, m.Value, digits, m.Err)
}

func mixtureTable(title string, x aidepaper.Mixture) table.Table {
	t := table.Table{Title: title + ": AIDE, and clusters", Lead: 4, Notes: []string{"In nats, with standard errors."},
		Columns: table.Columns("gold_P=gold standard", "proposal", "sweeps", "P=particles", "aide=AIDE",
			"theirs=with their reverse", "recorded=authors' AIDE", "z=errors apart", "excess=more by",
			"gold_excess=and by",
			"clusters", "recorded_clusters=authors' clusters", "e_log=log estimate of p(y)")}
	return table.Filled(t, x.Rows, func(r aidepaper.MixtureRow) study.Record {
		rec := study.Record{"aide": rounded(r.AIDE, 1), "theirs": rounded(r.Wrong, 1),
			"recorded": rounded(r.RecordedAIDE, 1),
			"z":        fmt.Sprintf("%+.1f", r.Z()), "gold_excess": rounded(r.GoldExcess,
				1), "clusters": rounded(r.Clusters, 1),
			"recorded_clusters": rounded(r.RecordedClusters, 1), "e_log": rounded(r.LogML, 1), "excess": nil}
		if r.Sweeps > 0 { // or there is nothing to be done in reverse
			rec["excess"] = rounded(r.Excess, 1)
		}
		return rec
	})
}

func mixtureGolds(title string, x aidepaper.Mixture) table.Table {
	return table.Filled(table.Table{Title: title + ": gold standards", Lead: 2,
		Columns: table.Columns("P=particles", "lattice=values of a hyperparameter", "runs",
			"e_log=log estimate of p(y)",
			"clusters", "aide=AIDE of one target")}, x.Golds, func(o aidepaper.Gold) study.Record {
		return study.Record{"e_log": rounded(o.LogML, 2), "clusters": rounded(o.Clusters, 1), "aide": rounded(o.AIDE,
			1)}
	})
}

func galaxiesFew(g aidepaper.Galaxies) table.Table {
	return table.Filled(table.Table{Title: "Four galaxies, exactly: one particle, from the posterior", Lead: 2,
		Columns: table.Columns("first=galaxies", "proposal", "unswept=J, no sweep",
			"J=J, one sweep", "aide=AIDE", "theirs=AIDE, their reverse", "their_bound=what bounds theirs"),
		Notes: []string{"In nats, at M = 1. The last column is KL(posterior, filter without sweeps) + KL(filter, " +
			"posterior)."}},
		g.Bounds, func(b aidepaper.BoundRow) study.Record {
			return study.Record{"first": fmt.Sprintf("%d to %d", b.From+1, b.From+aidepaper.FewGalaxies)}
		})
}

// mixtureFigure draws AIDE and the number of clusters, as Figure 5 and the supplement's Figure 1(b) and (c) do, beside
// the gold standard of the paper: a column without sweeps and one with four. A line has a colour for its proposal, and
// dashes for their reverse.
func mixtureFigure(w io.Writer, m figure.Medium, x aidepaper.Mixture) error {
	const low = 0.03 // where the axes of AIDE begin
	type row = aidepaper.MixtureRow
	gold := x.Golds[0]
	still := lined{Plot: study.AgainstLog(true)}
	swept := lined{Plot: study.AgainstLog(true)}
	stillClusters := lined{Plot: study.AgainstLog(false)}
	sweptClusters := lined{Plot: study.AgainstLog(false)}
	for i, p := range []string{"prior", "optimal"} {
		draw := func(l *lined, name string, dashes []vg.Length, sweeps int,
			of, recorded func(r row) aidepaper.Sampled) {
			style := figure.NthLine(i).With(dashes)
			var all []estimate
			for _, r := range x.Beside(gold.P) {
				at := float64(r.P)
				if string(r.Proposal) == p && r.Sweeps == sweeps {
					all = append(all, estimate{at, of(r)})
					l.Add(display.Marks(figure.Ring, 4.5, style.Colour, display.Level(at, at, max(recorded(r).Value,
						low))[:1]))
				}
			}
			l.estimates(p+name, style, low, all)
		}
		recorded := func(r row) aidepaper.Sampled { return r.RecordedAIDE }
		draw(&still, "", nil, 0, row.Theirs, recorded)
		draw(&swept, ", right", nil, 4, row.Right, recorded)
		draw(&swept, ", theirs", figure.Dashes, 4, row.Theirs, recorded)
		number := func(r row) aidepaper.Sampled { return r.Clusters }
		recordedNumber := func(r row) aidepaper.Sampled { return r.RecordedClusters }
		draw(&stillClusters, "", nil, 0, number, recordedNumber)
		draw(&sweptClusters, "", nil, 4, number, recordedNumber)
	}
	for _, l := range []*lined{&stillClusters, &sweptClusters} {
		l.level("gold standard", float64(gold.P), gold.Clusters.Value)
	}
	still.Y.Min = min(still.Y.Min, low)
	ink := figure.LineStyle{Colour: figure.Ink}
	return study.Grid{Plots: [][]*plot.Plot{{still.named(), swept.named()}, {stillClusters.named(),
		sweptClusters.named()}}, Heads: []string{"no sweeps", "four sweeps"},
		Up: []string{"AIDE (nats)", "mean number of clusters"}, Across: "particles",
		Legend: figure.Legend{Entries: []figure.LegendEntry{{Name: "by the right reverse", Style: ink},
			{Name: "by the authors' reverse", Style: ink.With(figure.Dashes)},
			display.MarkEntry("as the authors recorded", figure.Ring, 4.5, figure.Ink)},
			Note: "A ring has the colour of its proposal. Bars: two standard errors either way; one without a mark " +
				"reaches below 0, and its upper end is a limit. Without sweeps the two reverses are one."},
	}.Draw(w, m, 180)
}
