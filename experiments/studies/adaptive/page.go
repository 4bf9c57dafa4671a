package adaptive

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/chains/evidence"
	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = []string{"bias.csv", "bias.svg", "draws.csv"}

// Page shows the bias of each program in percent, and draws it; and the bias on other draws.
func Page(found Found) (all study.Study) {
	rows := found.Rows
	bias := table.Table{Title: "Bias of the evidence, in %", Lead: 2, Columns: table.Columns("target", "P",
		"multinomial",
		"systematic", "waste_free=waste-free, chains of 2")}
	for _, g := range targets {
		for _, r := range rows {
			if r.Target == g.name && r.Program == name(multinomial) {
				bias.Add(g.name, r.P, percent(rows, g, multinomial, r.P), percent(rows, g, systematic, r.P),
					percent(rows, g, wasteFree, r.P))
			}
		}
	}
	bias.Note("The mean of R̂/R - 1, with its standard error where it is sampled.")
	all.People = []table.Table{bias, byParticles(found.Draws), bySetting(found.Draws)}
	lines := [][]string{{"target", "program", "P", "how", "bias", "stderr", "rmse"}}
	for _, r := range rows {
		lines = append(lines, []string{r.Target, r.Program, strconv.Itoa(r.P), r.How, display.Digits(r.Bias, digits),
			display.Digits(r.StdErr, digits), display.Digits(r.RMSE, digits)})
	}
	all.Others = append(all.Others, display.Lines("bias.csv", lines))
	all.Others = append(all.Others, display.Lines("draws.csv", drawLines(found.Draws)))
	all.FigureIn("bias", []figure.Medium{figure.SVG}, func(w io.Writer, m figure.Medium) error {
		return drawn(w, m, rows)
	})
	return all
}

// percent is the bias of a program on a target; nothing if it is not among the rows.
func percent(rows []Row, g target, way string, P int) string {
	i := slices.IndexFunc(rows, func(r Row) bool { return r.Target == g.name && r.Program == name(way) && r.P == P })
	switch {
	case i < 0:
		return ""
	case rows[i].How == exactly:
		return fmt.Sprintf("%.2f", 100*rows[i].Bias)
	}
	return fmt.Sprintf("%.2f ± %.2f", 100*rows[i].Bias, 100*rows[i].StdErr)
}

// byParticles sums up the draws by P, with the share and the kernel of the table by target.
func byParticles(draws []Draw) table.Table {
	t := table.Table{Title: "Bias on other draws of EASY RANDOM, in %", Columns: table.Columns("P", "draws",
		"mean", "times=P times the mean", "least", "median", "most", "below=below 0")}
	for _, P := range ofDraws {
		some := of(draws, share, usual, P)
		s := sumUp(some)
		t.Add(P, len(some), s.mean(1), s.mean(float64(P)), percentOf(s.least), percentOf(s.median), percentOf(s.most),
			fmt.Sprintf("%d of %d", s.below, len(some)))
	}
	return t
}

// bySetting sums up the first draws by share and kernel.
func bySetting(draws []Draw) table.Table {
	t := table.Table{Title: "Bias with other shares and kernels, in %", Columns: table.Columns("share", "kernel",
		"few=mean, P = 4", "more=mean, P = 16", "quotient=of the two", "below=below 0 at P = 4")}
	add := func(share float64, kernel string) {
		first := func(P int) []Draw {
			some := of(draws, share, kernel, P)
			return some[:min(len(some), fewDraws)]
		}
		few := sumUp(first(ofFew[0]))
		more := sumUp(first(ofFew[1]))
		t.Add(fmt.Sprint(share), kernel, few.mean(1), more.mean(1), fmt.Sprintf("%.1f", few.average/more.average),
			fmt.Sprintf("%d of %d", few.below, len(first(ofFew[0]))))
	}
	add(otherShares[0], usual)
	add(share, usual)
	for _, s := range otherShares[1:] {
		add(s, usual)
	}
	for _, kernel := range otherKernels {
		add(share, kernel)
	}
	return t
}

// A summary has what some draws have together. The error of the average is that of sampling alone.
type summary struct {
	average, stderr     float64
	least, median, most float64
	below               int
}

func sumUp(draws []Draw) (s summary) {
	var all []float64
	squares := 0.0
	for _, d := range draws {
		all = append(all, d.Bias)
		squares += d.StdErr * d.StdErr
		if d.Bias < 0 {
			s.below++
		}
	}
	many := float64(len(all))
	s.average = floats.Sum(all) / many
	s.stderr = math.Sqrt(squares) / many
	s.median = evidence.Median(all)
	s.least, s.most = slices.Min(all), slices.Max(all)
	return s
}

// mean writes so many times the average with its error, in percent.
func (s summary) mean(times float64) string {
	return fmt.Sprintf("%.2f ± %.2f", 100*times*s.average, 100*times*s.stderr)
}

func percentOf(v float64) string { return fmt.Sprintf("%.2f", 100*v) }

// drawLines are the lines of draws.csv.
func drawLines(draws []Draw) [][]string {
	lines := [][]string{{"seed", "share", "kernel", "P", "bias", "stderr"}}
	for _, d := range draws {
		lines = append(lines, []string{strconv.FormatUint(d.Seed, 10), fmt.Sprint(d.Share), d.Kernel, strconv.Itoa(d.P),
			display.Digits(d.Bias, digits), display.Digits(d.StdErr, digits)})
	}
	return lines
}

// drawn draws the bias against P, a panel a target, all on one scale.
func drawn(w io.Writer, m figure.Medium, rows []Row) error {
	note := "Dotted: no bias. Where there is no bar the number is exact."
	grid := study.Grid{Plots: make([][]*plot.Plot, 1), Up: []string{"E[w]/R − 1, in percent"},
		Across: "P, number of states", Legend: figure.Legend{Note: note}}
	for _, g := range targets {
		grid.Heads = append(grid.Heads, g.name)
		grid.Plots[0] = append(grid.Plots[0], panel(g, rows))
	}
	for k, name := range []string{"multinomial", "systematic", "waste-free, chains of 2"} {
		grid.Legend.Entries = append(grid.Legend.Entries, study.Entry(name, figure.NthLine(k)))
	}
	grid.Legend.Entries = append(grid.Legend.Entries,
		display.BarEntry("two standard errors either way", figure.Ink, true))
	return grid.Draw(w, m, 220)
}

// panel is that of a target: a line a way to resample.
func panel(g target, rows []Row) *plot.Plot {
	const percent = 100
	p := study.AgainstLog(false)
	p.Y.Tick.Marker = display.TicksAt(-8, -4, 0, 4)
	p.Add(figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}.Line(display.Level(2, 64, 0)))
	for k, way := range ways {
		style := figure.NthLine(k)
		var line plotter.XYs
		bars := &plotter.YErrorBars{LineStyle: draw.LineStyle{Color: style.Colour, Width: 0.8}, CapWidth: 4}
		for _, r := range rows {
			if r.Target != g.name || r.Program != name(way) {
				continue
			}
			line = append(line, plotter.XY{X: float64(r.P), Y: percent * r.Bias})
			both := 2 * percent * r.StdErr
			if both > 0 {
				bars.XYs = append(bars.XYs, line[len(line)-1])
				bars.YErrors = append(bars.YErrors, plotter.YErrors{{Low: both, High: both}}...)
			}
		}
		if line == nil {
			continue
		}
		study.Curve(p, style, line)
		if len(bars.XYs) > 0 {
			p.Add(bars)
		}
	}
	p.Y.Min = min(p.Y.Min, 0)
	p.Y.Max = max(p.Y.Max, 0)
	return p
}
