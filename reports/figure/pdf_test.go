package figure

import (
	"bytes"
	"compress/zlib"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/must"
)

// curve is a figure with a line, a ring and words, one of them Greek.
func curve(t *testing.T, m Medium) []byte {
	t.Helper()
	var b bytes.Buffer
	err := Render(&b, m, 300, 200, func(c draw.Canvas) {
		p := NewPlot()
		points := plotter.XYs{{X: 1, Y: 2}, {X: 2, Y: 1}, {X: 3, Y: 4}}
		p.Add(NthLine(1).Line(points), NthLine(4).Dots(points), NthLine(0).Band(points))
		p.X.Label.Text = "β of the level"
		p.Draw(c)
	})
	must.Do(t, err)
	return b.Bytes()
}

// A PDF holds the glyphs that it shows, and not the 400 kB of its font. The same drawing has the
// same bytes, also without a temporary folder.
func TestPDFHoldsWhatItShows(t *testing.T) {
	once := curve(t, PDF)
	if n := len(once); n > 30e3 {
		t.Errorf("%d bytes of PDF", n)
	}
	m := regexp.MustCompile(`/Length1 ([0-9]+)`).FindSubmatch(once)
	if m == nil {
		t.Fatal("no font in the PDF")
	}
	if n, _ := strconv.Atoi(string(m[1])); n < 5e3 || n > 50e3 {
		t.Errorf("a font of %d bytes", n)
	}
	if !regexp.MustCompile(`/BaseFont /[A-Z]{6}\+LiberationSans\n`).Match(once) {
		t.Error("the font's name does not say that it is a part")
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	if !bytes.Equal(curve(t, PDF), once) {
		t.Error("two drawings differ")
	}
	if !bytes.Contains(once, []byte("/CreationDate (D:19700101")) {
		t.Error("the PDF says when it was made")
	}
	if _, err := os.Stat(os.TempDir()); err == nil {
		t.Error("there is a temporary folder")
	}
}

// pdfText returns the first stream of a PDF, which is its page.
func pdfText(t *testing.T, pdf []byte) string {
	t.Helper()
	_, rest, _ := bytes.Cut(pdf, []byte("stream\n"))
	packed := must.Have(zlib.NewReader(bytes.NewReader(rest)))(t)
	data := must.Have(io.ReadAll(packed))(t)
	return string(data)
}

// A ring is four curves, each of which passes at its middle through the circle.
func TestPDFRing(t *testing.T) {
	c := newPDF(100, 100)
	var p vg.Path
	Ring(&p, vg.Point{X: 50, Y: 50}, 10)
	c.Stroke(p)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	curves := regexp.MustCompile(`([-0-9.]+) ([-0-9.]+) ([-0-9.]+) ([-0-9.]+) ([-0-9.]+) ([-0-9.]+) c\n`).
		FindAllStringSubmatch(pdfText(t, b.Bytes()), -1)
	if len(curves) != 4 {
		t.Fatalf("%d curves", len(curves))
	}
	from := []float64{60, 50}
	for _, m := range curves {
		at := make([]float64, 6)
		for i := range at {
			at[i], _ = strconv.ParseFloat(m[i+1], 64)
		}
		mid := func(k int) float64 { return (from[k] + 3*at[k] + 3*at[k+2] + at[k+4]) / 8 }
		if r := math.Hypot(mid(0)-50, mid(1)-50); math.Abs(r-10) > 0.02 {
			t.Errorf("%v: a radius of %v", m[0], r)
		}
		from = at[4:]
	}
}
