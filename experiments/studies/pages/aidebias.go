package pages

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

func addBias(all *study.Study, s aidepaper.Study) study.Record {
	b := s.Bias
	crowd := b.Of(aidepaper.SMC, 1)
	climbed := b.Of(aidepaper.VB, 1)
	all.People = append(all.People, biasTable(b))
	study.Rows(all, "bias", "program size M log_p_y J aide stderr looks authors authors_stderr", b.Rows,
		func(aidepaper.BiasRow) study.Record { return study.Record{"log_p_y": b.LogP} })
	all.Figure("bias", func(w io.Writer, m figure.Medium) error { return biasFigure(w, m, b) })
	numbersFile(all, "regression.csv", aidepaper.RegressionData...)
	return study.Record{"Points": b.Points, "LogP": b.LogP, "Rows": display.InMarkdown(biasTable(b)),
		"Most": slices.Max(b.Runs()), "Study": b, "Crowd": crowd[len(crowd)-1], "Climbed": climbed[len(climbed)-1]}
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
			of := M
			if first.Program != aidepaper.MH && first.Program != aidepaper.SMC {
				of = 1 // it makes no difference
			}
			r := b.At(first.Program, first.Size, of)
			theirs := ""
			if of == M && !math.IsNaN(r.Theirs.Value) {
				theirs = withError(r.Theirs.Value, r.Theirs.Err)
			}
			row = append(row, withError(r.AIDE, r.Err), theirs)
		}
		t.Add(row...)
	}
	t.Note("Numbers without an error are exact. The others are sampled; J of SMC with several particles is not " +
		"known. The error of VB is its standard deviation from descent to descent: the authors made one for each " +
		"number of steps.")
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

// biasFigure draws AIDE against steps of MH, particles of SMC and steps of VB, as the paper's Figure 2. The first two
// have one scale.
func biasFigure(w io.Writer, m figure.Medium, b aidepaper.Bias) error {
	const low = 5e-5 // where both axes begin
	type row = aidepaper.BiasRow
	truth := figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}
	// plane has the AIDE of a program against its size, of which MH begins with 0, a line for each M.
	plane := func(program string, first float64) *plot.Plot {
		l := lined{Plot: study.AgainstLog(true)}
		along := func(M int, of func(row) float64) plotter.XYs {
			return display.XYs(b.Of(program, M), func(r row) (x, y float64) {
				return first +
					float64(r.Size), display.ShownOnLog(of(r))
			})
		}
		for i, M := range b.Runs() {
			style := figure.NthLine(i).With(nil)
			l.curve(fmt.Sprintf("M = %d", M), style, along(M, func(r row) float64 { return r.AIDE }))
			theirs := along(M, func(r row) float64 { return r.Theirs.Value })
			l.Add(display.Marks(figure.Ring, 3.5, style.Colour, theirs))
		}
		exact := along(1, func(r row) float64 { return r.J })
		l.Add(truth.Line(exact))
		l.Add(truth.Dots(slices.DeleteFunc(slices.Clone(exact), func(at plotter.XY) bool { return at.Y < low })))
		figure.Widen(&l.X, 1.2)
		l.Y.Min, l.Y.Max = low, 15
		return l.named()
	}
	climb := lined{Plot: study.AgainstLog(false)}
	first := figure.NthLine(0).With(nil)
	climbed := func(of func(row) aidepaper.Sampled) []estimate {
		return table.Each(b.Of(aidepaper.VB, 1), func(r row) estimate { return estimate{float64(r.Size), of(r)} })
	}
	climb.estimates("M = 1", first, 0, climbed(func(r row) aidepaper.Sampled {
		return aidepaper.Sampled{Value: r.AIDE, Err: r.Err}
	}))
	for _, e := range climbed(func(r row) aidepaper.Sampled { return r.Theirs }) {
		climb.Add(display.Marks(figure.Ring, 3.5, figure.Ink, display.Level(e.x, e.x, e.Value)[:1]))
	}
	climb.Y.Min, climb.Y.Max = 0, 8
	mh := plane(aidepaper.MH, 1)
	smc := plane(aidepaper.SMC, 0)
	mh.X.Tick.Marker = plot.ConstantTicks(table.Each(b.Of(aidepaper.MH, 1), func(r row) plot.Tick {
		return plot.Tick{Value: 1 + float64(r.Size), Label: fmt.Sprint(r.Size)}
	}))
	return sheet(3).Draw(w, m, figure.Legend{Entries: []figure.LegendEntry{study.Entry("J, exact", truth)},
		Note: "Lines: what AIDE expects, or our estimates. Rings: the authors' estimates. J of SMC is known for one " +
			"particle. Bars: two standard deviations from descent to descent."},
		display.NewPanel(mh, "AIDE of MH stays where it starts", "steps", "nats"),
		display.NewPanel(smc, "AIDE of SMC vanishes", "particles", "nats"),
		display.NewPanel(climb.named(), "AIDE of VB is J", "steps up the gradient", "nats"))
}
