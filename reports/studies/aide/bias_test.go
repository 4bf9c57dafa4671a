package aide

import (
	"testing"

	"breadboard/experiments/aidepaper"
)

// committedBias reads Figure 2 from its data.
func committedBias(t *testing.T) (b aidepaper.Bias) {
	t.Helper()
	for _, r := range rowsOf(t, "bias") {
		b.LogP = r.number("log_p_y")
		b.Rows = append(b.Rows, aidepaper.BiasRow{Program: r.text("program"), Size: int(r.number("size")),
			M: int(r.number("M")), J: r.orNaN("J"), AIDE: r.number("aide"), Err: r.number("stderr"),
			Looks:  int(r.number("looks")),
			Theirs: aidepaper.Sampled{Value: r.orNaN("authors"), Err: r.orNaN("authors_stderr")}})
	}
	for _, r := range rowsOf(t, "bias-lattices") {
		b.Lattices = append(b.Lattices, aidepaper.BiasLattice{Points: int(r.number("points")), LogP: r.number("log_p_y"),
			Prior: r.number("J_prior"), VB: r.number("J_vb"), MHOne: r.number("J_mh_1"), MHEight: r.number("J_mh_8"),
			SMC: r.number("J_smc_1")})
	}
	b.Points = b.Lattices[len(b.Lattices)-2].Points
	return b
}

// A number that changes is seen in the page, in the tables and in the figure.
func TestStaleBiasIsSeen(t *testing.T) {
	s := committed(t)
	for i := range s.Bias.Rows {
		s.Bias.Rows[i].AIDE *= 1.1
	}
	stale(t, s, "README.md", "rows.md", "bias.csv", "bias.svg", "bias.png")
}
