package scaling

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = slices.Concat([]string{"bench.txt"}, table.Names("md png svg", "scaling"))

// Page has what the benchmarks printed, and its numbers as a table and as a figure.
func Page(text string) (all study.Study, err error) {
	s, err := read(text)
	if err != nil {
		return all, err
	}
	numbers := scalingTable(s)
	all.People = []table.Table{numbers}
	all.Others = []table.File{table.Page("scaling.md", numbers), {Name: "bench.txt", Write: func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}}}
	all.Figure("scaling", func(w io.Writer, m figure.Medium) error { return scalingFigure(w, m, s) })
	return all, nil
}

// scalingTable has the numbers of the figure.
func scalingTable(s scaling) table.Table {
	t := table.Table{Title: "Time and memory of J and B", Lead: 1, Columns: table.Columns("space", "cells", "moves",
		"levels",
		"us_per_level=µs a level", "ns_per_move=ns a cell, move and chain", "mb=MB held", "bytes_per_cell=bytes a "+
			"cell")}
	program := slices.MinFunc(s.all(), func(a, b scaled) int { return cmp.Compare(a.Bytes, b.Bytes) }).Bytes
	t.Notes = []string{fmt.Sprintf("Metropolis, if no kernel is named, on %d cores of %s; the shortest of several "+
		"runs and the most memory of any. A move leads to one of the neighbours that a cell has on average, and "+
		"there are two chains. The time is that of a whole run over its levels; the memory is all that the process "+
		"held at the most, and the program itself takes %.1f MB of it: bytes a cell are the others. Kernels are on "+
		"18 spins, or on a plane if those are out of reach; their cells are all their states, whatever moves they "+
		"make. BARRIER with few levels pays for the start of a run, some 30 µs.", s.planes[0].Cores,
		s.cpu, program/1e6)}
	const tell = 1 << 18 // below, the program itself is most of it
	for _, p := range s.all() {
		row := []any{strings.Replace(p.Name, "=", " ", 1), int(p.Cells), p.Moves, int(p.Levels), p.Time / 1e3,
			p.Time / (p.Cells * p.Moves * 2), p.Bytes / 1e6, any(nil)}
		if p.Cells >= tell {
			row[len(row)-1] = (p.Bytes - program) / p.Cells
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// scalingFigure draws, on logarithmic axes, the time of a cell, move and chain against cells and against T, on one
// scale, and the memory of the process against cells. A line that is level says that time grows as cells, moves and T.
func scalingFigure(w io.Writer, m figure.Medium, s scaling) error {
	each := func(p scaled) float64 { return p.Time / (p.Cells * p.Moves * 2) }
	cells := func(p scaled) float64 { return p.Cells }
	held := func(p scaled) float64 { return p.Bytes / 1e6 }
	bound := func(p scaled) float64 { return 64 * p.Cells / 1e6 }
	const time = "ns a cell, move and chain"
	tori := figure.NthLine(1).With(nil)
	planes := figure.NthLine(0).With(nil)
	panels := []struct {
		y, x      string
		low, high float64
		lines     []curve
	}{
		{time, "cells", 0.2, 20, []curve{{"Ising tori", tori, s.spins, cells, each},
			{"planes", planes, s.planes, cells, each}}},
		{time, "T, levels on 49 cells", 0.2, 20, []curve{{"BARRIER", figure.NthLine(2).With(nil), s.levels,
			func(p scaled) float64 { return p.Levels }, each}}},
		{"memory of the process (MB)", "cells", 4, 400, []curve{{"64 bytes a cell",
			figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}, s.planes[5:], cells, bound},
			{"planes", planes, s.planes, cells, held}, {"Ising tori", tori, s.spins, cells, held}}},
	}
	return figure.Render(w, m, 880, 270, func(c draw.Canvas) {
		const labels, foot = 92, 36
		for i, one := range panels {
			p, ends := figure.NewPlot(), figure.EndLabels{}
			figure.SetLog(&p.X, figure.LogTicks{Powers: 3, Evenly: 4})
			figure.SetLog(&p.Y, figure.LogTicks{Powers: 4, Evenly: 5})
			for _, l := range one.lines {
				var points plotter.XYs
				for _, at := range l.of {
					points = append(points, plotter.XY{X: l.x(at), Y: l.y(at)})
				}
				if p.Add(l.style.Line(points)); l.style.Dashes == nil {
					p.Add(l.style.Dots(points))
				}
				ends.Add(l.name, l.style, points)
			}
			figure.Widen(&p.X, 1.3)
			p.Y.Min, p.Y.Max = one.low, one.high
			at := figure.Crop(c, vg.Length(i)*c.Size().X/3+24, foot, c.Size().X/3-24-labels, c.Size().Y-foot-8)
			p.Draw(at)
			ends.Draw(at, p)
			data := p.DataCanvas(at)
			c.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: c.Min.Y + 10}, one.x)
			c.FillText(figure.LabelUp(11), vg.Point{X: at.Min.X - 8, Y: data.Center().Y}, one.y)
		}
	})
}

// A curve is a line of measurements with its name.
type curve struct {
	name  string
	style figure.LineStyle
	of    []scaled
	x, y  func(scaled) float64
}
