package aide

import (
	"testing"

	"breadboard/experiments/aidepaper"
)

func (r row) galaxyCase() aidepaper.Case {
	return aidepaper.Case{Proposal: aidepaper.GalaxyProposal(r.text("proposal")), P: int(r.number("P")),
		Sweeps: int(r.number("sweeps"))}
}

// committedGalaxies reads the supplement's experiment from its data.
func committedGalaxies(t *testing.T) (g aidepaper.Galaxies) {
	t.Helper()
	for _, r := range rowsOf(t, "galaxies") {
		g.Runs = int(r.number("runs"))
		g.Rows = append(g.Rows, aidepaper.GalaxyRow{Case: r.galaxyCase(), AIDE: r.sampled("aide"),
			Clusters: r.sampled("clusters"), LogML: r.sampled("e_log"), Wrong: r.sampled("theirs"), Excess: r.sampled("excess"),
			RecordedAIDE: r.sampled("recorded"), RecordedClusters: r.sampled("recorded_clusters")})
	}
	for i, r := range rowsOf(t, "galaxies-golds") {
		g.Golds = append(g.Golds, aidepaper.Gold{Case: r.galaxyCase(), Lattice: int(r.number("lattice")),
			Runs: int(r.number("runs")), LogML: r.sampled("e_log"), Clusters: r.sampled("clusters"), AIDE: r.sampled("aide")})
		if i == 0 {
			g.GoldExcess = r.sampled("excess")
		}
	}
	for _, r := range rowsOf(t, "galaxies-few") {
		g.Bounds = append(g.Bounds, aidepaper.BoundRow{From: int(r.number("first")),
			Proposal: aidepaper.GalaxyProposal(r.text("proposal")), J: r.number("J"), Right: r.number("aide"),
			Wrong: r.number("theirs"), Half: r.number("their_bound"), Unswept: r.number("unswept")})
	}
	return g
}

// A number that changes is seen in the page, in the tables and in the figure.
func TestStaleGalaxiesAreSeen(t *testing.T) {
	s := committed(t)
	for i := range s.Galaxies.Rows {
		s.Galaxies.Rows[i].AIDE.Value *= 1.3
	}
	stale(t, s, "README.md", "rows.md", "galaxies.csv", "galaxies.svg", "galaxies.png")
}
