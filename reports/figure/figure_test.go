package figure

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"breadboard/grid/must"
)

func svgOf(t *testing.T, f Figure) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, f.Write(&b, SVG, 0))
	return b.String()
}

// TestSpread: labels never overlap and keep their order, and they stay between the bounds if there is room.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.SliceOfN(rapid.Map(rapid.Float64Range(0, 150), func(v float64) vg.Length { return vg.Length(v) }),
			1, 12).Draw(t, "ends")
		moved := spread(at, endLine, 0, 150)
		for i := range at {
			for k := range at {
				if at[i] > at[k] && moved[i] < moved[k]+endLine-1e-9 {
					t.Fatalf("%v became %v", at, moved)
				}
			}
			if moved[i] < -1e-9 || moved[i] > 150+1e-9 {
				t.Fatalf("%v are beyond the bounds: %v", at, moved)
			}
		}
	})
	if got := spread([]vg.Length{50, 20}, endLine, 0, 100); got[0] != 50 || got[1] != 20 {
		t.Errorf("labels with room moved to %v", got)
	}
}

// TestPanels: panels are drawn as in testdata at any number of plots, without the name of a line that has no points,
// and in the same bytes again.
func TestPanels(t *testing.T) {
	p := LogPlot(true)
	p.Title.Text = "a title"
	p.X.Label.Text = "x here"
	p.Y.Label.Text = "y here"
	line := plotter.XYs{{X: 1, Y: 10}, {X: 100, Y: 0.1}}
	p.Add(NthLine(1).Line(line), NthLine(13).Dots(line), NthLine(6).FaintDots(line), NthLine(3).Bar(3, 0.2, 4),
		Rings(Ink, line[:1]), Crosses(Blue, line[1:]))
	var ends EndLabels
	ends.Add("an end", NthLine(0), line)
	ends.Add("nothing", NthLine(1), nil)
	ends.Add("inside", NthLine(1), plotter.XYs{{X: 1, Y: 10}, {X: 10, Y: 1}})
	ends.Add("near", NthLine(2), plotter.XYs{{X: 90, Y: 0.12}})
	p.Add(ends)
	f := Panels{Plots: [][]*plot.Plot{{nil, p}, {NewPlot(), nil}}, Height: 200, Title: "of all", Across: "across all"}
	f.Legend.Add("a line", NthLine(0).Line(nil))
	f.Legend.Add(strings.Repeat("a long name, ", 4), NthLine(5).Line(nil), NthLine(5).Dots(nil))
	f.Legend.Add(strings.Repeat("the next one, ", 4), Rings(Blue, nil))
	f.Legend.Add("the last one of the legend", NthLine(8).Line(nil))
	f.Legend.Note = strings.Repeat("a note of words ", 12)
	first := svgOf(t, f)
	must.Golden(t, "testdata/panels.golden", must.Rounded(first))
	if again := svgOf(t, f); again != first {
		t.Error("the figure is another when it is drawn again")
	}
	f.Title = "an evil \x1b]0;name\a\x00\xff <&"
	for read := xml.NewDecoder(strings.NewReader(svgOf(t, f))); ; {
		if _, err := read.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("an evil name: %v", err)
		}
	}
}

// TestMaps: maps are drawn as in testdata, row 0 at the top and column 0 at the left, in the colours of the scale; rows
// and columns are numbered or named, and the bar has the unit.
func TestMaps(t *testing.T) {
	cells := [][]float64{{0, 1}, {2, 3}, {math.NaN(), math.Inf(-1)}}
	signed := Scale{Low: -3, High: 3, Signed: true}
	drawn := svgOf(t, Maps{Title: "maps", RowNames: []string{"a row"}, Side: 90, Rows: [][]Map{{
		{Name: "first", Cells: cells, Scale: Scale{Low: 0.5, High: 3}, Unit: "nats"},
		{Name: "second", Cells: cells, Scale: signed, RowNames: []string{"u", "v", "w"},
			ColumnNames: []string{"left", "right"}}, {Cells: cells, Unit: "none"}}}})
	bars := regexp.MustCompile(`(?m)(^<path .*fill:#.*\n){30,}`) // the shades of a bar
	must.Golden(t, "testdata/maps.golden", bars.ReplaceAllStringFunc(must.Rounded(drawn), func(all string) string {
		lines := strings.SplitAfter(all, "\n")
		var some []string
		for i := 0; i < len(lines); i += 11 {
			some = append(some, lines[i])
		}
		return strings.Join(some, "")
	}))
}

// TestAxes: what a logarithmic axis shows, and how far it is widened. An axis has enough labels to be read and not too
// many.
func TestAxes(t *testing.T) {
	for v, want := range map[float64]bool{0: false, -1: false, 1e-300: true, 1e300: true, math.Inf(1): false} {
		if is := OnLogAxis(v); is != want || is == math.IsNaN(ShownOnLog(v)) || is && ShownOnLog(v) != v {
			t.Errorf("%v: %v, %v", v, is, ShownOnLog(v))
		}
	}
	for _, c := range [][5]float64{{2, 2048, 1.2, 2 / math.Sqrt2, 2048 * math.Sqrt2}, {2, 8, 1.5, 2 / 1.5, 12},
		{5, 1, 1.5, 1 / 1.5, 1.5}, {4, 4, 1.5, 4 / 1.5, 6}} {
		axis := plot.Axis{Min: c[0], Max: c[1]}
		Widen(&axis, c[2])
		must.Near(t, axis.Min, c[3], 1e-12, "of %v the least", c)
		must.Near(t, axis.Max, c[4], 1e-9, "of %v the largest", c)
	}
	one, other := NewPlot(), NewPlot()
	one.X.Min, one.X.Max, one.Y.Min, one.Y.Max = 3, 7, -1, 2
	other.X.Min, other.X.Max, other.Y.Min, other.Y.Max = 4, 6, -2, 9
	ShareAxes(one, other)
	for _, p := range []*plot.Plot{one, other} {
		if got := [4]float64{p.X.Min, p.X.Max, p.Y.Min, p.Y.Max}; got != [4]float64{3, 7, -2, 9} {
			t.Errorf("the axes are %v", got)
		}
	}
	var b strings.Builder
	say := func(of ...plot.Tick) {
		for _, tick := range of {
			fmt.Fprintf(&b, "%.3g %s,", tick.Value, tick.Label)
		}
		b.WriteString("\n")
	}
	say(slices.Concat(linearTicks{}.Ticks(-0.3, 0.6), TicksAt(-1500, 2), NameTicks([]string{"a", "b"}))...)
	for _, ends := range [][2]float64{{0.005, 2000}, {0.05, 20}, {4, 600}, {0.98, 1.36}, {1e-12, 3}, {9e-7, 20},
		{1, 100}, {990, 1010}, {20, 79}, {20, 81}, {2, 9}, {0, 1}, {math.Inf(1), math.Inf(-1)},
		{-1, 2}, {1, math.Inf(1)}} {
		say(logTicks{6}.Ticks(ends[0], ends[1])...)
		say(logTicks{3}.Ticks(ends[0], ends[1])...)
	}
	for _, c := range [][2]int{{1, 100}, {3, 30}, {2, 10}, {5, 49}, {11, 30}, {21, 25}, {41, 22}, {300, 30}} {
		say(cellTicks(nil, c[0], 10, vg.Length(c[1]))...)
	}
	styles := map[string]bool{} // of lines, no two of which are alike
	for i := range 17 {
		style := fmt.Sprintf("%v %v %T\n", NthLine(i).Colour, NthLine(i).Dashes, NthLine(i).Mark)
		styles[style] = true
		b.WriteString(style)
	}
	if len(styles) != 17 {
		t.Errorf("17 lines have %d styles", len(styles))
	}
	must.Golden(t, "testdata/ticks.golden", b.String())
	nan := math.NaN()
	withoutHeight := func(v float64) (x, y float64) { return 2 * v, nan * (v - 3) }
	if got := Points([]float64{1, nan, 3, 7}, withoutHeight); got != nil {
		t.Errorf("points without a height: %v", got)
	}
	got := Points([]float64{1, nan, 3}, func(v float64) (x, y float64) { return 2 * v, v + 1 })
	if want := (plotter.XYs{{X: 2, Y: 2}, {X: 6, Y: 4}}); !slices.Equal(got, want) {
		t.Errorf("the points are %v, want %v", got, want)
	}
	for v, want := range map[float64]string{0.0001: "0.0001", 1e-5: "1e−5", 2.5e6: "2.5e6", 999999: "999,999",
		1e6: "1e6", -1234: "−1,234", 0.5: "0.5", -2.5: "−2.5", 1e-12: "1e−12", 1.25e15: "1.25e15"} {
		if got := Number(v); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
	}
}

// TestFiles: a figure is a file in each medium, of one size, which for pixels is 192 to an inch.
func TestFiles(t *testing.T) {
	small := Panels{Plots: [][]*plot.Plot{{NewPlot(), NewPlot()}},
		Data: vg.Point{X: 20, Y: 30}, Title: "wide as a title"}
	all := Files("name", small, 0)
	var pixels, vectors bytes.Buffer
	must.Do(t, all[0].Write(&pixels))
	must.Do(t, all[1].Write(&vectors))
	size := must.Have(png.DecodeConfig(&pixels))(t)
	var box [2]float64
	_, err := fmt.Sscanf(vectors.String()[strings.Index(vectors.String(), "viewBox"):], `viewBox="0 0 %g %g"`, &box[0],
		&box[1])
	must.Do(t, err)
	must.Near(t, float64(size.Width), box[0]*192/72, 1, "the width of %v", box)
	must.Near(t, float64(size.Height), box[1]*192/72, 1, "the height of %v", box)
	if all[0].Name != "name.png" || all[1].Name != "name.svg" || all[2].Name != "name.pdf" {
		t.Errorf("the files are %v", all)
	}
	must.Golden(t, "testdata/small.golden", must.Rounded(vectors.String()))
	long := strings.Repeat("0123456789", 5)
	if got := ShortName(long[:40]) + " " + ShortTitle(long[:26]); got != long[:40]+" "+long[:26] {
		t.Errorf("short names are %s", got)
	}
	if got := len([]rune(ShortName(long[:41]))); got > 40 {
		t.Errorf("a short name has %d letters", got)
	}
}

// TestScale: lightness rises, for a reader who sees no colour.
func TestScale(t *testing.T) {
	light := func(c color.Color) float64 {
		r, g, b, _ := c.RGBA()
		return 0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(b)
	}
	last := 0.
	for k := range 100 {
		now := light(Scale{High: 99}.Colour(float64(k)))
		if now < last-300 { // of 65536, for rounding
			t.Errorf("colour %d is darker than the one before", k)
		}
		last = now
	}
}
