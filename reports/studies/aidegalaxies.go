package studies

import (
	"fmt"
	"io"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// addGalaxies adds the supplement's experiment.
func addGalaxies(all *Study, s aidepaper.Study) string {
	g := s.Galaxies
	findings := findingTable("Forty galaxies: what holds", g.Findings())
	all.People = append(all.People, galaxiesTable(g), galaxiesReverses(g), galaxiesGolds(g), galaxiesFew(g), findings)
	all.data("galaxies", galaxiesData(g))
	all.data("galaxies-golds", galaxiesGoldsData(g))
	all.data("galaxies-few", galaxiesFewData(g))
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

func galaxiesData(g aidepaper.Galaxies) table.Table {
	t := table.Table{Columns: table.Keys("proposal P sweeps runs aide aide_stderr clusters clusters_stderr " +
		"e_log e_log_stderr theirs theirs_stderr excess excess_stderr recorded recorded_stderr recorded_clusters " +
		"recorded_clusters_stderr")}
	for _, r := range g.Rows {
		row := []any{string(r.Proposal), r.P, r.Sweeps, g.Runs}
		for _, m := range []aidepaper.Sampled{r.AIDE, r.Clusters, r.LogML, r.Wrong, r.Excess, r.RecordedAIDE,
			r.RecordedClusters} {
			row = append(row, m.Value, m.Err)
		}
		t.Add(row...)
	}
	return t
}

// galaxiesTable has the programs' AIDE and clusters for people.
func galaxiesTable(g aidepaper.Galaxies) table.Table {
	t := table.Table{Title: "Forty galaxies: AIDE, and the number of clusters", Lead: 3,
		Columns: table.Columns("proposal", "sweeps", "P=particles", "aide=AIDE", "recorded=authors' AIDE",
			"clusters", "theirs=authors' clusters", "e_log=log estimate of p(y)")}
	for _, r := range g.Rows {
		t.Add(string(r.Proposal), r.Sweeps, r.P, rounded(r.AIDE, 1), rounded(r.RecordedAIDE, 1),
			rounded(r.Clusters, 1), rounded(r.RecordedClusters, 1), rounded(r.LogML, 1))
	}
	t.Note("In nats, with standard errors. The authors' gold standard has 400 particles. With sweeps their AIDE has " +
		"their reverse.")
	return t
}

// galaxiesReverses compares the reverses.
func galaxiesReverses(g aidepaper.Galaxies) table.Table {
	t := table.Table{Title: "Forty galaxies: AIDE with the right reverse and with that of the authors' code", Lead: 3,
		Columns: table.Columns("proposal", "sweeps", "P=particles", "right=right reverse", "theirs=their reverse",
			"excess=by the same runs", "recorded=they recorded")}
	for _, r := range g.Rows {
		if r.Sweeps > 0 {
			t.Add(string(r.Proposal), r.Sweeps, r.P, rounded(r.AIDE, 1), rounded(r.Wrong, 1),
				rounded(r.Excess, 1), rounded(r.RecordedAIDE, 1))
		}
	}
	return t
}

func galaxiesGoldsData(g aidepaper.Galaxies) table.Table {
	t := table.Table{Columns: table.Keys("proposal P sweeps lattice runs e_log e_log_stderr clusters " +
		"clusters_stderr aide aide_stderr excess excess_stderr")}
	for i, o := range g.Golds {
		row := []any{string(o.Proposal), o.P, o.Sweeps, o.Lattice, o.Runs, o.LogML.Value, o.LogML.Err, o.Clusters.Value,
			o.Clusters.Err, o.AIDE.Value, o.AIDE.Err, nil, nil}
		if i == 0 {
			row[11], row[12] = g.GoldExcess.Value, g.GoldExcess.Err
		}
		t.Add(row...)
	}
	return t
}

// galaxiesGolds has the gold standards for people.
func galaxiesGolds(g aidepaper.Galaxies) table.Table {
	t := table.Table{Title: "Forty galaxies: gold standards", Lead: 2,
		Columns: table.Columns("P=particles", "lattice=values of a hyperparameter", "runs", "e_log=log estimate of p(y)",
			"clusters", "aide=AIDE of one target")}
	for _, o := range g.Golds {
		t.Add(o.P, o.Lattice, o.Runs, rounded(o.LogML, 2), rounded(o.Clusters, 1), rounded(o.AIDE, 1))
	}
	return t
}

func galaxiesFewData(g aidepaper.Galaxies) table.Table {
	return dataOf("first proposal J aide theirs their_bound unswept", g.Bounds, func(b aidepaper.BoundRow) []any {
		return []any{b.From, string(b.Proposal), b.J, b.Right, b.Wrong, b.Half, b.Unswept}
	})
}

// galaxiesFew has the exact values for people.
func galaxiesFew(g aidepaper.Galaxies) table.Table {
	t := table.Table{Title: "Four galaxies, exactly: one particle, from the posterior", Lead: 2,
		Columns: table.Columns("first=galaxies", "proposal", "unswept=J, no sweep",
			"J=J, one sweep", "aide=AIDE", "theirs=AIDE, their reverse", "bound=what bounds theirs")}
	for _, b := range g.Bounds {
		t.Add(fmt.Sprintf("%d to %d", b.From+1, b.From+aidepaper.FewGalaxies), string(b.Proposal), b.Unswept, b.J,
			b.Right, b.Wrong, b.Half)
	}
	t.Note("In nats, at M = 1. The last column is KL(posterior, filter without sweeps) + KL(filter, posterior).")
	return t
}

// The programs that are drawn: a colour for the number of sweeps, dashes for the prior proposal.
var (
	galaxiesProposals = []aidepaper.GalaxyProposal{aidepaper.PriorProposal, aidepaper.OptimalProposal}
	galaxiesSweeps    = []int{0, 1, 4}
	galaxiesGold      = figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}
)

// A galaxiesKind is a number of one particle that is drawn against the sweeps.
type galaxiesKind struct {
	name  string
	style figure.LineStyle
	of    func(r aidepaper.GalaxyRow) aidepaper.Sampled
}

var galaxiesKinds = []galaxiesKind{
	{"right reverse", figure.NthLine(3).With(nil), func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.AIDE }},
	{"authors' reverse", figure.NthLine(4), func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.Wrong }},
	{"authors' record", figure.LineStyle{Colour: figure.Ink},
		func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.RecordedAIDE }},
}

func galaxiesStyle(p aidepaper.GalaxyProposal, style figure.LineStyle) figure.LineStyle {
	if p == aidepaper.PriorProposal {
		return style.With(figure.Dashes)
	}
	return style.With(nil)
}

// galaxiesFigure draws the three panels of the supplement's Figure 1, and both reverses.
func galaxiesFigure(w io.Writer, m figure.Medium, g aidepaper.Galaxies) error {
	var legend figure.Legend
	for _, p := range galaxiesProposals {
		for i, sweeps := range galaxiesSweeps {
			legend.Entries = append(legend.Entries,
				entry(fmt.Sprintf("%s, %s", p, text.Count(sweeps, "sweep")), galaxiesStyle(p, figure.NthLine(i))))
		}
	}
	for _, k := range galaxiesKinds {
		legend.Entries = append(legend.Entries, entry(k.name, k.style))
	}
	legend.Entries = append(legend.Entries, figure.LegendEntry{Name: "gold standard", Style: galaxiesGold})
	return ofAIDE(2).draw(w, m, legend,
		panel{galaxiesHistogram(), "the forty galaxies", "recession velocity (1000 km/s)", "galaxies"},
		panel{galaxiesAIDE(g), "AIDE, by the right reverse", "particles", "nats"},
		panel{galaxiesClusters(g), "mean number of clusters", "particles", "clusters"},
		panel{galaxiesSwept(g), "AIDE of one particle (dashed: prior proposal)", "sweeps", "nats"})
}

// galaxiesHistogram counts the galaxies by velocity, as the supplement's Figure 1(a).
func galaxiesHistogram() *plot.Plot {
	plane := figure.NewPlot()
	velocities := aidepaper.Velocities()
	floats.Scale(1e-3, velocities)
	h, err := plotter.NewHist(plotter.Values(velocities), 35)
	if err != nil {
		panic("aide: " + err.Error()) // unreachable: there are galaxies
	}
	h.FillColor, h.LineStyle.Width = figure.NthLine(6).Colour, 0.4
	plane.Add(h)
	return plane
}

// galaxiesPlane has the numbers of some programs against their particles, with error bars. The gold
// standard's is a dotted line.
func galaxiesPlane(g aidepaper.Galaxies, end float64, of func(r aidepaper.GalaxyRow) aidepaper.Sampled) *plot.Plot {
	plane := againstLog(false)
	for _, p := range galaxiesProposals {
		for i, sweeps := range galaxiesSweeps {
			var bars errorBars
			for _, r := range g.Rows {
				if r.Proposal == p && r.Sweeps == sweeps {
					bars.add(float64(r.P), of(r), end)
				}
			}
			bars.draw(plane, galaxiesStyle(p, figure.NthLine(i)))
		}
	}
	figure.Widen(&plane.X, 1.3)
	return plane
}

// leastNats is where the axes of AIDE end.
const leastNats = 0.05

// errorBars are points with their errors.
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

// draw draws a line with dots and error bars.
func (b errorBars) draw(plane *plot.Plot, style figure.LineStyle) {
	curve(plane, style, b.XYs)
	plane.Add(b.bars(style))
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

func galaxiesAIDE(g aidepaper.Galaxies) *plot.Plot {
	plane := galaxiesPlane(g, leastNats, func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.AIDE })
	figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	return plane
}

func galaxiesClusters(g aidepaper.Galaxies) *plot.Plot {
	plane := galaxiesPlane(g, 0, func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.Clusters })
	gold := g.Golds[0].Clusters.Value
	plane.Add(galaxiesGold.Line(points([]float64{1, float64(g.Golds[0].P)}, []float64{gold, gold})))
	plane.Y.Min = 0
	return plane
}

// galaxiesSwept has AIDE of one particle by either reverse, beside what the authors recorded.
func galaxiesSwept(g aidepaper.Galaxies) *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	for _, k := range galaxiesKinds {
		for _, p := range galaxiesProposals {
			var bars errorBars
			for _, r := range g.Rows {
				if r.Proposal == p && r.P == 1 {
					bars.add(float64(r.Sweeps), k.of(r), leastNats)
				}
			}
			bars.draw(plane, galaxiesStyle(p, k.style))
		}
	}
	plane.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 1, Label: "1"}, {Value: 2, Label: "2"},
		{Value: 4, Label: "4"}}
	return plane
}
