package reports

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/columns"
	"breadboard/experiments/geweke"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// Geweke is the table of a Geweke test, one statistic a row.
func Geweke(r geweke.Result, f table.Format) table.Table {
	if f.ForPrograms() {
		t := table.Table{Columns: forPrograms(columns.Of("geweke"))}
		for _, s := range r.Findings {
			t.Add(s.Name, stat.Mean(s.Forward, nil), stat.Mean(s.Chain, nil), s.Distance, s.P, s.OK(), r.MCSeed)
		}
		return t
	}
	words := wordsOf(r)
	t := table.Table{Title: fmt.Sprintf("The kernel fits %s, as far as %d draws tell.", r.ModelName(), r.Draws),
		Columns: table.Columns("statistic", "mean_forward="+words.forward,
			"mean_chain="+words.chain, "distance=KS distance",
			"p", "ok="+words.ok)}
	for _, s := range r.Findings {
		verdict := table.Verdict{Text: "yes"}
		if !s.OK() {
			verdict = table.Verdict{Text: "NO", Mark: table.Failed}
		}
		t.Add(s.Name, table.ThreeDigits(stat.Mean(s.Forward, nil)), table.ThreeDigits(stat.Mean(s.Chain, nil)),
			table.ThreeDigits(s.Distance), table.ThreeDigits(s.P), verdict)
	}
	if w := r.Worst(); !w.OK() {
		t.Title = fmt.Sprintf(words.fault, r.ModelName(), w.Name)
	}
	t.Note("%s, corrected for the number of statistics; below %g the kernel is accused. mc-seed %d.", words.drawn,
		geweke.Level, r.MCSeed)
	return t
}

// gewekeWords are those of one of the tests. drawn ends with what p is the probability of.
type gewekeWords struct{ forward, chain, ok, fault, drawn, axes string }

func wordsOf(r geweke.Result) gewekeWords {
	if r.Kind != geweke.SBC && r.Kind != geweke.Invariance {
		return gewekeWords{"forward mean", "chain mean", "one law", "The kernel does not fit %s: %s has another law.",
			fmt.Sprintf("%d pairs of latents and data each way: from the model, and after %d steps of the kernel "+
				"with new data between them. p: the probability of at least that distance if both have one law",
				r.Draws, r.Steps),
			"across: the share of the forward pairs up to a value; up: the share of the pairs from chains"}
	}
	w := gewekeWords{"even mean", "mean rank", "even",
		"The kernel does not fit %s: by %s the true latents do not rank evenly.", "",
		"across: the share of all ranks up to a rank; up: the share of the draws that rank so low"}
	const p = "p: the probability of counts of ranks that are as rare, if all ranks are equally likely"
	if r.Kind == geweke.Invariance {
		w.drawn = fmt.Sprintf("%d draws of latents and data from the model. The latents get a random place among %d "+
			"others: steps of the kernel to those behind, and of its reversal to those before, %d from place to "+
			"place. %s", r.Draws, r.Others,
			r.Steps, p)
		return w
	}
	w.fault = "Under a kernel for %s the true latents do not rank evenly by %s: the kernel is wrong, or slow, and " +
		"has not forgotten its start. More steps, or the test of invariance, can tell."
	w.drawn = fmt.Sprintf("%d draws of latents and data from the model. The latents rank among %d states of a chain "+
		"from the prior, one after every %d steps. A right kernel that needs more steps to forget is accused too. %s",
		r.Draws,
		r.Others, r.Steps, p)
	return w
}

// GewekeNames are the names of GewekePictures.
var GewekeNames = table.Names("png svg", "geweke")

// GewekePictures are the P-P plots of all statistics, as PNG and SVG, in rows of four: the chain's distribution
// function against the forward one. If both have one law the points lie near the diagonal.
func GewekePictures(r geweke.Result) ([]table.File, error) {
	const abreast, side, foot = 4, 150, 20
	return table.Render(figure.Files("geweke", func(w io.Writer, m figure.Medium) error {
		plots := each(r.Findings, distributions)
		plots = append(plots, make([]*plot.Plot, (abreast-len(plots)%abreast)%abreast)...)
		rows := slices.Collect(slices.Chunk(plots, abreast))
		return figure.Render(w, m, abreast*side, vg.Length(len(rows)*side+foot), func(c draw.Canvas) {
			axes := figure.Broken(figure.Label(10), wordsOf(r).axes, c.Size().X)
			c.FillText(figure.Label(10), vg.Point{X: c.Center().X, Y: c.Min.Y + 6}, axes)
			figure.Panels{Plots: rows, Tiles: draw.Tiles{PadX: 10, PadY: 12, PadTop: 6, PadBottom: 4, PadLeft: 4,
				PadRight: 8}}.Draw(draw.Crop(c, 0, 0, foot+figure.Lower(figure.Label(10), axes), 0))
		})
	}))
}

// distributions is the P-P plot of one statistic.
func distributions(f geweke.Finding) *plot.Plot {
	p := figure.NewPlot()
	p.Title.Text = fmt.Sprintf("%s, p = %.2g", f.Name, f.P)
	p.Title.TextStyle.Font = figure.Label(9).Font
	p.X.Min = 0
	p.X.Max = 1
	p.Y.Min = 0
	p.Y.Max = 1
	grey := figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}
	line := figure.LineStyle{Colour: figure.Blue}
	if !f.OK() {
		line.Colour = figure.Vermillion
	}
	p.Add(grey.Line(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}}), line.Line(pp(f)))
	return p
}

// pp are the points of a P-P plot: both distribution functions at each value.
func pp(f geweke.Finding) plotter.XYs {
	forward := slices.Sorted(slices.Values(f.Forward))
	chain := slices.Sorted(slices.Values(f.Chain))
	points := plotter.XYs{{X: 0, Y: 0}}
	upTo := func(sorted []float64, v float64) float64 {
		n, _ := slices.BinarySearch(sorted, math.Nextafter(v, math.Inf(1)))
		return float64(n) / float64(len(sorted))
	}
	for _, v := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(forward, chain)))) {
		points = append(points, plotter.XY{X: upTo(forward, v), Y: upTo(chain, v)})
	}
	return points
}
