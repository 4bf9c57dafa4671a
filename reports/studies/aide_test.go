package studies

import (
	"fmt"
	"testing"

	"breadboard/chains/programs"
	"breadboard/experiments/studies/aidepaper"
)

// committedAIDE is the committed study, read from its data. Package aidepaper holds these to what is
// made today.
func committedAIDE(t *testing.T) aidepaper.Study {
	t.Helper()
	return aidepaper.Study{Bias: committedBias(t), Modes: committedModes(t),
		Filters: committedHMM(t), Partitions: committedPartitions(t), Galaxies: committedGalaxies(t)}
}

// committedBias reads Figure 2 from its data.
func committedBias(t *testing.T) (b aidepaper.Bias) {
	t.Helper()
	for _, r := range rowsOf(t, "aide/bias") {
		b.LogP = r.number("log_p_y")
		b.Rows = append(b.Rows, aidepaper.BiasRow{Program: r.text("program"), Size: r.count("size"),
			M: r.count("M"), J: r.orNaN("J"), AIDE: r.number("aide"), Err: r.number("stderr"),
			Looks:  r.count("looks"),
			Theirs: aidepaper.Sampled{Value: r.orNaN("authors"), Err: r.orNaN("authors_stderr")}})
	}
	for _, r := range rowsOf(t, "aide/bias-lattices") {
		b.Lattices = append(b.Lattices, aidepaper.BiasLattice{Points: r.count("points"), LogP: r.number("log_p_y"),
			Prior: r.number("J_prior"), VB: r.number("J_vb"), MHOne: r.number("J_mh_1"), MHEight: r.number("J_mh_8"),
			SMC: r.number("J_smc_1")})
	}
	b.Points = b.Lattices[len(b.Lattices)-2].Points
	return b
}

// committedModes reads Figure 3 from its data.
func committedModes(t *testing.T) (m aidepaper.Modes) {
	t.Helper()
	for _, r := range rowsOf(t, "aide/modes") {
		m.LogP, m.Left = r.number("log_p_y"), r.number("posterior_below_0")
		m.SIRs = append(m.SIRs, aidepaper.SIR{Proposal: r.text("proposal"), P: r.count("P"),
			LogML: r.number("e_log"), Left: r.number("below_0"),
			Posterior: aidepaper.Apart{J: r.number("J"), Expected: r.number("aide")},
			Gold:      aidepaper.Apart{J: r.number("gold_J"), Expected: r.number("gold_aide")}})
	}
	for _, r := range rowsOf(t, "aide/modes-lattices") {
		m.Lattices = append(m.Lattices, aidepaper.ModesLattice{Points: r.count("points"),
			LogP: r.number("log_p_y"), Proposal: r.text("proposal"), P: r.count("P"), LogML: r.number("e_log"),
			Apart: aidepaper.Apart{J: r.number("J"), Expected: r.number("aide")}})
	}
	for _, proposal := range []string{aidepaper.Offset, aidepaper.Broad} {
		for _, draws := range []int{1, 10, 100, 1000} {
			m.Laws = append(m.Laws, aidepaper.SIRLaw{Proposal: proposal, P: draws})
		}
	}
	for _, r := range rowsOf(t, "aide/modes-laws") {
		m.X, m.Target = append(m.X, r.number("x")), append(m.Target, r.number("posterior"))
		for i, l := range m.Laws {
			m.Laws[i].Density = append(l.Density, r.number(fmt.Sprintf("%s_%d", l.Proposal, l.P)))
		}
	}
	return m
}

// committedHMM reads Figure 4 from its data.
func committedHMM(t *testing.T) (h aidepaper.Filters) {
	t.Helper()
	for _, r := range rowsOf(t, "aide/hmm") {
		measured := func(name string) aidepaper.Measured {
			return aidepaper.Measured{Sampled: r.sampled(name), N: r.count(name + "_runs")}
		}
		h.Rows = append(h.Rows, aidepaper.FilterRow{Gold: aidepaper.Standard(r.text("gold")),
			Proposal: programs.Proposal(r.text("proposal")), P: r.count("P"), M: r.count("M"),
			Exact: r.orNaN("exact"), Ours: measured("ours"), Theirs: measured("theirs"),
			MistakenExact: r.orNaN("mistaken_exact"), Mistaken: measured("mistaken")})
	}
	for _, r := range rowsOf(t, "aide/hmm-alone") {
		h.LogP = r.number("log_p_y")
		h.Alone = append(h.Alone, aidepaper.Alone{Proposal: programs.Proposal(r.text("proposal")),
			Forward: r.number("kl_from_posterior"), Reverse: r.number("kl_to_posterior")})
	}
	for i, r := range rowsOf(t, "aide/hmm-standards") {
		h.Standards[i] = aidepaper.Measured{N: r.count("runs"),
			Sampled: aidepaper.Sampled{Value: r.number("aide"), Err: r.number("stderr")}}
	}
	for _, r := range rowsOf(t, "aide/hmm-states") {
		if r.number("step") == 1 {
			h.Portraits = append(h.Portraits, aidepaper.StatesPortrait{Name: r.text("program"), Runs: r.count("runs")})
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

// committedPartitions reads Figure 5 from its data.
func committedPartitions(t *testing.T) aidepaper.Partitions {
	t.Helper()
	s := aidepaper.Partitions{Points: aidepaper.NinePoints, Hyper: aidepaper.NineHyper}
	all := rowsOf(t, "aide/partitions-posterior")[0]
	s.Cells, s.LogP = all.count("cells"), all.number("log_p_y")
	s.Runs, s.Draws = all.count("runs"), all.count("draws")
	laws := map[string][]float64{}
	for _, r := range rowsOf(t, "aide/partitions-clusters") {
		law := []float64{0}
		for k := range s.Points {
			law = append(law, r.number(fmt.Sprint("p_", k+1)))
		}
		laws[fmt.Sprint(r.text("program"), r["budget"])] = law
	}
	s.Clusters = aidepaper.Clusters{Mean: all.number("clusters"), Law: laws[fmt.Sprint(posteriorName, nil)]}
	for _, r := range rowsOf(t, "aide/partitions") {
		s.Rows = append(s.Rows, aidepaper.PartitionRow{Program: r.text("program"), Budget: r.count("budget"),
			J: r.orNaN("J"), Expected: r.orNaN("aide_expected"), One: r.sampled("aide_1"), Many: r.sampled("aide_100"),
			Drop: r.sampled("drop"), Clusters: aidepaper.Clusters{Mean: r.number("clusters"),
				Err: r.number("clusters_stderr"), Law: laws[fmt.Sprint(r.text("program"), r["budget"])]}})
	}
	for _, r := range rowsOf(t, "aide/partitions-few") {
		s.Few = append(s.Few, aidepaper.FewRow{Program: r.text("program"), P: r.count("P"), J: r.number("J"),
			Expected: r.number("aide_expected"), One: r.sampled("aide_1")})
	}
	return s
}

func galaxyCase(r row) aidepaper.Case {
	return aidepaper.Case{Proposal: aidepaper.GalaxyProposal(r.text("proposal")), P: r.count("P"),
		Sweeps: r.count("sweeps")}
}

// committedGalaxies reads the supplement's experiment from its data.
func committedGalaxies(t *testing.T) (g aidepaper.Galaxies) {
	t.Helper()
	for _, r := range rowsOf(t, "aide/galaxies") {
		g.Runs = r.count("runs")
		g.Rows = append(g.Rows, aidepaper.GalaxyRow{Case: galaxyCase(r), AIDE: r.sampled("aide"),
			Clusters: r.sampled("clusters"), LogML: r.sampled("e_log"), Wrong: r.sampled("theirs"), Excess: r.sampled("excess"),
			RecordedAIDE: r.sampled("recorded"), RecordedClusters: r.sampled("recorded_clusters")})
	}
	for i, r := range rowsOf(t, "aide/galaxies-golds") {
		g.Golds = append(g.Golds, aidepaper.Gold{Case: galaxyCase(r), Lattice: r.count("lattice"),
			Runs: r.count("runs"), LogML: r.sampled("e_log"), Clusters: r.sampled("clusters"), AIDE: r.sampled("aide")})
		if i == 0 {
			g.GoldExcess = r.sampled("excess")
		}
	}
	for _, r := range rowsOf(t, "aide/galaxies-few") {
		g.Bounds = append(g.Bounds, aidepaper.BoundRow{From: r.count("first"),
			Proposal: aidepaper.GalaxyProposal(r.text("proposal")), J: r.number("J"), Right: r.number("aide"),
			Wrong: r.number("theirs"), Half: r.number("their_bound"), Unswept: r.number("unswept")})
	}
	return g
}
