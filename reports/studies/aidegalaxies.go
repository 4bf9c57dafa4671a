package studies

import (
	"fmt"
	"io"
	"math"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

func addGalaxies(all *Study, s aidepaper.Study) record {
	g := s.Galaxies
	findings := findingTable("Forty galaxies: what holds", g.Findings())
	all.People = append(all.People, galaxiesTable(g), galaxiesGolds(g), galaxiesFew(g), findings)
	data(all, "galaxies", "proposal P sweeps runs aide aide_stderr clusters clusters_stderr e_log e_log_stderr theirs "+
		"theirs_stderr excess excess_stderr recorded recorded_stderr recorded_clusters recorded_clusters_stderr", g.Rows,
		func(aidepaper.GalaxyRow) record { return record{"runs": g.Runs} })
	data(all, "galaxies-golds", "proposal P sweeps lattice runs e_log e_log_stderr clusters clusters_stderr aide aide_stderr "+
		"excess excess_stderr", g.Golds, func(o aidepaper.Gold) record {
		if o != g.Golds[0] {
			return record{"excess": nil, "excess_stderr": nil}
		}
		return record{"excess": g.GoldExcess.Value, "excess_stderr": g.GoldExcess.Err}
	})
	data(all, "galaxies-few", "first proposal J aide theirs their_bound unswept", g.Bounds, nil)
	all.figure("galaxies", func(w io.Writer, m figure.Medium) error { return galaxiesFigure(w, m, g) })
	return record{"Study": g, "Gold": g.Golds[0], "Hypers": aidepaper.FewHypers,
		"Probe": aidepaper.Probe(s.Size), "Rows": inMarkdown(galaxiesTable(g)), "Golds": inMarkdown(galaxiesGolds(g)),
		"FewRows": inMarkdown(galaxiesFew(g)), "Findings": inMarkdown(findings)}
}

// rounded writes a sampled number with its standard error, with so many digits after the point.
func rounded(m aidepaper.Sampled, digits int) string {
	return fmt.Sprintf("%.*f ± %.*f", digits, m.Value, digits, m.Err)
}

func galaxiesTable(g aidepaper.Galaxies) table.Table {
	return table.Filled(table.Table{Title: "Forty galaxies: AIDE, and the number of clusters", Lead: 3,
		Columns: table.Columns("proposal", "sweeps", "P=particles", "aide=AIDE", "theirs=with their reverse",
			"excess=more by", "recorded=authors' AIDE", "clusters", "recorded_clusters=authors' clusters",
			"e_log=log estimate of p(y)"),
		Notes: []string{"In nats, with standard errors. The authors' gold standard has 400 particles."},
	}, g.Rows, func(r aidepaper.GalaxyRow) record {
		rec := record{"aide": rounded(r.AIDE, 1), "recorded": rounded(r.RecordedAIDE, 1), "clusters": rounded(r.Clusters, 1),
			"recorded_clusters": rounded(r.RecordedClusters, 1), "e_log": rounded(r.LogML, 1), "theirs": nil, "excess": nil}
		if r.Sweeps > 0 { // or there is nothing to be done in reverse
			rec["theirs"], rec["excess"] = rounded(r.Wrong, 1), rounded(r.Excess, 1)
		}
		return rec
	})
}

func galaxiesGolds(g aidepaper.Galaxies) table.Table {
	return table.Filled(table.Table{Title: "Forty galaxies: gold standards", Lead: 2,
		Columns: table.Columns("P=particles", "lattice=values of a hyperparameter", "runs", "e_log=log estimate of p(y)",
			"clusters", "aide=AIDE of one target")}, g.Golds, func(o aidepaper.Gold) record {
		return record{"e_log": rounded(o.LogML, 2), "clusters": rounded(o.Clusters, 1), "aide": rounded(o.AIDE, 1)}
	})
}

func galaxiesFew(g aidepaper.Galaxies) table.Table {
	return table.Filled(table.Table{Title: "Four galaxies, exactly: one particle, from the posterior", Lead: 2,
		Columns: table.Columns("first=galaxies", "proposal", "unswept=J, no sweep",
			"J=J, one sweep", "aide=AIDE", "theirs=AIDE, their reverse", "their_bound=what bounds theirs"),
		Notes: []string{"In nats, at M = 1. The last column is KL(posterior, filter without sweeps) + KL(filter, posterior)."}},
		g.Bounds, func(b aidepaper.BoundRow) record {
			return record{"first": fmt.Sprintf("%d to %d", b.From+1, b.From+aidepaper.FewGalaxies)}
		})
}

// galaxiesFigure draws AIDE and the number of clusters, as the supplement's Figure 1(b) and (c), and both reverses. A line
// has a colour for its proposal, and dashes for sweeps or for the authors' reverse.
func galaxiesFigure(w io.Writer, m figure.Medium, g aidepaper.Galaxies) error {
	const low = 0.05 // where the axis of AIDE begins
	type row = aidepaper.GalaxyRow
	nats, clusters, swept := lined{Plot: againstLog(true)}, lined{Plot: againstLog(false)}, lined{Plot: figure.NewPlot()}
	for i, p := range []string{"prior", "optimal"} {
		solid := figure.NthLine(i).With(nil)
		dashed := solid.With(figure.Dashes)
		along := func(shown func(r row) bool, at func(r row) estimate) (all []estimate) {
			for _, r := range g.Rows {
				if string(r.Proposal) == p && shown(r) {
					all = append(all, at(r))
				}
			}
			return all
		}
		for k, style := range []figure.LineStyle{solid, dashed} {
			n := 4 * k // sweeps
			name, so := fmt.Sprintf("%s, %s", p, text.Count(n, "sweep")), func(r row) bool { return r.Sweeps == n }
			nats.estimates(name, style, low, along(so, func(r row) estimate { return estimate{float64(r.P), r.AIDE} }))
			clusters.estimates(name, style, math.Inf(-1),
				along(so, func(r row) estimate { return estimate{float64(r.P), r.Clusters} }))
		}
		one := func(r row) bool { return r.P == 1 }
		swept.estimates(p+", right", solid, low, along(one, func(r row) estimate { return estimate{float64(r.Sweeps), r.AIDE} }))
		swept.estimates(p+", theirs", dashed, low,
			along(one, func(r row) estimate { return estimate{float64(r.Sweeps), r.Wrong} }))
		for _, r := range along(one, func(r row) estimate { return estimate{float64(r.Sweeps), r.RecordedAIDE} }) {
			swept.Add(marks(figure.Ring, 4.5, figure.Ink, level(r.x, r.x, r.Value)[:1]))
		}
	}
	clusters.level("gold standard", float64(g.Golds[0].P), g.Golds[0].Clusters.Value)
	figure.Widen(&nats.X, 1.3)
	figure.Widen(&clusters.X, 1.3)
	nats.Y.Min, clusters.Y.Min = low, 0
	figure.SetLog(&swept.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	return ofAIDE(3).draw(w, m, figure.Legend{Note: "Bars: two standard errors. A bar without a mark is a limit. " +
		"Rings: what the authors recorded."},
		panel{nats.named(), "AIDE, by the right reverse", "particles", "nats"},
		panel{clusters.named(), "mean number of clusters", "particles", "clusters"},
		panel{swept.named(), "AIDE of one particle, by both reverses", "sweeps", "nats"})
}
