package figure

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
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
	must.Do(t, f.Write(&b, SVG))
	return b.String()
}

// TestLogTicks: a logarithmic axis has enough labels to be read and not too many, and no tick beyond its ends.
func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		most      int
		want      string
	}{
		{0.005, 2000, 6, "0.01 0.1 1 10 100 1,000"},
		{0.05, 20, 6, "0.1 1 10"},
		{4, 600, 6, "5 10 20 50 100 200 500"},
		{4, 600, 3, "10 100"},
		{0.98, 1.36, 6, "1 1.1 1.2 1.3"},
		{1e-12, 3, 6, "1e−12 1e−9 1e−6 0.001 1"},
		{9e-7, 20, 6, "1e−6 0.0001 0.01 1"},
		{9e-7, 20, 3, "1e−6 0.001 1"},
		{990, 1010, 6, "990 1,000 1,010"},
	} {
		var got []string
		for _, tick := range (logTicks{c.most}).Ticks(c.low, c.high) {
			if tick.Label != "" {
				got = append(got, tick.Label)
			}
			if c.high > 4*c.low && (tick.Value < c.low*(1-1e-9) || tick.Value > c.high*(1+1e-9)) {
				t.Errorf("from %v to %v: a tick at %v", c.low, c.high, tick.Value)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("from %v to %v: %s, want %s", c.low, c.high, s, c.want)
		}
	}
	for _, ends := range [][2]float64{{0, 1}, {math.Inf(1), math.Inf(-1)}, {-1, 2}} {
		if got := (logTicks{6}).Ticks(ends[0], ends[1]); got != nil {
			t.Errorf("from %v to %v: %v", ends[0], ends[1], got)
		}
	}
}

// TestSpread: labels never overlap and keep their order, and they stay between the bounds if there is room.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.SliceOfN(rapid.Map(rapid.Float64Range(0, 150), func(v float64) vg.Length { return vg.Length(v) }),
			1, 12).Draw(t, "ends")
		moved := spread(at, 0, 150)
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
	if got := spread([]vg.Length{50, 20}, 0, 100); got[0] != 50 || got[1] != 20 {
		t.Errorf("labels with room moved to %v", got)
	}
}

// TestPanels: all words of a figure are drawn, at any number of plots, and drawing a figure again makes the same bytes.
func TestPanels(t *testing.T) {
	p := LogPlot(true)
	p.Title.Text = "a title"
	p.X.Label.Text = "x here"
	p.Y.Label.Text = "y here"
	line := plotter.XYs{{X: 1, Y: 10}, {X: 100, Y: 0.1}}
	p.Add(NthLine(0).Line(line), NthLine(0).Dots(line))
	var ends EndLabels
	ends.Add("an end", NthLine(0), line)
	ends.Add("nothing", NthLine(1), nil)
	ends.Add("inside", NthLine(1), plotter.XYs{{X: 1, Y: 10}, {X: 10, Y: 1}})
	p.Add(ends)
	f := Panels{Plots: [][]*plot.Plot{{p, nil}, {p, p}}, Height: 200, Title: "of all", Across: "across all"}
	f.Legend.Add("a line", NthLine(0).Line(nil))
	f.Legend.Note = "a note"
	first := svgOf(t, f)
	must.Say(t, first, ">a title<", ">x here<", ">y here<", ">an end<", ">of all<", ">across all<", ">a line<",
		">a note<", "Liberation Sans,Arial")
	if strings.Contains(first, "nothing") {
		t.Error("a line without points has a name")
	}
	if strings.Contains(first, "#D55E00") {
		t.Error("the way from a line that ends inside the plot to its label has the colour of the line")
	}
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

// fills matches the cells of a drawing with their colours, in their order.
var fills = regexp.MustCompile(`d="M([0-9.]+),([0-9.]+)[^"]*" style="fill:(#[0-9A-F]+)"`)

// TestMapIsRead: row 0 of a map is at the top and column 0 at the left, in the colours of the scale; rows and columns
// are numbered or named, and the bar has the unit.
func TestMapIsRead(t *testing.T) {
	scale := Scale{High: 3}
	cells := [][]float64{{0, 1}, {2, 3}, {math.NaN(), math.Inf(-1)}}
	drawn := svgOf(t, Maps{Title: "maps", RowNames: []string{"a row"}, Side: 90, Rows: [][]Map{{
		{Name: "first", Cells: cells, Scale: scale, Unit: "nats"},
		{Name: "second", Cells: cells, Scale: scale, RowNames: []string{"u", "v", "w"},
			ColumnNames: []string{"left", "right"}},
	}}})
	must.Say(t, drawn, ">maps<", ">a row<", ">first<", ">nats<", ">2<", ">3<", ">w<", ">left<", ">second<")
	hex := func(v float64) string {
		r, g, b, _ := scale.Colour(v).RGBA()
		return fmt.Sprintf("#%02X%02X%02X", r*255/65535, g*255/65535, b*255/65535)
	}
	all := fills.FindAllStringSubmatch(drawn, -1)[1:] // the first is the page
	for i, v := range slices.Concat(cells...) {
		if all[i][3] != hex(v) {
			t.Errorf("cell %d is %s, want %s", i, all[i][3], hex(v))
		}
	}
	if all[0][1] != all[2][1] || all[0][1] == all[1][1] || all[0][2] != all[1][2] {
		t.Errorf("the first cells begin at %v", all[:3])
	}
}

// TestScale: lightness rises, for a reader who sees no colour. A signed scale is blue below 0 and red above, and
// neither where there is no value.
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
	signed := Scale{Low: -1, High: 1, Signed: true}
	red, _, blue, _ := signed.Colour(-1).RGBA()
	if red >= blue {
		t.Error("-1 is not blue")
	}
	red, _, blue, _ = signed.Colour(1).RGBA()
	if blue >= red {
		t.Error("1 is not red")
	}
	if signed.Colour(0) != (Scale{Signed: true}).Colour(0) {
		t.Error("nothing has another colour than 0")
	}
}
