package aide

import (
	_ "embed"
	"fmt"
	"io"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

//go:embed galaxies.md
var galaxiesText string

var galaxiesProse = prose("galaxies", galaxiesText)

// galaxiesSection is the supplement's experiment.
func galaxiesSection(s aidepaper.Study) section {
	g := s.Galaxies
	findings := findingTable("Forty galaxies: what holds", g.Findings())
	return section{
		prose: fill(galaxiesProse, map[string]any{"Study": g, "Gold": g.Golds[0], "Hypers": aidepaper.FewHypers,
			"Probe": aidepaper.Probe(s.Size), "Rows": inMarkdown(galaxiesTable(g)),
			"Reverses": inMarkdown(galaxiesReverses(g)), "Golds": inMarkdown(galaxiesGolds(g)),
			"FewRows": inMarkdown(galaxiesFew(g)), "Findings": inMarkdown(findings)}),
		tables: []table.Table{galaxiesTable(g), galaxiesReverses(g), galaxiesGolds(g), galaxiesFew(g), findings},
		data: []table.Named{{Name: "galaxies", Table: galaxiesData(g)},
			{Name: "galaxies-golds", Table: galaxiesGoldsData(g)}, {Name: "galaxies-few", Table: galaxiesFewData(g)}},
		figures: map[string]func(w io.Writer, medium figure.Medium) error{
			"galaxies": func(w io.Writer, medium figure.Medium) error { return galaxiesFigure(w, medium, g) }},
	}
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
	t := table.Table{Columns: table.Keys("first proposal J aide theirs their_bound unswept")}
	for _, b := range g.Bounds {
		t.Add(b.From, string(b.Proposal), b.J, b.Right, b.Wrong, b.Half, b.Unswept)
	}
	return t
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
