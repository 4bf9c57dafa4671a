package aide

import (
	"fmt"
	"testing"

	"breadboard/experiments/aidepaper"
)

// committedModes reads Figure 3 from its data.
func committedModes(t *testing.T) (m aidepaper.Modes) {
	t.Helper()
	for _, r := range rowsOf(t, "modes") {
		m.LogP, m.Left = r.number("log_p_y"), r.number("posterior_below_0")
		m.SIRs = append(m.SIRs, aidepaper.SIR{Proposal: r.text("proposal"), P: int(r.number("P")),
			LogML: r.number("e_log"), Left: r.number("below_0"),
			Posterior: aidepaper.Apart{J: r.number("J"), Expected: r.number("aide")},
			Gold:      aidepaper.Apart{J: r.number("gold_J"), Expected: r.number("gold_aide")}})
	}
	for _, r := range rowsOf(t, "modes-lattices") {
		m.Lattices = append(m.Lattices, aidepaper.ModesLattice{Points: int(r.number("points")),
			LogP: r.number("log_p_y"), Proposal: r.text("proposal"), P: int(r.number("P")), LogML: r.number("e_log"),
			Apart: aidepaper.Apart{J: r.number("J"), Expected: r.number("aide")}})
	}
	for _, proposal := range []string{aidepaper.Offset, aidepaper.Broad} {
		for _, draws := range []int{1, 10, 100, 1000} {
			m.Laws = append(m.Laws, aidepaper.SIRLaw{Proposal: proposal, P: draws})
		}
	}
	for _, r := range rowsOf(t, "modes-laws") {
		m.X, m.Target = append(m.X, r.number("x")), append(m.Target, r.number("posterior"))
		for i, l := range m.Laws {
			m.Laws[i].Density = append(l.Density, r.number(fmt.Sprintf("%s_%d", l.Proposal, l.P)))
		}
	}
	return m
}

// A number that changes is seen in the page, in the tables and in the figure.
func TestStaleModesAreSeen(t *testing.T) {
	s := committed(t)
	for i := range s.Modes.SIRs {
		s.Modes.SIRs[i].Gold.Expected *= 1.3
	}
	stale(t, s, "README.md", "rows.md", "modes.csv", "modes.svg", "modes.png")
}
