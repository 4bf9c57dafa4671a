package studies

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

func addGalaxies(all *Study, s aidepaper.Study) string {
	g := s.Galaxies
	findings := findingTable("Forty galaxies: what holds", g.Findings())
	all.People = append(all.People, galaxiesTable(g), galaxiesReverses(g), galaxiesGolds(g), galaxiesFew(g), findings)
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
	return fill("galaxies", map[string]any{"Study": g, "Gold": g.Golds[0], "Hypers": aidepaper.FewHypers,
		"Probe": aidepaper.Probe(s.Size), "Rows": inMarkdown(galaxiesTable(g)),
		"Reverses": inMarkdown(galaxiesReverses(g)), "Golds": inMarkdown(galaxiesGolds(g)),
		"FewRows": inMarkdown(galaxiesFew(g)), "Findings": inMarkdown(findings)})
}

// rounded writes a sampled number with its standard error, with so many digits after the point.
func rounded(m aidepaper.Sampled, digits int) string {
	return fmt.Sprintf("%.*f ± %.*f", digits, m.Value, digits, m.Err)
}

func galaxiesTable(g aidepaper.Galaxies) table.Table {
	return table.Filled(table.Table{Title: "Forty galaxies: AIDE, and the number of clusters", Lead: 3,
		Columns: table.Columns("proposal", "sweeps", "P=particles", "aide=AIDE", "recorded=authors' AIDE",
			"clusters", "theirs=authors' clusters", "e_log=log estimate of p(y)"),
		Notes: []string{"In nats, with standard errors. The authors' gold standard has 400 particles. With sweeps their AIDE " +
			"has their reverse."}}, g.Rows, func(r aidepaper.GalaxyRow) record {
		return record{"aide": rounded(r.AIDE, 1), "recorded": rounded(r.RecordedAIDE, 1), "clusters": rounded(r.Clusters, 1),
			"theirs": rounded(r.RecordedClusters, 1), "e_log": rounded(r.LogML, 1)}
	})
}

func galaxiesReverses(g aidepaper.Galaxies) table.Table {
	swept := slices.DeleteFunc(slices.Clone(g.Rows), func(r aidepaper.GalaxyRow) bool { return r.Sweeps == 0 })
	return table.Filled(table.Table{Lead: 3,
		Title: "Forty galaxies: AIDE with the right reverse and with that of the authors' code",
		Columns: table.Columns("proposal", "sweeps", "P=particles", "right=right reverse", "theirs=their reverse",
			"excess=by the same runs", "recorded=they recorded")}, swept, func(r aidepaper.GalaxyRow) record {
		return record{"right": rounded(r.AIDE, 1), "theirs": rounded(r.Wrong, 1), "excess": rounded(r.Excess, 1),
			"recorded": rounded(r.RecordedAIDE, 1)}
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

// galaxiesFigure draws the three panels of the supplement's Figure 1, and both reverses. A line has a colour for its
// sweeps, or for the reverse, and dashes for the prior proposal.
func galaxiesFigure(w io.Writer, m figure.Medium, g aidepaper.Galaxies) error {
	const leastNats = 0.05 // where the axes of AIDE end
	type estimate func(r aidepaper.GalaxyRow) aidepaper.Sampled
	right := func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.AIDE }
	var legend figure.Legend
	nats, clusters, swept := againstLog(true), againstLog(false), figure.NewPlot()
	add := func(plane *plot.Plot, style figure.LineStyle, end float64, is func(r aidepaper.GalaxyRow) (float64, bool),
		of estimate) {
		var bars errorBars
		for _, r := range g.Rows {
			if x, shown := is(r); shown {
				bars.add(x, of(r), end)
			}
		}
		curve(plane, style, bars.XYs)
		plane.Add(bars.bars(style))
	}
	dashes := map[string][]vg.Length{"prior": figure.Dashes}
	proposals := []string{"prior", "optimal"}
	for _, p := range proposals {
		for i, sweeps := range []int{0, 1, 4} {
			style := figure.NthLine(i).With(dashes[p])
			is := func(r aidepaper.GalaxyRow) (float64, bool) {
				return float64(r.P), string(r.Proposal) == p && r.Sweeps == sweeps
			}
			add(nats, style, leastNats, is, right)
			add(clusters, style, 0, is, func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.Clusters })
			legend.Entries = append(legend.Entries, entry(fmt.Sprintf("%s, %s", p, text.Count(sweeps, "sweep")), style))
		}
	}
	for _, k := range []struct {
		name  string
		style figure.LineStyle
		of    estimate
	}{
		{"right reverse", figure.NthLine(3).With(nil), right},
		{"authors' reverse", figure.NthLine(4), func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.Wrong }},
		{"authors' record", figure.LineStyle{Colour: figure.Ink},
			func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.RecordedAIDE }},
	} {
		legend.Entries = append(legend.Entries, entry(k.name, k.style))
		for _, p := range proposals {
			add(swept, k.style.With(dashes[p]), leastNats, func(r aidepaper.GalaxyRow) (float64, bool) {
				return float64(r.Sweeps), string(r.Proposal) == p && r.P == 1
			}, k.of)
		}
	}
	standard, gold := figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}, g.Golds[0]
	legend.Entries = append(legend.Entries, figure.LegendEntry{Name: "gold standard", Style: standard})
	figure.Widen(&nats.X, 1.3)
	figure.Widen(&clusters.X, 1.3)
	clusters.Add(standard.Line(level(1, float64(gold.P), gold.Clusters.Value)))
	clusters.Y.Min = 0
	figure.SetLog(&swept.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	swept.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 1, Label: "1"}, {Value: 2, Label: "2"},
		{Value: 4, Label: "4"}}
	// the galaxies by velocity, as the supplement's Figure 1(a)
	histogram, velocities := figure.NewPlot(), aidepaper.Velocities()
	floats.Scale(1e-3, velocities)
	bars, err := plotter.NewHist(plotter.Values(velocities), 35)
	if err != nil {
		panic("aide: " + err.Error()) // unreachable: there are galaxies
	}
	bars.FillColor, bars.LineStyle.Width = figure.NthLine(6).Colour, 0.4
	histogram.Add(bars)
	return ofAIDE(2).draw(w, m, legend,
		panel{histogram, "the forty galaxies", "recession velocity (1000 km/s)", "galaxies"},
		panel{nats, "AIDE, by the right reverse", "particles", "nats"},
		panel{clusters, "mean number of clusters", "particles", "clusters"},
		panel{swept, "AIDE of one particle (dashed: prior proposal)", "sweeps", "nats"})
}

type errorBars struct {
	plotter.XYs
	plotter.YErrors
}

// add adds a mean, unless it is below the end of the axis. Its bar ends there.
func (b *errorBars) add(x float64, m aidepaper.Sampled, end float64) {
	if m.Value > end {
		b.XYs = append(b.XYs, plotter.XY{X: x, Y: m.Value})
		b.YErrors = append(b.YErrors, struct{ Low, High float64 }{min(m.Err, m.Value-end), m.Err})
	}
}

func (b errorBars) bars(style figure.LineStyle) *plotter.YErrorBars {
	bars, err := plotter.NewYErrorBars(b)
	if err != nil {
		panic("studies: " + err.Error()) // unreachable: all numbers are finite
	}
	bars.LineStyle = draw.LineStyle{Color: style.Colour, Width: 0.8}
	bars.CapWidth = 4
	return bars
}
