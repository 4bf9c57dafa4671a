package growth

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

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
// cells of a row in the page. Without a value it is the shares of one row, by beta. It has its name at its end.
type line struct {
	name  string
	style figure.LineStyle
	of    Row // Repeat is 0 for a sweep
	value func(Row) float64
}

// A drawing has panels with lines, all on one scale. A colour says what a line is of, and dashes of which kind it is.
type drawing struct {
	name, x, y string
	heads      []string
	panels     [][]line
	legend     figure.Legend
}

// kinds are the entries of a legend for solid and for dashed lines.
func kinds(solid, dashed string) []figure.LegendEntry {
	ink := figure.LineStyle{Colour: figure.Ink}
	return []figure.LegendEntry{{Name: solid, Style: ink}, {Name: dashed, Style: ink.With(figure.Dashes)}}
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
func drawings() []drawing { return []drawing{atEqualJ(), tight(), parts(), needed(), gaps()} }

const sites, curieWeiss = "N, number of sites", "curie-weiss"

// couplings of Curie-Weiss: below its transition, at it and above.
var couplings = []string{"0.5", "1", "2"}

func curieWeissHeads() (heads []string) {
	for i, where := range []string{"below", "at", "above"} {
		heads = append(heads, fmt.Sprintf("coupling %s, %s its transition", couplings[i], where))
	}
	return heads
}

// tight is B/J at the same T, a panel a T: a colour a coupling. It says which lines it lacks.
func tight() drawing {
	d := drawing{name: "tight", x: sites, y: "B/J of Curie-Weiss",
		legend: figure.Legend{Entries: kinds("a sweep a level", "a step a level"), Note: "Coupling 0.5, below the " +
			"transition, 1, at it, and 2, above it. Not computed: a step a level at T = 30; a sweep a level at " +
			"T = 1000, and at T = 100 with N = 1000."}}
	for _, T := range []int{10, 30, 100, 1000} {
		d.heads = append(d.heads, fmt.Sprintf("T = %d", T))
		var lines []line
		for i, c := range couplings {
			style := figure.NthLine(i)
			lines = append(lines, line{c, style.With(nil), of(measured, curieWeiss, c, T), loose})
			lines = append(lines, line{c, style.With(figure.Dashes), of(measured, curieWeiss, c, T).ones(), loose})
		}
		d.panels = append(d.panels, lines)
	}
	return d
}

// parts are the shares of B along the path.
func parts() drawing {
	d := drawing{name: "steps", x: "beta", y: "share of B in a twentieth of the path", heads: curieWeissHeads(),
		legend: figure.Legend{Note: "Curie-Weiss, T = 101, levels of a sweep."}}
	for _, c := range couplings {
		var lines []line
		for i, n := range []int{10, 30, 100} {
			one := of(shares, curieWeiss, c, 101)
			one.N = n
			one.Repeat = n
			lines = append(lines, line{fmt.Sprintf("N = %d", n), figure.NthLine(i), one, nil})
		}
		d.panels = append(d.panels, lines)
	}
	return d
}

// needed are the sweeps until J or B is small: a colour a schedule.
func needed() drawing {
	d := drawing{name: "needed", x: sites, y: "sweeps until J or B is at most 0.1 nats",
		heads: []string{"Curie-Weiss at 1, its transition", "Curie-Weiss at 2, above it",
			"Potts of 10, at its transition"},
		legend: figure.Legend{Entries: kinds("J", "B"), Note: "A line ends where the search took too long. Of Potts " +
			"the sweeps until J is small were looked for, on two schedules."}}
	for _, at := range [][2]string{{curieWeiss, "1"}, {curieWeiss, "2"}, {"potts-10", of10}} {
		var lines []line
		for i, schedule := range []string{"linear", "fisher", "best-b", "best-j"} {
			style := figure.NthLine(i)
			lines = append(lines, line{schedule, style.With(nil), of(neededJ, at[0], at[1], 0, schedule), sweeps})
			if i < 2 {
				until := of(neededB, at[0], at[1], 0, schedule)
				lines = append(lines, line{schedule, style.With(figure.Dashes), until, sweeps})
			}
		}
		d.panels = append(d.panels, lines)
	}
	return d
}

// gaps are those of a sweep: a colour a coupling.
func gaps() drawing {
	d := drawing{name: "gaps", x: sites, y: "spectral gap of a sweep",
		legend: figure.Legend{Entries: kinds("of all functions", "of colour-blind ones"), Note: "Below, at and above " +
			"the transition. A line ends where it was not computed. Of all functions it falls from there: above the " +
			"transition of Curie-Weiss it is below rounding from N = 100 on. Potts of 10: colour-blind ones alone."}}
	for _, model := range [][]string{{"Curie-Weiss: 0.5, 1, 2", curieWeiss, "0.5", "1", "2"},
		{"Potts of 3: 2, 2.77, 3.5", "potts-3", "2", of3, "3.5"},
		{"Potts of 10: 4, 4.94, 6", "potts-10", "4", of10, "6"}} {
		var lines []line
		for i, where := range []string{"below", "at", "above"} {
			one := Row{Question: gap, Model: model[1], Coupling: model[2+i], Kernel: "metropolis", Repeat: 1}
			lines = append(lines, line{where, figure.NthLine(i).With(nil), one, gapAll},
				line{where, figure.NthLine(i).With(figure.Dashes), one, gapEven})
		}
		d.heads = append(d.heads, model[0])
		d.panels = append(d.panels, lines)
	}
	return d
}

// atEqualJ is B/J at the same J. A colour says where the path goes.
func atEqualJ() drawing {
	crosses := figure.NthLine(1)
	ends := figure.NthLine(0)
	none := figure.NthLine(6)
	d := drawing{name: "enough", x: sites, y: "B/J",
		heads: []string{"at the fewest T, in levels of a sweep, whose J is at most 0.1 nats"},
		legend: figure.Legend{Entries: []figure.LegendEntry{
			{Name: "the path crosses a transition", Style: crosses.With(nil)},
			{Name: "the path ends at it", Style: ends.With(nil)}, {Name: "there is none", Style: none.With(nil)}},
			Note: "T is whole: J of a mark is 0.052 to 0.1 nats."}}
	var lines []line
	for _, at := range []struct {
		name, model, coupling string
		style                 figure.LineStyle
		marker                figure.Marker
	}{{"Curie-Weiss at 3", curieWeiss, "3", crosses, 0}, {"Curie-Weiss at 2", curieWeiss, "2", crosses, 1},
		{"Curie-Weiss at 1.5", curieWeiss, "1.5", crosses, 2}, {"Curie-Weiss at 1.2", curieWeiss, "1.2", crosses, 3},
		{"Curie-Weiss at 1", curieWeiss, "1", ends, 0}, {"independent sites", "independent", "0.7", none, 0},
		{"Potts of 10 at 4.94", "potts-10", of10, ends, 5}, {"Potts of 10 at 6", "potts-10", "6", crosses, 5}} {
		style := at.style.With(nil)
		style.Marker = at.marker
		lines = append(lines, line{at.name, style, of(neededJ, at.model, at.coupling, 0), loose})
	}
	d.panels = [][]line{lines}
	return d
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
	grid := study.Grid{Plots: make([][]*plot.Plot, 1), Heads: d.heads, Up: []string{d.y}, Across: d.x,
		Legend: d.legend}
	for _, lines := range d.panels {
		grid.Plots[0] = append(grid.Plots[0], panel(lines, known))
	}
	return grid.Draw(w, m, 230)
}

// panel is a plot of lines, each with its name at its end: one of two that have the same, which are of one colour, if
// they end at the same place.
func panel(lines []line, known map[string]Row) *plot.Plot {
	byBeta := lines[0].value == nil
	p := study.AgainstLog(true)
	if byBeta {
		p = figure.NewPlot()
	}
	var ends figure.EndLabels
	for _, l := range lines {
		xy := l.points(known)
		if len(xy) > 0 {
			p.Add(l.style.Line(xy), l.style.Dots(xy))
			ends.Add(l.name, l.style, xy)
		}
	}
	p.Add(ends)
	if byBeta {
		p.X.Min = 0
		p.X.Max = 1
		p.Y.Min = 0
	}
	return p
}
