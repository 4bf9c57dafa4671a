package growth

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = slices.Concat(table.Names("csv json md", "growth"),
	table.Names("png svg", "enough", "gaps", "needed", "steps", "tight"))

// columns are those of the table for programs. The last, the shares of B, is not for people.
var columns = table.Keys("question model N coupling kernel repeat schedule T J B middle gap even shares")

// Page shows all numbers, and draws them.
func Page(rows []Row) (all study.Study) {
	of := func(columns []table.Column) table.Table {
		return table.Filled(table.Table{Title: "All numbers of the study", Columns: columns, Lead: 8}, rows, nil)
	}
	people := of(columns[:len(columns)-1])
	all.People = []table.Table{people}
	all.Add("growth", of(columns))
	all.Others = append(all.Others, table.Page("growth.md", people))
	known := byKey(rows)
	for _, d := range drawings() {
		all.Figure(d.name, func(w io.Writer, m figure.Medium) error { return d.write(w, m, known) })
	}
	return all
}

// byKey are rows by their questions.
func byKey(rows []Row) map[string]Row {
	known := map[string]Row{}
	for _, r := range rows {
		known[r.key()] = r
	}
	return known
}

// A line joins the rows of a question that differ in N alone, at a value of each: the points of a figure, or the last
// cells of a row in the page. Without a value it is the shares of one row, by beta.
type line struct {
	name  string
	of    Row // Repeat is 0 for a sweep
	value func(Row) float64
}

// A drawing has panels with lines, all on one scale.
type drawing struct {
	name, x, y string
	heads      []string
	panels     [][]line
}

func ofT(r Row) float64     { return float64(r.T) }
func sweeps(r Row) float64  { return float64(r.T - 1) }
func steps(r Row) float64   { return float64(r.T-1) / float64(r.N) } // in sweeps
func ofJ(r Row) float64     { return r.J }
func loose(r Row) float64   { return r.B / r.J }
func gapAll(r Row) float64  { return r.Gap * float64(r.N) }
func gapEven(r Row) float64 { return r.Even * float64(r.N) }

// of is a question about Metropolis, on a linear schedule or a named one.
func of(question, model, coupling string, T int, schedule ...string) Row {
	return Row{Question: question, Model: model, Coupling: coupling, Kernel: "metropolis", T: T,
		Schedule: append(schedule, "linear")[0]}
}

// ones is the question for one step at each level.
func (r Row) ones() Row { r.Repeat = 1; return r }

// drawings are the figures.
func drawings() []drawing {
	const n, cw = "N, number of sites", "curie-weiss"
	tight := drawing{name: "tight", x: n, y: "B/J"}
	parts := drawing{name: "steps", x: "beta", y: "share of B in a twentieth of the path"}
	needed := drawing{name: "needed", x: n, y: "sweeps until it is 0.1 nats"}
	gaps := drawing{name: "gaps", x: n, y: "spectral gap of a sweep"}
	for _, c := range []string{"0.5", "1", "2"} {
		var lines, shared []line
		for _, T := range []int{10, 30, 100} {
			lines = append(lines, line{fmt.Sprintf("T = %d, a sweep a level", T), of(measured, cw, c, T), loose})
		}
		for _, T := range []int{10, 100, 1000} {
			lines = append(lines, line{fmt.Sprintf("T = %d, a step a level", T), of(measured, cw, c, T).ones(), loose})
		}
		for _, n := range []int{10, 30, 100} {
			one := of(shares, cw, c, 101)
			one.N, one.Repeat = n, n
			shared = append(shared, line{fmt.Sprintf("N = %d", n), one, nil})
		}
		tight.panels, parts.panels = append(tight.panels, lines), append(parts.panels, shared)
		tight.heads = append(tight.heads, "Curie-Weiss, coupling "+c)
	}
	parts.heads, needed.heads = tight.heads, append(tight.heads[1:3:3], "Potts of 10 colours, at its transition")
	for _, at := range [][2]string{{cw, "1"}, {cw, "2"}, {"potts-10", of10}} {
		var lines []line
		for _, schedule := range []string{"linear", "fisher", "best-b", "best-j"} {
			lines = append(lines, line{"J, " + schedule, of(neededJ, at[0], at[1], 0, schedule), sweeps})
		}
		for _, schedule := range []string{"linear", "fisher"} {
			lines = append(lines, line{"B, " + schedule, of(neededB, at[0], at[1], 0, schedule), sweeps})
		}
		needed.panels = append(needed.panels, lines)
	}
	for _, model := range [][]string{{"Curie-Weiss, couplings 0.5, 1, 2", cw, "0.5", "1", "2"},
		{"Potts of 3 colours: 2, 2.77, 3.5", "potts-3", "2", of3, "3.5"},
		{"Potts of 10 colours: 4, 4.94, 6", "potts-10", "4", of10, "6"}} {
		var lines []line
		for k, value := range []func(Row) float64{gapAll, gapEven} {
			for i, where := range []string{"below", "at it", "above"} {
				one := Row{Question: gap, Model: model[1], Coupling: model[2+i], Kernel: "metropolis", Repeat: 1}
				of := ", all functions"
				if k == 1 {
					of = ", colour-blind"
				}
				lines = append(lines, line{where + of, one, value})
			}
		}
		gaps.heads, gaps.panels = append(gaps.heads, model[0]), append(gaps.panels, lines)
	}
	enough := drawing{name: "enough", x: n, y: "B/J",
		heads: []string{"the fewest levels of a sweep whose J is at most 0.1 nats"}}
	var lines []line
	for _, at := range [][3]string{{"Curie-Weiss, coupling 3", cw, "3"}, {"Curie-Weiss, coupling 2", cw, "2"},
		{"Curie-Weiss, coupling 1.5", cw, "1.5"}, {"Curie-Weiss, coupling 1.2", cw, "1.2"},
		{"Curie-Weiss, 1, transition", cw, "1"}, {"independent sites", "independent", "0.7"},
		{"Potts of 10, transition", "potts-10", of10}, {"Potts of 10, coupling 6", "potts-10", "6"}} {
		lines = append(lines, line{at[0], of(neededJ, at[1], at[2], 0), loose})
	}
	enough.panels = [][]line{lines}
	return []drawing{enough, tight, parts, needed, gaps}
}

// sizes are all N of the questions.
var sizes = []int{1, 5, 9, 10, 15, 16, 20, 25, 30, 40, 50, 60, 90, 100, 120, 240, 300, 1000}

// points of a line, by N.
func (l line) points(known map[string]Row) (xy plotter.XYs) {
	if l.value == nil {
		shares := known[l.of.key()].Shares
		for i, v := range shares {
			xy = append(xy, plotter.XY{X: (float64(i) + 0.5) / float64(len(shares)), Y: v})
		}
		return xy
	}
	for _, n := range sizes {
		of := l.of
		if of.N = n; of.Repeat == 0 {
			of.Repeat = n
		}
		if is, ok := known[of.key()]; ok && l.value(is) > 0 {
			xy = append(xy, plotter.XY{X: float64(n), Y: l.value(is)})
		}
	}
	return xy
}

func (d drawing) write(w io.Writer, m figure.Medium, known map[string]Row) error {
	var plots []*plot.Plot
	legend := figure.Legend{}
	low := math.Inf(1)
	high := 0.0
	left := math.Inf(1)
	right := 0.0
	for i, lines := range d.panels {
		p := figure.NewPlot()
		if lines[0].value != nil {
			figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 6})
			figure.SetLog(&p.Y, figure.LogTicks{Powers: 6, Evenly: 6})
		}
		for k, l := range lines {
			style := figure.NthLine(k)
			if xy := l.points(known); len(xy) > 0 {
				p.Add(style.Line(xy), style.Dots(xy))
			}
			if i == 0 {
				legend.Entries = append(legend.Entries, figure.LegendEntry{Name: l.name, Style: style, Dots: true})
			}
		}
		low, high = min(low, p.Y.Min), max(high, p.Y.Max)
		left, right = min(left, p.X.Min), max(right, p.X.Max)
		plots = append(plots, p)
	}
	for _, p := range plots {
		p.X.Min = left
		p.X.Max = right
		p.Y.Min = low
		p.Y.Max = high
		if d.panels[0][0].value == nil {
			p.X.Min = 0
			p.X.Max = 1
			p.Y.Min = 0
			continue
		}
		figure.Widen(&p.X, 1.1)
		figure.Widen(&p.Y, 1.1)
	}
	return display.DrawPanels(w, m, 800, 360, figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 16},
		Names: []string{d.y}, Heads: d.heads, Feet: slices.Repeat([]string{d.x}, len(plots))}, legend)
}
