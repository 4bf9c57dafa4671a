package reports

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

var update = flag.Bool("update", false, "draw what is committed anew from its numbers")

// The committed figure and table of scaling follow from the committed output of the
// benchmarks.
func TestScaling(t *testing.T) {
	data, err := os.ReadFile("scaling/bench.txt")
	if err != nil {
		t.Fatal(err)
	}
	s, err := readScaling(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range scalingFiles(s) {
		if strings.HasSuffix(f.Name, ".png") && !*update && os.Getenv("BREADBOARD_LONG") == "" {
			continue // it is drawn as the SVG is
		}
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("scaling", f.Name)
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		committed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if fault := reporttest.Differs(f.Name, b.Bytes(), committed); fault != "" {
			t.Errorf("%s: %s; go test -run Scaling ./reports -update draws it anew", path, fault)
		}
	}
	for _, all := range [][]scaled{s.spins, s.planes} {
		if largest := all[len(all)-1]; largest.Cells != 1<<22 {
			t.Errorf("the largest space is %s", largest.Name)
		}
	}
}

// scaling holds the numbers that the scaling benchmarks of package exact printed.
type scaling struct {
	cpu     string
	planes  []scaled // two axes
	spins   []scaled // as many axes as spins
	levels  []scaled // BARRIER at ever more levels
	kernels []scaled // one space by many kernels
}

// scaled is one measurement of J and B. Of several runs it has the shortest time and the
// most memory.
type scaled struct {
	Name   string
	Cores  int
	Cells  float64
	Moves  float64 // to neighbours, that a cell has on average
	Levels float64
	Time   float64 // one level, in nanoseconds
	Bytes  float64 // held by the whole process at the most
}

// perMove is the time of a cell, a move and a chain; there are two chains.
func (s scaled) perMove() float64 { return s.Time / (s.Cells * s.Moves * 2) }

// perCell returns the bytes that were held for each cell, besides the program's own.
func (s scaled) perCell(program float64) float64 { return (s.Bytes - program) / s.Cells }

// program returns the bytes of a program that holds next to nothing: the least of all
// measurements.
func (s scaling) program() float64 {
	least := math.Inf(1)
	for _, all := range [][]scaled{s.planes, s.spins, s.levels, s.kernels} {
		for _, p := range all {
			least = min(least, p.Bytes)
		}
	}
	return least
}

// readScaling reads what `go test -bench Scaling ./exact` prints.
func readScaling(r io.Reader) (scaling, error) {
	var s scaling
	for in := bufio.NewScanner(r); in.Scan(); {
		line := in.Text()
		if cpu, ok := strings.CutPrefix(line, "cpu: "); ok {
			s.cpu = cpu
		}
		name, ok := strings.CutPrefix(line, "BenchmarkScaling")
		if !ok {
			continue
		}
		fields := strings.Fields(name)
		_, what, _ := strings.Cut(fields[0], "/")
		p, err := scaledLine(what, fields[1:])
		if err != nil {
			return s, fmt.Errorf("%s: %w", fields[0], err)
		}
		of := map[string]*[]scaled{"plane": &s.planes, "spins": &s.spins, "barrier": &s.levels, "kernel": &s.kernels}
		kind, _, _ := strings.Cut(what, "=")
		if of[kind] == nil {
			return s, fmt.Errorf("%s: no such benchmark is known", fields[0])
		}
		addScaled(of[kind], p)
	}
	if len(s.planes) == 0 || len(s.spins) == 0 || len(s.levels) == 0 || len(s.kernels) == 0 {
		return s, fmt.Errorf("%d planes, %d spin systems, %d numbers of levels and %d kernels; some of each would do",
			len(s.planes), len(s.spins), len(s.levels), len(s.kernels))
	}
	return s, nil
}

// scaledLine reads values with their units.
func scaledLine(name string, fields []string) (p scaled, err error) {
	p.Name, p.Cores = name, 1
	if i := strings.LastIndex(name, "-"); i > 0 {
		p.Name = name[:i]
		if p.Cores, err = strconv.Atoi(name[i+1:]); err != nil {
			return p, err
		}
	}
	of := map[string]*float64{"cells": &p.Cells, "moves": &p.Moves, "levels": &p.Levels, "ns/level": &p.Time,
		"peak-B": &p.Bytes}
	for i := 1; i+1 < len(fields); i += 2 {
		if at := of[fields[i+1]]; at != nil {
			if *at, err = strconv.ParseFloat(fields[i], 64); err != nil {
				return p, err
			}
		}
	}
	for unit, at := range of {
		if !figure.OnLogAxis(*at) {
			return p, fmt.Errorf("%v %s; a positive number would do", *at, unit)
		}
	}
	return p, nil
}

// addScaled adds a run, or merges it with another of the same.
func addScaled(all *[]scaled, p scaled) {
	for i := range *all {
		if old := &(*all)[i]; old.Name == p.Name {
			old.Time, old.Bytes = min(old.Time, p.Time), max(old.Bytes, p.Bytes)
			return
		}
	}
	*all = append(*all, p)
}

// scalingTable has the numbers of the figure.
func scalingTable(s scaling) table.Table {
	t := table.Table{Title: "Time and memory of J and B", Lead: 1, Columns: table.Columns("space", "cells", "moves",
		"levels",
		"us_per_level=µs a level", "ns_per_move=ns a cell, move and chain", "mb=MB held", "bytes_per_cell=bytes a cell")}
	t.Notes = []string{fmt.Sprintf("Metropolis, if no kernel is named, on %d cores of %s; the shortest of several "+
		"runs and the most memory of any. A move leads to one of the neighbours that a cell has on average, and "+
		"there are two chains. The time is that of a whole run over its levels; the memory is all that the process "+
		"held at the most, and the program itself takes %.1f MB of it: bytes a cell are the others. "+
		"Kernels are on 18 spins, or on a plane if those are out of reach; their cells are all their states, "+
		"whatever moves they make.", s.planes[0].Cores, s.cpu, s.program()/1e6)}
	const tell = 1 << 18 // below, the program itself is most of it
	for _, all := range [][]scaled{s.planes, s.spins, s.levels, s.kernels} {
		for _, p := range all {
			row := []any{strings.Replace(p.Name, "=", " ", 1), int(p.Cells), p.Moves, int(p.Levels), p.Time / 1e3,
				p.perMove(), p.Bytes / 1e6, any(nil)}
			if p.Cells >= tell {
				row[len(row)-1] = p.perCell(s.program())
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// scalingFiles are the figure and the table.
func scalingFiles(s scaling) []table.File {
	drawn := func(m figure.Medium) table.File {
		return table.File{Name: "scaling." + string(m),
			Write: func(w io.Writer) error { return scalingFigure(w, m, s) }}
	}
	return []table.File{drawn(figure.PNG), drawn(figure.SVG), table.Page("scaling.md", scalingTable(s))}
}

// The limits that are drawn beside the measurements: nanoseconds a cell, move and chain,
// and bytes a cell.
const limitTime, limitBytes = 6, 64

// scalingFigure draws, on logarithmic axes, the time of a level and the memory of the
// process against cells, and for BARRIER the time of all levels and the memory against T.
// A dashed line is the limit.
func scalingFigure(w io.Writer, m figure.Medium, s scaling) error {
	const gap = 24
	level := func(p scaled) float64 { return p.Time / 1e3 }
	whole := func(p scaled) float64 { return p.Time * (p.Levels - 1) / 1e3 }
	held := func(p scaled) float64 { return p.Bytes / 1e6 }
	cells := func(p scaled) float64 { return p.Cells }
	levels := func(p scaled) float64 { return p.Levels }
	mostTime := func(p scaled) float64 { return limitTime * p.Cells * p.Moves * 2 / 1e3 }
	mostWhole := func(p scaled) float64 { return mostTime(p) * (p.Levels - 1) }
	mostHeld := func(p scaled) float64 { return limitBytes * p.Cells / 1e6 }
	planes, spins := series{s.planes, scalingLines[0]}, series{s.spins, scalingLines[1]}
	barrier := series{s.levels, scalingLines[2]}
	panels := [][]*plot.Plot{
		{scalingPanel(cells, level, mostTime, planes, spins), scalingPanel(cells, held, mostHeld, planes, spins)},
		{scalingPanel(levels, whole, mostWhole, barrier), scalingPanel(levels, held, nil, barrier)},
	}
	titles := [][]string{{"a level (microseconds)", "memory (MB)"}, {"all levels (microseconds)", "memory (MB)"}}
	bottoms := []string{"cells", "T, number of levels, of BARRIER"}
	return figure.Render(w, m, 700, 560, func(c draw.Canvas) {
		tiles := draw.Tiles{Rows: 2, Cols: 2, PadX: 34, PadY: 42}
		for i, row := range plot.Align(panels, tiles, draw.Crop(c, gap, -10, 54, -10)) {
			for k, at := range row {
				panels[i][k].Draw(at)
				data := panels[i][k].DataCanvas(at)
				c.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: data.Min.Y - 40}, bottoms[i])
				c.FillText(figure.LabelUp(11), vg.Point{X: at.Min.X - 8, Y: data.Center().Y}, titles[i][k])
			}
		}
		scalingLegend(c)
	})
}

// A series is points in a style.
type series struct {
	points []scaled
	style  figure.LineStyle
}

// scalingLines are solid: the limits are dashed.
var scalingLines = []figure.LineStyle{figure.NthLine(0).With(nil), figure.NthLine(1).With(nil),
	figure.NthLine(2).With(nil)}

// scalingPanel draws y against x, and the limits, dashed, if there are any.
func scalingPanel(x, y, limit func(scaled) float64, all ...series) *plot.Plot {
	p := figure.NewPlot()
	ticks := figure.LogTicks{Powers: 8, Evenly: 6}
	figure.SetLog(&p.X, ticks)
	figure.SetLog(&p.Y, ticks)
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 8, 8
	var limits, lines []plot.Plotter
	for _, s := range all {
		solid, dashed := s.style, s.style.With(figure.Dashes)
		var points, bounds plotter.XYs
		for _, one := range s.points {
			points = append(points, plotter.XY{X: x(one), Y: y(one)})
			if limit != nil {
				bounds = append(bounds, plotter.XY{X: x(one), Y: limit(one)})
			}
		}
		limits = append(limits, dashed.Line(bounds))
		lines = append(lines, solid.Line(points), solid.Dots(points))
	}
	p.Add(limits...)
	highest := p.Y.Max
	p.Y.Min, p.Y.Max = math.Inf(1), math.Inf(-1) // a limit may begin far below what was measured
	p.Add(lines...)
	least, most := p.Y.Min, max(p.Y.Max, highest)
	p.Y.Max = most
	figure.Widen(&p.X, 1.3)
	figure.Widen(&p.Y, 1.3)
	// two decades at least: what hardly grows looks so
	p.Y.Min, p.Y.Max = min(p.Y.Min, most/110), max(p.Y.Max, least*110)
	return p
}

// scalingLegend says which line is which.
func scalingLegend(c draw.Canvas) {
	at := vg.Point{X: c.Min.X + 30, Y: c.Min.Y + 16}
	line := func(name string, style figure.LineStyle, width vg.Length) {
		figure.LegendEntry{Name: name, Style: style, Dots: style.Dashes == nil}.Draw(c, at)
		at.X += width
	}
	line("planes, 2 axes", scalingLines[0], 130)
	line("Ising tori, an axis a spin", scalingLines[1], 185)
	line("BARRIER", scalingLines[2], 100)
	line(fmt.Sprintf("%d ns a cell, move and chain; %d bytes a cell", limitTime, limitBytes),
		figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}, 0)
}
