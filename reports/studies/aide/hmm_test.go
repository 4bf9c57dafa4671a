package aide

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"breadboard/chains/programs"
	"breadboard/experiments/aidepaper"
)

// unknown is a number that may be null, which is NaN.
func (r row) unknown(key string) float64 {
	if r[key] == nil {
		return math.NaN()
	}
	return r.number(key)
}

// committedHMM reads Figure 4 from its data.
func committedHMM(t *testing.T) (h aidepaper.Filters) {
	t.Helper()
	for _, r := range rowsOf(t, "hmm") {
		measured := func(name string) aidepaper.Measured {
			return aidepaper.Measured{Value: r.number(name), StdErr: r.number(name + "_stderr"),
				N: int(r.number(name + "_runs"))}
		}
		h.Rows = append(h.Rows, aidepaper.FilterRow{Gold: aidepaper.Standard(r.text("gold")),
			Proposal: programs.Proposal(r.text("proposal")), P: int(r.number("P")), M: int(r.number("M")),
			Exact: r.unknown("exact"), Ours: measured("ours"), Theirs: measured("theirs"),
			MistakenExact: r.unknown("mistaken_exact"), Mistaken: measured("mistaken")})
	}
	for _, r := range rowsOf(t, "hmm-alone") {
		h.LogP = r.number("log_p_y")
		h.Alone = append(h.Alone, aidepaper.Alone{Proposal: programs.Proposal(r.text("proposal")),
			Forward: r.number("kl_from_posterior"), Reverse: r.number("kl_to_posterior")})
	}
	for i, r := range rowsOf(t, "hmm-standards") {
		h.Standards[i] = aidepaper.Measured{Value: r.number("aide"), StdErr: r.number("stderr"),
			N: int(r.number("runs"))}
	}
	for _, r := range rowsOf(t, "hmm-states") {
		if r.number("step") == 1 {
			h.Portraits = append(h.Portraits, aidepaper.StatesPortrait{Name: r.text("program"), Runs: int(r.number("runs"))})
		}
		var law []float64
		for x := range 20 {
			law = append(law, r.number(fmt.Sprintf("state_%d", x+1)))
		}
		p := &h.Portraits[len(h.Portraits)-1]
		p.Law = append(p.Law, law)
	}
	return h
}

// A number that changes is seen in the page, in the tables and in the figures.
func TestStaleHMMIsSeen(t *testing.T) {
	s := committed(t)
	s.Filters.Rows, s.Filters.Portraits = slices.Clone(s.Filters.Rows), slices.Clone(s.Filters.Portraits)
	for i := range s.Filters.Rows {
		s.Filters.Rows[i].Ours.Value *= 1.3
	}
	s.Filters.Portraits[5].Law = s.Filters.Portraits[0].Law
	stale(t, s, "README.md", "rows.md", "hmm.csv", "hmm.svg", "hmm.png", "hmm-states.csv",
		"hmm-states.svg", "hmm-states.png")
}
