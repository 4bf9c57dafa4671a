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

//go:embed bias.md
var biasText string

var biasProse = prose("bias", biasText)

// biasSection is Figure 2.
func biasSection(s aidepaper.Study) section {
	b := s.Bias
	findings := findingTable("Figure 2: what holds", b.Findings())
	most, crowd := slices.Max(b.Runs()), b.Of(aidepaper.SMC, 1)
	return section{
		prose: fill(biasProse, map[string]any{"Points": b.Points, "LogP": b.LogP, "Rows": inMarkdown(biasTable(b)),
			"Lattices": inMarkdown(biasLattices(b)), "Findings": inMarkdown(findings), "Most": most,
			"Prior": b.At(aidepaper.MH, 0, 1), "Long": b.At(aidepaper.MH, 128, 1),
			"LongMost": b.At(aidepaper.MH, 128, most),
			"One":      b.At(aidepaper.SMC, 1, 1), "OneMost": b.At(aidepaper.SMC, 1, most),
			"Crowd": crowd[len(crowd)-1], "Fixed": b.At(aidepaper.FixedVB, 0, 1), "Change": fmt.Sprintf("%.0e", biasChanges(b))}),
		tables: []table.Table{biasTable(b), findings},
		data:   []table.Named{{Name: "bias", Table: biasData(b)}, {Name: "bias-lattices", Table: biasLattices(b)}},
		figures: map[string]func(w io.Writer, m figure.Medium) error{
			"bias": func(w io.Writer, m figure.Medium) error { return biasFigure(w, m, b) }},
		files: []table.File{csvFile("regression.csv", aidepaper.RegressionData)},
	}
}

// biasChanges is the largest relative change of a number from the study's lattice to the next finer
// one.
func biasChanges(b aidepaper.Bias) (most float64) {
	at := slices.IndexFunc(b.Lattices, func(l aidepaper.BiasLattice) bool { return l.Points == b.Points })
	here, fine := latticeNumbers(b.Lattices[at]), latticeNumbers(b.Lattices[at+1])
	for i, v := range here {
		most = max(most, math.Abs(v/fine[i]-1))
	}
	return most
}

func latticeNumbers(l aidepaper.BiasLattice) []float64 {
	return []float64{l.LogP, l.Prior, l.VB, l.MHOne, l.MHEight, l.SMC}
}

func biasLattices(b aidepaper.Bias) table.Table {
	t := table.Table{Columns: table.Columns("points", "log_p_y=log p(y)", "J_prior=J of the prior", "J_vb=J of VB, fixed",
		"J_mh_1=J of MH, 1 step", "J_mh_8=J of MH, 8 steps", "J_smc_1=J of SMC, 1 particle")}
	for _, l := range b.Lattices {
		row := []any{l.Points}
		for _, v := range latticeNumbers(l) {
			row = append(row, v)
		}
		t.Add(row...)
	}
	return t
}

func biasData(b aidepaper.Bias) table.Table {
	t := table.Table{Columns: table.Keys("program size M log_p_y J aide stderr looks authors authors_stderr")}
	for _, r := range b.Rows {
		t.Add(r.Program, r.Size, r.M, b.LogP, r.J, r.AIDE, r.Err, r.Looks, r.Theirs.Value, r.Theirs.Err)
	}
	return t
}

// biasTable has a line for each program and size, with the authors' numbers of the same M.
func biasTable(b aidepaper.Bias) table.Table {
	t := table.Table{Title: "Figure 2: AIDE of MH, SMC and VB against M", Lead: 2,
		Columns: table.Columns("program", "size=steps or particles", "J")}
	runs := slices.DeleteFunc(b.Runs(), func(M int) bool { return M == 100 }) // the authors have none
	for _, M := range runs {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("M = %d", M)},
			table.Column{Key: fmt.Sprintf("authors, M = %d", M)})
	}
	for _, first := range b.Rows {
		if first.M != runs[0] {
			continue
		}
		row := []any{first.Program, first.Size, shortly(first.J)}
		for _, M := range runs {
			if first.Program == aidepaper.FixedVB || first.Program == aidepaper.MeanField {
				M = 1 // it makes no difference
			}
			r := b.At(first.Program, first.Size, M)
			theirs := ""
			if !math.IsNaN(r.Theirs.Value) {
				theirs = withError(r.Theirs.Value, r.Theirs.Err)
			}
			row = append(row, withError(r.AIDE, r.Err), theirs)
		}
		t.Add(row...)
	}
	t.Note("Numbers without an error are exact. The others are sampled; J of SMC with several particles is not known.")
	return t
}

// shortly writes a number with four digits. A divergence of two laws that are equal but for rounding
// is 0.
func shortly(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case math.Abs(v) < 1e-25:
		return "0"
	case math.Abs(v) < 1e-8: // a finer lattice changes the second digit
		return fmt.Sprintf("%.0e", v)
	}
	return fmt.Sprintf("%.4g", v)
}

// withError writes an error of two digits, and the number with as many decimals.
func withError(v, err float64) string {
	if err == 0 {
		return shortly(v)
	}
	decimals := max(1-int(math.Floor(math.Log10(err))), 0)
	return fmt.Sprintf("%.*f ± %.*f", decimals, v, decimals, err)
}
