package reports

import (
	"bufio"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Scaling is what the scaling benchmarks of package exact printed.
type Scaling struct {
	CPU     string
	Planes  []Scaled // two axes
	Spins   []Scaled // as many axes as spins
	Levels  []Scaled // BARRIER at ever more levels
	Kernels []Scaled // one space by many kernels
}

// A Scaled is one J and B. Of several runs of it the shortest counts, and the one
// that held the most.
type Scaled struct {
	Name   string
	Cores  int
	Cells  float64
	Moves  float64 // that a cell has on average, to its neighbours
	Levels float64
	Time   float64 // of one level, in nanoseconds
	Bytes  float64 // that the whole process held at the most
}

// PerMove is the time of a cell, a move and a chain, of which there are two.
func (s Scaled) PerMove() float64 { return s.Time / (s.Cells * s.Moves * 2) }

// PerCell is how many bytes were held for each cell, besides those of the program.
func (s Scaled) PerCell(program float64) float64 { return (s.Bytes - program) / s.Cells }

// Program is how many bytes the program takes where there is next to nothing to hold:
// the least of all.
func (s Scaling) Program() float64 {
	least := math.Inf(1)
	for _, all := range [][]Scaled{s.Planes, s.Spins, s.Levels, s.Kernels} {
		for _, p := range all {
			least = min(least, p.Bytes)
		}
	}
	return least
}

// ReadScaling reads what `go test -bench Scaling ./exact` prints.
func ReadScaling(r io.Reader) (Scaling, error) {
	var s Scaling
	for in := bufio.NewScanner(r); in.Scan(); {
		line := in.Text()
		if cpu, ok := strings.CutPrefix(line, "cpu: "); ok {
			s.CPU = cpu
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
		of := map[string]*[]Scaled{"plane": &s.Planes, "spins": &s.Spins, "barrier": &s.Levels, "kernel": &s.Kernels}
		kind, _, _ := strings.Cut(what, "=")
		if of[kind] == nil {
			return s, fmt.Errorf("%s: no such benchmark is known", fields[0])
		}
		keep(of[kind], p)
	}
	if len(s.Planes) == 0 || len(s.Spins) == 0 || len(s.Levels) == 0 || len(s.Kernels) == 0 {
		return s, fmt.Errorf("%d planes, %d spin systems, %d numbers of levels and %d kernels; some of each would do", len(s.Planes), len(s.Spins), len(s.Levels), len(s.Kernels))
	}
	return s, nil
}

// scaledLine reads values with their units.
func scaledLine(name string, fields []string) (p Scaled, err error) {
	p.Name, p.Cores = name, 1
	if i := strings.LastIndex(name, "-"); i > 0 {
		p.Name = name[:i]
		if p.Cores, err = strconv.Atoi(name[i+1:]); err != nil {
			return p, err
		}
	}
	of := map[string]*float64{"cells": &p.Cells, "moves": &p.Moves, "levels": &p.Levels, "ns/level": &p.Time, "peak-B": &p.Bytes}
	for i := 1; i+1 < len(fields); i += 2 {
		if at := of[fields[i+1]]; at != nil {
			if *at, err = strconv.ParseFloat(fields[i], 64); err != nil {
				return p, err
			}
		}
	}
	for unit, at := range of {
		if !positive(*at) {
			return p, fmt.Errorf("%v %s; a positive number would do", *at, unit)
		}
	}
	return p, nil
}

// keep adds a run, or makes one of it and another of the same.
func keep(all *[]Scaled, p Scaled) {
	for i := range *all {
		if old := &(*all)[i]; old.Name == p.Name {
			old.Time, old.Bytes = min(old.Time, p.Time), max(old.Bytes, p.Bytes)
			return
		}
	}
	*all = append(*all, p)
}

// The limits that are drawn beside what was measured: nanoseconds a cell, move and
// chain, and bytes a cell.
const limitTime, limitBytes = 6, 64

// ScalingFigure draws, on logarithmic axes, the time of a level and the memory of
// the process against cells, and of BARRIER the time of all levels and the memory
// against T, each beside its limit, dashed.
func ScalingFigure(w io.Writer, m Medium, s Scaling) error {
	const gap = 24
	level := func(p Scaled) float64 { return p.Time / 1e3 }
	whole := func(p Scaled) float64 { return p.Time * (p.Levels - 1) / 1e3 }
	held := func(p Scaled) float64 { return p.Bytes / 1e6 }
	cells := func(p Scaled) float64 { return p.Cells }
	levels := func(p Scaled) float64 { return p.Levels }
	most := func(p Scaled) float64 { return limitTime * p.Cells * p.Moves * 2 / 1e3 }
	room := func(p Scaled) float64 { return limitBytes * p.Cells / 1e6 }
	planes, spins := series{s.Planes, blue}, series{s.Spins, vermillion}
	barrier := series{s.Levels, green}
	panels := [][]*plot.Plot{
		{scalingPanel(cells, level, most, planes, spins), scalingPanel(cells, held, room, planes, spins)},
		{scalingPanel(levels, whole, func(p Scaled) float64 { return most(p) * (p.Levels - 1) }, barrier), scalingPanel(levels, held, nil, barrier)},
	}
	titles := [][]string{{"a level (microseconds)", "memory (MB)"}, {"all levels (microseconds)", "memory (MB)"}}
	bottoms := []string{"cells", "T, number of levels, of BARRIER"}
	return render(w, m, 700, 560, func(c draw.Canvas) {
		c.SetColor(color.White)
		c.Fill(c.Rectangle.Path())
		tiles := draw.Tiles{Rows: 2, Cols: 2, PadX: 34, PadY: 42}
		for i, row := range plot.Align(panels, tiles, draw.Crop(c, gap, -10, 54, -10)) {
			for k, at := range row {
				panels[i][k].Draw(at)
				data := panels[i][k].DataCanvas(at)
				c.FillText(label(11), vg.Point{X: data.Center().X, Y: data.Min.Y - 40}, bottoms[i])
				style := label(11)
				style.Rotation = math.Pi / 2
				c.FillText(style, vg.Point{X: at.Min.X - 8, Y: data.Center().Y}, titles[i][k])
			}
		}
		scalingKey(c)
	})
}

// A series is points in a colour.
type series struct {
	points []Scaled
	color  color.RGBA
}

// scalingPanel has y against x, and limits where there are any, dashed.
func scalingPanel(x, y, limit func(Scaled) float64, all ...series) *plot.Plot {
	p := newPlot()
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = decades{}, decades{}
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 8, 8
	p.Add(decadeGrid{})
	across, up := newReach(), newReach()
	var limits, lines []plot.Plotter
	for _, s := range all {
		solid, dashed := pen{s.color, nil}, pen{s.color, dashes}
		var points, bounds plotter.XYs
		for _, one := range s.points {
			points = append(points, plotter.XY{X: x(one), Y: y(one)})
			across.see(x(one))
			up.see(y(one))
			if limit != nil {
				bounds = append(bounds, plotter.XY{X: x(one), Y: limit(one)})
			}
		}
		limits = append(limits, dashed.line(bounds))
		lines = append(lines, solid.line(points), solid.dots(points))
		for _, b := range bounds {
			if b.Y > up.low {
				up.see(b.Y)
			}
		}
	}
	p.Add(limits...)
	p.Add(lines...)
	p.X.Min, p.X.Max = across.ends(1.3)
	p.Y.Min, p.Y.Max = up.ends(1.3)
	p.Y.Min, p.Y.Max = min(p.Y.Min, up.high/110), max(p.Y.Max, up.low*110) // three labels at least
	return p
}

// scalingKey says which line is which.
func scalingKey(c draw.Canvas) {
	style := label(10)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	at := vg.Point{X: c.Min.X + 30, Y: c.Min.Y + 16}
	for _, k := range []struct {
		pen  pen
		name string
		wide vg.Length
	}{
		{pen{blue, nil}, "planes, 2 axes", 130}, {pen{vermillion, nil}, "Ising tori, an axis a spin", 185}, {pen{green, nil}, "BARRIER", 100},
		{pen{ink, dashes}, fmt.Sprintf("%d ns a cell, move and chain; %d bytes a cell", limitTime, limitBytes), 0},
	} {
		c.StrokeLine2(k.pen.style(), at.X, at.Y, at.X+26, at.Y)
		if k.pen.dash == nil {
			c.DrawGlyph(k.pen.glyph(), at.Add(vg.Point{X: 13}))
		}
		c.FillText(style, at.Add(vg.Point{X: 33}), k.name)
		at.X += k.wide
	}
}

// ScalingTable is what the figure shows, in numbers.
func ScalingTable(s Scaling) Table {
	t := Table{Title: "Time and memory of J and B", Lead: 1, Columns: []Column{{"space", ""}, {"cells", ""}, {"moves", ""}, {"levels", ""},
		{"us_per_level", "µs a level"}, {"ns_per_move", "ns a cell, move and chain"}, {"mb", "MB held"}, {"bytes_per_cell", "bytes a cell"}}}
	t.Notes = []string{fmt.Sprintf("Metropolis, where no kernel is named, on %d cores of %s; the shortest of several runs and the most memory of any. A move leads to one of the "+
		"neighbours that a cell has on average, and there are two chains. The time is that of a whole run over its levels; the memory is all that the process "+
		"held at the most, of which the program itself takes %.1f MB: bytes a cell are the others. "+
		"Kernels are on 18 spins, or where those are out of reach on a plane; their cells are all their states, whatever moves they make.", s.Planes[0].Cores, s.CPU, s.Program()/1e6)}
	const tell = 1 << 18 // below, the program itself is most of it
	for _, all := range [][]Scaled{s.Planes, s.Spins, s.Levels, s.Kernels} {
		for _, p := range all {
			row := []any{strings.Replace(p.Name, "=", " ", 1), int(p.Cells), p.Moves, int(p.Levels), p.Time / 1e3, p.PerMove(), p.Bytes / 1e6, any(nil)}
			if p.Cells >= tell {
				row[len(row)-1] = p.PerCell(s.Program())
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// ScalingFiles are the figure and the table.
func ScalingFiles(s Scaling) []Output {
	figure := func(m Medium) func(io.Writer) error {
		return func(w io.Writer) error { return ScalingFigure(w, m, s) }
	}
	return []Output{
		{Name: "scaling.png", Write: figure(PNG)},
		{Name: "scaling.svg", Write: figure(SVG)},
		{Name: "scaling.md", Write: func(w io.Writer) error { return ScalingTable(s).Write(w, Markdown, Style{Width: -1}) }},
	}
}
