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

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"pgregory.net/rapid"

	"breadboard/grid/must"
)

// A logarithmic axis has enough labels to be read and not too many, and no tick beyond
// its ends.
func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		powers    int
		want      string
	}{
		{0.005, 2000, 6, "0.01 0.1 1 10 100 1,000"},
		{0.05, 20, 6, "0.1 1 10"},
		{4, 600, 6, "5 10 20 50 100 200 500"},
		{0.98, 1.36, 6, "1 1.1 1.2 1.3"},
		{0.98, 1.52, 6, "1 1.1 1.2 1.3 1.4 1.5"},
		{1e-12, 3, 6, "1e−12 1e−9 1e−6 1e−3 1"},
		{9e-7, 20, 8, "1e−6 1e−5 1e−4 1e−3 1e−2 1e−1 1 1e1"},
		{9e-7, 20, 6, "1e−6 1e−4 1e−2 1"},
		{0.1, 3e6, 8, "1e−1 1 1e1 1e2 1e3 1e4 1e5 1e6"},
		{990, 1010, 6, "990 995 1,000 1,005 1,010"},
	} {
		var got []string
		for _, tick := range (LogTicks{Powers: c.powers, Evenly: 6}).Ticks(c.low, c.high) {
			if tick.Value < c.low*(1-1e-9) || tick.Value > c.high*(1+1e-9) {
				t.Errorf("from %v to %v: a tick at %v", c.low, c.high, tick.Value)
			}
			if tick.Label != "" {
				got = append(got, tick.Label)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("from %v to %v: %s, want %s", c.low, c.high, s, c.want)
		}
	}
	for _, ends := range [][2]float64{{0, 0}, {0, 1}, {math.Inf(1), math.Inf(-1)}, {-1, 2}} {
		if got := (LogTicks{Powers: 6, Evenly: 6}).Ticks(ends[0], ends[1]); got != nil {
			t.Errorf("from %v to %v: %v", ends[0], ends[1], got)
		}
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 1: "1", -1500: "−1,500", 0.1 + 0.2: "0.3", 0.001: "0.001", 0.00025: "2.5e−4",
		-1e-4: "−1e−4", 999999: "999,999", 1e6: "1e6", 2.5e7: "2.5e7", 1e-12: "1e−12", 999999.9: "1e6", 12.5: "12.5",
	} {
		if got := Number(v); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
	}
}

// An SVG stays one, whatever the name in it is.
func TestSVGOfAnyName(t *testing.T) {
	var b bytes.Buffer
	err := Render(&b, SVG, 100, 100, func(c draw.Canvas) {
		c.FillText(Label(10), vg.Point{X: 50, Y: 50}, "\x1b[31m\a\u202e</text><script>alert(1)</script>&amp;\xff")
	})
	must.Do(t, err)
	var words strings.Builder
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		must.Do(t, err)
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
			t.Error("there is a script in it")
		}
		if data, ok := token.(xml.CharData); ok {
			words.Write(data)
		}
	}
	if want := `\x1b[31m\a\u202e</text><script>alert(1)</script>&amp;\xff`; !strings.Contains(words.String(), want) {
		t.Errorf("it says %q, want %q", words.String(), want)
	}
}

// numbersOf returns the words of a map of equal cells, in a square of 105 points.
func numbersOf(t *testing.T, rows, columns int) string {
	t.Helper()
	h := HeatMap{Numbers: true, Scale: Scale{High: 1}}
	for range rows {
		h.Cells = append(h.Cells, make([]float64, columns))
	}
	var b bytes.Buffer
	err := Render(&b, SVG, 140, 140, func(c draw.Canvas) { h.Draw(Crop(c, 20, 20, 105, 105)) })
	must.Do(t, err)
	var words []string
	for _, m := range regexp.MustCompile(`>([0-9]+)</text>`).FindAllStringSubmatch(b.String(), -1) {
		words = append(words, m[1])
	}
	return strings.Join(words, " ")
}

// Columns and rows are numbered from 0, and fewer of them where they are narrow.
func TestCellNumbers(t *testing.T) {
	for _, c := range []struct {
		rows, columns int
		want          string
	}{
		{3, 2, "0 1 0 1 2"},
		{1, 3, "0 1 2"},
		{7, 7, "0 1 2 3 4 5 6 0 1 2 3 4 5 6"},
		{15, 1, "0 2 4 6 8 10 12 14"},
		{1, 60, "0 10 20 30 40 50"},
	} {
		if got := numbersOf(t, c.rows, c.columns); got != c.want {
			t.Errorf("%d rows of %d: %s, want %s", c.rows, c.columns, got, c.want)
		}
	}
}

// Row 0 of a map is at the top and column 0 at the left, in the colours of the scale; the bar beside it goes from the
// lowest at the bottom to the highest.
func TestHeatMapIsRead(t *testing.T) {
	h := HeatMap{Cells: [][]float64{{0, 1, 2}, {3, math.Inf(-1), 5}}, Scale: Scale{High: 5}, Numbers: true}
	var b bytes.Buffer
	err := Render(&b, SVG, 200, 100, func(c draw.Canvas) {
		h.Draw(Crop(c, 10, 20, 60, 40))
		h.Scale.ColourBar(Crop(c, 100, 20, 60, 40), "p")
	})
	must.Do(t, err)
	drawn := regexp.MustCompile(`d="M([0-9.]+,[0-9.]+)L[^"]*" `+
		`style="fill:#([0-9A-F]+)"`).FindAllStringSubmatch(b.String(), -1)
	colours := map[string]string{} // by the lower left corner
	for _, m := range drawn {
		colours[m[1]] = m[2]
	}
	// a point overlaps
	for corner, v := range map[string]float64{"10,39": 0, "30,39": 1, "50,39": 2, "10,20": 3, "50,20": 5,
		drawn[len(drawn)-1][1]: 0, "100,20": 0} {
		var got [3]int
		fmt.Sscanf(colours[corner], "%02X%02X%02X", &got[0], &got[1], &got[2])
		r, g, b, _ := h.Scale.Colour(v).RGBA()
		for i, want := range []uint32{r >> 8, g >> 8, b >> 8} {
			if off := got[i] - int(want); off < -1 || off > 1 { // as SVG rounds it
				t.Errorf("at %s is #%s, want the colour of %v", corner, colours[corner], v)
			}
		}
	}
	if wall := colours["30,20"]; wall != "E4E4E4" {
		t.Errorf("the wall is #%s", wall)
	}
	must.Say(t, b.String(), "M10,40L70,40", "M30,20L30,60", "M50,20L50,60")
}

// A PNG shows what is drawn: the colour of a cell, the ink of a number, and the white page.
func TestPNGIsDrawn(t *testing.T) {
	h := HeatMap{Cells: [][]float64{{0, 5}}, Scale: Scale{High: 5}, Numbers: true}
	var b bytes.Buffer
	// 3/8 of a point a pixel
	must.Do(t, Render(&b, PNG, 96, 48, func(c draw.Canvas) { h.Draw(Crop(c, 24, 12, 48, 24)) }))
	picture := must.Have(png.Decode(&b))(t)
	drawn := map[color.Color]bool{}
	for i := range 256 * 128 {
		drawn[color.RGBAModel.Convert(picture.At(i%256, i/256))] = true
	}
	for at, want := range map[[2]int]color.Color{{96, 64}: h.Scale.Colour(0),
		{160, 64}: h.Scale.Colour(5), {2, 2}: color.White} {
		if got := color.RGBAModel.Convert(picture.At(at[0],
			at[1])); got != color.RGBAModel.Convert(want) || !drawn[Ink] {
			t.Errorf("at %v is %v, want %v; there is ink: %v", at, got, want, drawn[Ink])
		}
	}
}

// Labels never overlap, keep their order and their bounds, and no other such labels are closer to the
// ends of their lines.
func TestSpreadIsTheClosest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const gap, low, high = 10., 0., 100.
		at := rapid.SliceOfN(rapid.Float64Range(low-20, high+20), 1, 11).Draw(t, "ends")
		got := spread(at, gap, low, high)
		slices.SortFunc(at, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
		inOrder := slices.Clone(got)
		slices.SortFunc(inOrder, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
		if fault := overlap(inOrder, gap, low, high); fault != "" {
			t.Fatal(fault)
		}
		other := make([]float64, len(at)) // any labels that keep the rules
		room := high - low - float64(len(at)-1)*gap
		top := high
		for i := range other {
			down := rapid.Float64Range(0, room).Draw(t, "down")
			room -= down
			top -= down
			other[i] = top
			top -= gap
		}
		if a, b := squares(inOrder, at), squares(other, at); a > b+1e-9 {
			t.Errorf("%v is %v away from %v, and %v is %v away", inOrder, a, at, other, b)
		}
	})
}

// overlap says what is wrong with labels from the top to the bottom.
func overlap(labels []float64, gap, low, high float64) string {
	for i, y := range labels {
		if i > 0 && labels[i-1]-y < gap-1e-9 {
			return "two labels overlap"
		}
		if y < low-1e-9 || y > high+1e-9 {
			return "a label is beyond the plot"
		}
	}
	return ""
}

func squares(a, b []float64) (sum float64) {
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return sum
}

// Labels that stay at the ends of their lines overlap, and the test sees it.
func TestOverlapIsSeen(t *testing.T) {
	if overlap([]float64{50, 45}, 10, 0, 100) == "" {
		t.Error("labels 5 apart do not overlap")
	}
}

// A reader who sees no colour tells the first 32 lines apart by shape and dashes, the first eight by
// shape alone, and neighbours by dashes alone.
func TestLinesDifferInGrey(t *testing.T) {
	for i := range 32 {
		for k := range i {
			a, b := NthLine(i), NthLine(k)
			shape := a.Marker == b.Marker
			dashes := slices.Equal(a.Dashes, b.Dashes)
			if shape && dashes {
				t.Errorf("lines %d and %d are the same in grey", k, i)
			}
			if shape && i < 8 {
				t.Errorf("lines %d and %d have marks of the same shape", k, i)
			}
			if dashes && i == k+1 {
				t.Errorf("lines %d and %d have the same dashes", k, i)
			}
		}
	}
}

// Marks of different shapes have different outlines, or only one of them is filled.
func TestMarkersDiffer(t *testing.T) {
	for m := range Marker(markers) {
		for n := range m {
			alike := (int(m) < markers/2) == (int(n) < markers/2)
			if alike && slices.Equal(outlines[int(m)%len(outlines)], outlines[int(n)%len(outlines)]) {
				t.Errorf("markers %d and %d are the same", n, m)
			}
		}
	}
}

func TestShortName(t *testing.T) {
	for name, want := range map[string]string{
		"smc-data:8:proposal=optimal:steps=2":       "smc-data:8:proposal=optimal:steps=2",
		"curve:0:0.1:0.25:0.5:0.7:0.75:0.875:0.9:1": "curve:0:0.1:0.25 ... 0.75:0.875:0.9:1",
		"\x1b[31mred": `\x1b[31mred`,
	} {
		if got := ShortName(name); got != want {
			t.Errorf("%q is drawn as %q, want %q", name, got, want)
		}
	}
}

// Lightness rises, for a reader who sees no colour.
func TestColoursGrowLighter(t *testing.T) {
	last := -1.0
	for i := range Shades {
		r, g, b, _ := Scale{High: 1}.Colour(float64(i) / (Shades - 1)).RGBA()
		light := 0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(b)
		if light < last {
			t.Fatalf("shade %d is darker than the one before", i)
		}
		last = light
	}
}

// Where there is nothing a signed map is neither blue nor red.
func TestNothingIsPale(t *testing.T) {
	if nothing, middle := (Scale{Signed: true}).Colour(0), (Scale{Low: -1, High: 1,
		Signed: true}).Colour(0); nothing != middle {
		t.Errorf("nothing is %v, and 0 is %v", nothing, middle)
	}
}

// A head that is wider than its panel stays on the page, and one that has room is in the middle.
func TestHeadsStayInside(t *testing.T) {
	c := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: 200, Y: 100}}}
	head := "J over the least"
	half := Label(11).Width(head) / 2
	if at := inside(100, head, c); at != 100 {
		t.Errorf("a head in the middle is at %v", at)
	}
	if at := inside(195, head, c); at+half > c.Max.X+1e-9 {
		t.Errorf("a head at the right ends at %v, beyond %v", at+half, c.Max.X)
	}
	if at := inside(5, "short\n"+head, c); at-half < c.Min.X-1e-9 {
		t.Errorf("a head at the left begins at %v, before %v", at-half, c.Min.X)
	}
}
