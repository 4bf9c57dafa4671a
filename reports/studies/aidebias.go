package studies

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

func addBias(all *Study, s aidepaper.Study) string {
	b := s.Bias
	findings := findingTable("Figure 2: what holds", b.Findings())
	most, crowd := slices.Max(b.Runs()), b.Of(aidepaper.SMC, 1)
	lattices := table.Filled(table.Table{Columns: table.Columns("points", "log_p_y=log p(y)", "J_prior=J of the prior",
		"J_vb=J of VB, fixed", "J_mh_1=J of MH, 1 step", "J_mh_8=J of MH, 8 steps", "J_smc_1=J of SMC, 1 particle")},
		b.Lattices, nil)
	change := 0.0 // the largest relative one of a number from the study's lattice to the next finer one
	at := slices.IndexFunc(b.Lattices, func(l aidepaper.BiasLattice) bool { return l.Points == b.Points })
	for i, here := range lattices.Rows[at][1:] {
		change = max(change, math.Abs(here.(float64)/lattices.Rows[at+1][1+i].(float64)-1))
	}
	all.People = append(all.People, biasTable(b), findings)
	data(all, "bias", "program size M log_p_y J aide stderr looks authors authors_stderr", b.Rows,
		func(aidepaper.BiasRow) record { return record{"log_p_y": b.LogP} })
	all.data("bias-lattices", lattices)
	all.figure("bias", func(w io.Writer, m figure.Medium) error { return biasFigure(w, m, b) })
	all.numbersFile("regression.csv", aidepaper.RegressionData...)
	return fill("bias", map[string]any{"Points": b.Points, "LogP": b.LogP, "Rows": inMarkdown(biasTable(b)),
		"Lattices": inMarkdown(lattices), "Findings": inMarkdown(findings), "Most": most,
		"Prior": b.At(aidepaper.MH, 0, 1), "Long": b.At(aidepaper.MH, 128, 1),
		"LongMost": b.At(aidepaper.MH, 128, most),
		"One":      b.At(aidepaper.SMC, 1, 1), "OneMost": b.At(aidepaper.SMC, 1, most),
		"Crowd": crowd[len(crowd)-1], "Fixed": b.At(aidepaper.FixedVB, 0, 1), "Change": fmt.Sprintf("%.0e", change)})
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

// biasFigure draws AIDE against particles and against steps, as the paper's Figure 2, and the bias
// against M.
func biasFigure(w io.Writer, m figure.Medium, b aidepaper.Bias) error {
	truth := figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}
	legend := figure.Legend{Note: "Rings are the authors' estimates."}
	// plane has the AIDE of a program against its size, of which MH begins with 0, a line for each M.
	plane := func(program string, first float64) *plot.Plot {
		plane := againstLog(program == aidepaper.SMC) // whose AIDE is over four powers of ten
		for i, M := range b.Runs() {
			along := func(of func(aidepaper.BiasRow) float64) plotter.XYs {
				return xys(b.Of(program, M), func(r aidepaper.BiasRow) (x, y float64) { return first + float64(r.Size), of(r) })
			}
			style := figure.NthLine(i)
			curve(plane, style, along(func(r aidepaper.BiasRow) float64 { return r.AIDE }))
			if theirs := along(func(r aidepaper.BiasRow) float64 { return r.Theirs.Value }); len(theirs) > 0 {
				plane.Add(marks(figure.Ring, 3.5, style.Colour, theirs))
			}
			if i == 0 {
				curve(plane, truth, along(func(r aidepaper.BiasRow) float64 { return r.J }))
			}
		}
		figure.Widen(&plane.X, 1.2)
		return plane
	}
	smc, mh, bias := plane(aidepaper.SMC, 0), plane(aidepaper.MH, 1), againstLog(false)
	for i, M := range b.Runs() {
		legend.Entries = append(legend.Entries, entry(fmt.Sprintf("M = %d", M), figure.NthLine(i)))
	}
	legend.Entries = append(legend.Entries, entry("J", truth))
	for i, c := range []struct {
		name, program string
		size          int
	}{
		{"MH, 1 step", aidepaper.MH, 1}, {"MH, 8 steps", aidepaper.MH, 8}, {"MH, 128 steps", aidepaper.MH, 128},
		{"SMC, 1 particle", aidepaper.SMC, 1}, {"VB", aidepaper.FixedVB, 0},
	} {
		style := figure.NthLine(i + 4) // after those of the first two panels
		legend.Entries = append(legend.Entries, entry("bias, "+c.name, style))
		curve(bias, style, xys(b.Runs(), func(M int) (x, y float64) {
			at := M
			if c.program == aidepaper.FixedVB {
				at = 1 // VB has no bias at any M
			}
			return float64(M), b.At(c.program, c.size, at).Bias()
		}))
	}
	figure.Widen(&bias.X, 1.2)
	figure.Widen(&smc.Y, 1.2)
	for _, p := range []*plot.Plot{mh, bias} {
		p.Y.Min, p.Y.Max = -0.2, 9
	}
	return ofAIDE(3).draw(w, m, legend, panel{smc, "AIDE of SMC", "particles", "nats"},
		panel{mh, "AIDE of MH", "1 + steps", "nats"}, panel{bias, "bias of AIDE, exact", "M", "nats"})
}
