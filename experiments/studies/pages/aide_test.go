package pages

import (
	"fmt"
	"testing"

	"breadboard/experiments/studies/aidepaper"
)

// committedAIDE is the committed study, read from its data. Package aidepaper holds these to what is
// made today.
func committedAIDE(t *testing.T) aidepaper.Study {
	t.Helper()
	return aidepaper.Study{Bias: committedBias(t), Modes: committedModes(t), Filters: committedHMM(t)}
}

// committedBias reads Figure 2 from its data.
func committedBias(t *testing.T) (b aidepaper.Bias) {
	t.Helper()
	b.Rows = committed[aidepaper.BiasRow](t, "aide/bias")
	b.LogP = rowsOf(t, "aide/bias")[0].number("log_p_y")
	b.Points = aidepaper.BiasPoints
	return b
}

// committedModes reads Figure 3 from its data.
func committedModes(t *testing.T) (m aidepaper.Modes) {
	t.Helper()
	first := rowsOf(t, "aide/modes")[0]
	m.LogP = first.number("log_p_y")
	m.Left = first.number("posterior_below_0")
	m.SIRs = committed[aidepaper.SIR](t, "aide/modes")
	for _, proposal := range []string{aidepaper.Offset, aidepaper.Broad} {
		for _, draws := range []int{1, 10, 100, 1000} {
			m.Laws = append(m.Laws, aidepaper.SIRLaw{Proposal: proposal, P: draws})
		}
	}
	for _, r := range rowsOf(t, "aide/modes-laws") {
		m.X = append(m.X, r.number("x"))
		m.Target = append(m.Target, r.number("posterior"))
		for i, l := range m.Laws {
			m.Laws[i].Density = append(l.Density, r.number(fmt.Sprintf("%s_%d", l.Proposal, l.P)))
		}
	}
	return m
}

// committedHMM reads Figure 4 from its data.
func committedHMM(t *testing.T) (h aidepaper.Filters) {
	t.Helper()
	h.Rows = committed[aidepaper.FilterRow](t, "aide/hmm")
	h.Alone = committed[aidepaper.Alone](t, "aide/hmm-alone")
	h.LogP = rowsOf(t, "aide/hmm-alone")[0].number("log_p_y")
	for _, r := range rowsOf(t, "aide/hmm-states") {
		if r.number("step") == 1 {
			h.Portraits = append(h.Portraits, aidepaper.StatesPortrait{Name: r.text("program"), Runs: r.count("runs")})
		}
		p := &h.Portraits[len(h.Portraits)-1]
		p.Law = append(p.Law, r.list("state_", 20))
	}
	return h
}
