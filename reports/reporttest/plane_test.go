package reporttest

import (
	"bytes"
	"io"
	"math"
	"testing"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
)

// drawn is what a drawing makes as SVG.
func drawn(t *testing.T, into func(c draw.Canvas)) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := figure.Render(io.Writer(&b), figure.SVG, 400, 300, into); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A figure is read as it was drawn: the curve by its ticks, and the colours by their bar.
func TestFiguresAreRead(t *testing.T) {
	points := plotter.XYs{{X: 10, Y: 0.3}, {X: 50, Y: 0.02}, {X: 900, Y: 0.7}}
	cells := [][]float64{{0.1, 0.7, math.Inf(-1)}, {0.35, 0, 0.5}}
	svg := drawn(t, func(c draw.Canvas) {
		p := figure.NewPlot()
		figure.SetLog(&p.X, figure.LogTicks{Powers: 5, Evenly: 5})
		p.X.Label.Text = "T"
		p.Add(figure.NthLine(1).Line(points), figure.NthLine(0).Dots(points))
		p.Draw(draw.Crop(c, 0, 0, 130, 0))
		h := figure.HeatMap{Cells: cells, Scale: figure.LargestOf(cells...)}
		h.Draw(figure.Crop(c, 20, 10, 90, 60))
		h.Scale.ColourBar(figure.Crop(c, 150, 10, 60, vg.Length(100)), "nats")
	})
	planes, maps := Planes(t, svg), HeatMaps(t, svg)
	if len(planes) != 1 || len(maps) != 1 || !planes[0].X.Log || planes[0].Y.Log || maps[0].Unit != "nats" {
		t.Fatalf("%d planes, %d maps: %+v", len(planes), len(maps), maps)
	}
	curves := planes[0].Curves("#D55E00", true)
	if len(curves) != 1 {
		t.Fatalf("%d curves in %+v", len(curves), planes[0].Lines)
	}
	planes[0].Follows(t, "the curve", curves[0], [][2]float64{{10, 0.3}, {50, 0.02}, {900, 0.7}})
	want := [][]float64{{0.1, 0.7, math.NaN()}, {0.35, 0, 0.5}}
	maps[0].Is(t, "the map", want)
	want[0][1], want[1][1] = 0.1, math.NaN()
	if said := maps[0].faults(want); len(said) != 2 {
		t.Errorf("of two wrong cells it says %q", said)
	}
}
