package aide

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

//go:embed modes.md
var modesText string

var modesProse = prose("modes", modesText)

// modesSection is Figure 3.
func modesSection(s aidepaper.Study) section {
	m := s.Modes
	findings := findingTable("Figure 3: what holds", m.Findings())
	return section{
		prose: fill(modesProse, map[string]any{"Study": m, "Missed": m.At(aidepaper.Offset, 1000),
			"Short": m.LogP - m.At(aidepaper.Offset, 1000).LogML, "Gold": m.At(aidepaper.Broad, 1000),
			"Points": len(m.X), "Changes": fmt.Sprintf("%.0e", modesChanges(m)), "Rows": inMarkdown(modesTable(m)),
			"Findings": inMarkdown(findings)}),
		tables: []table.Table{modesTable(m), findings},
		data: []table.Named{{Name: "modes", Table: modesData(m)}, {Name: "modes-lattices", Table: modesLattices(m)},
			{Name: "modes-laws", Table: modesLaws(m)}},
		figures: map[string]func(w io.Writer, medium figure.Medium) error{
			"modes": func(w io.Writer, medium figure.Medium) error { return modesFigure(w, medium, m) }},
		files: modesFiles(),
	}
}

// modesChanges is the largest relative change of J, AIDE or the log estimate from the study's lattice
// to one that is twice as fine.
func modesChanges(m aidepaper.Modes) (most float64) {
	for i, l := range m.Lattices {
		if l.Points != len(m.X) {
			continue
		}
		fine := m.Lattices[i+1]
		for _, pair := range [][2]float64{{l.J, fine.J}, {l.Expected, fine.Expected}, {l.LogML, fine.LogML}} {
			most = max(most, math.Abs(pair[0]/pair[1]-1))
		}
	}
	return most
}

func modesData(m aidepaper.Modes) table.Table {
	t := table.Table{Columns: table.Keys("proposal P log_p_y e_log below_0 posterior_below_0 " +
		"J aide gold_J gold_aide")}
	for _, r := range m.SIRs {
		t.Add(r.Proposal, r.P, m.LogP, r.LogML, r.Left, m.Left, r.Posterior.J, r.Posterior.Expected, r.Gold.J,
			r.Gold.Expected)
	}
	return t
}

// modesTable has some rows for people.
func modesTable(m aidepaper.Modes) table.Table {
	t := table.Table{Title: "Figure 3: SIR on a posterior with two modes", Lead: 2,
		Columns: table.Columns("proposal", "P=draws", "low=log p(y) too low by", "below_0=mass of the larger mode",
			"J", "aide=AIDE, M = 1", "gold_aide=AIDE, authors' gold standard")}
	for _, r := range m.SIRs {
		if slices.Contains([]int{1, 4, 10, 100, 1000}, r.P) {
			t.Add(r.Proposal, r.P, m.LogP-r.LogML, r.Left, r.Posterior.J, r.Posterior.Expected, r.Gold.Expected)
		}
	}
	t.Note("All numbers are exact, in nats. The posterior has %.2g of its mass in the larger mode.", m.Left)
	return t
}

func modesLattices(m aidepaper.Modes) table.Table {
	t := table.Table{Columns: table.Keys("points log_p_y proposal P e_log J aide")}
	for _, l := range m.Lattices {
		t.Add(l.Points, l.LogP, l.Proposal, l.P, l.LogML, l.J, l.Expected)
	}
	return t
}

// modesLaws has the densities of all outputs, a row a point.
func modesLaws(m aidepaper.Modes) table.Table {
	t := table.Table{Columns: table.Keys("x posterior")}
	for _, l := range m.Laws {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("%s_%d", l.Proposal, l.P)})
	}
	for i, x := range m.X {
		row := []any{x, m.Target[i]}
		for _, l := range m.Laws {
			row = append(row, l.Density[i])
		}
		t.Add(row...)
	}
	return t
}

// modesFiles are the target and the proposals for the command line: log f in one row.
func modesFiles() (files []table.File) {
	for name, logf := range aidepaper.ModesTargets() {
		files = append(files, csvFile("modes-"+name+".csv", [][]float64{logf}))
	}
	return files
}
