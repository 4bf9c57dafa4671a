package reports

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

var update = flag.Bool("update", false, "draw what is committed anew from its numbers")

// The committed figure and table of scaling follow from the committed output of the
// benchmarks.
func TestScaling(t *testing.T) {
	data := must.Have(os.ReadFile("scaling/bench.txt"))(t)
	s := must.Have(readScaling(string(data)))(t)
	files := figure.Files("scaling", figure.ForScreen, func(w io.Writer, m figure.Medium) error { return scalingFigure(w, m, s) })
	for _, f := range append(files, table.Page("scaling.md", scalingTable(s))) {
		if strings.HasSuffix(f.Name, ".png") && !*update && os.Getenv("BREADBOARD_LONG") == "" {
			continue // it is drawn as the SVG is
		}
		reporttest.UpToDate(t, filepath.Join("scaling", f.Name), reporttest.Content(t, f),
			"go test -run Scaling ./reports -update draws it anew", *update)
	}
	for _, all := range [][]scaled{s.spins, s.planes} {
		if largest := all[len(all)-1]; largest.Cells != 1<<22 {
			t.Errorf("the largest space is %s", largest.Name)
		}
	}
}

// scaling holds what the scaling benchmarks of package exact measured, by the first word of a benchmark's name: planes
// have two axes, spins as many as they are, BARRIER has ever more levels, and one space has many kernels.
type scaling struct {
	cpu                            string
	planes, spins, levels, kernels []scaled
}

func (s scaling) all() []scaled { return slices.Concat(s.planes, s.spins, s.levels, s.kernels) }

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

// readScaling reads what `go test -bench Scaling ./exact` prints.
func readScaling(text string) (s scaling, err error) {
	of := map[string]*[]scaled{"plane": &s.planes, "spins": &s.spins, "barrier": &s.levels, "kernel": &s.kernels}
	benchmark := regexp.MustCompile(`^BenchmarkScaling\w*/((\w+)=\S*?)(?:-(\d+))?\s+\d+\s+(.*)`)
	for line := range strings.Lines(text) {
		if cpu, ok := strings.CutPrefix(line, "cpu: "); ok {
			s.cpu = strings.TrimSpace(cpu)
		}
		m := benchmark.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		values, words := map[string]float64{}, strings.Fields(m[4])
		for i := 0; i+1 < len(words); i += 2 {
			if values[words[i+1]], err = strconv.ParseFloat(words[i], 64); err != nil {
				return s, err
			}
		}
		p := scaled{m[1], 1, values["cells"], values["moves"], values["levels"], values["ns/level"], values["peak-B"]}
		if m[3] != "" {
			p.Cores, _ = strconv.Atoi(m[3])
		}
		if min(p.Cells, p.Moves, p.Levels, p.Time, p.Bytes) <= 0 || of[m[2]] == nil {
			return s, fmt.Errorf("%s: %+v", line, p)
		}
		all := of[m[2]]
		if i := slices.IndexFunc(*all, func(o scaled) bool { return o.Name == p.Name }); i >= 0 {
			old := &(*all)[i]
			old.Time, old.Bytes = min(old.Time, p.Time), max(old.Bytes, p.Bytes)
		} else {
			*all = append(*all, p)
		}
	}
	return s, nil
}

// scalingTable has the numbers of the figure.
func scalingTable(s scaling) table.Table {
	t := table.Table{Title: "Time and memory of J and B", Lead: 1, Columns: table.Columns("space", "cells", "moves",
		"levels",
		"us_per_level=µs a level", "ns_per_move=ns a cell, move and chain", "mb=MB held", "bytes_per_cell=bytes a cell")}
	program := slices.MinFunc(s.all(), func(a, b scaled) int { return cmp.Compare(a.Bytes, b.Bytes) }).Bytes
	t.Notes = []string{fmt.Sprintf("Metropolis, if no kernel is named, on %d cores of %s; the shortest of several "+
		"runs and the most memory of any. A move leads to one of the neighbours that a cell has on average, and "+
		"there are two chains. The time is that of a whole run over its levels; the memory is all that the process "+
		"held at the most, and the program itself takes %.1f MB of it: bytes a cell are the others. "+
		"Kernels are on 18 spins, or on a plane if those are out of reach; their cells are all their states, "+
		"whatever moves they make.", s.planes[0].Cores, s.cpu, program/1e6)}
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
	planes, spins, barrier := series{s.planes, line(0)}, series{s.spins, line(1)}, series{s.levels, line(2)}
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
		at := vg.Point{X: c.Min.X + 30, Y: c.Min.Y + 16}
		for i, name := range []string{"planes, 2 axes", "Ising tori, an axis a spin", "BARRIER"} {
			figure.LegendEntry{Name: name, Style: line(i), Dots: true}.Draw(c, at)
			at.X += []vg.Length{130, 185, 100}[i]
		}
		figure.LegendEntry{Name: fmt.Sprintf("%d ns a cell, move and chain; %d bytes a cell", limitTime, limitBytes),
			Style: figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}}.Draw(c, at)
	})
}

// A series is points in a style.
type series struct {
	points []scaled
	style  figure.LineStyle
}

// line is a solid one: the limits are dashed.
func line(i int) figure.LineStyle { return figure.NthLine(i).With(nil) }

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
