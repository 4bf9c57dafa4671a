package figure

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
	"pgregory.net/rapid"

	"breadboard/grid/must"
)

// A written is a text of an SVG that runs from left to right, or upwards, in points.
type written struct {
	words                  string
	size                   float64
	left, right, foot, top float64
	isUpright              bool
}

var (
	sizeOfLetters = regexp.MustCompile(`font-size:([0-9.]+)px`)
	widthOfSVG    = regexp.MustCompile(`<svg width="([0-9.]+)pt"`)
	turned        = regexp.MustCompile(`rotate\(([-0-9.]+)`)
)

// textsOf returns the size of an SVG, and its texts.
func textsOf(t *testing.T, svg string) (wide, high float64, all []written) {
	t.Helper()
	number := func(text string) float64 { return must.Have(strconv.ParseFloat(text, 64))(t) }
	read := xml.NewDecoder(strings.NewReader(svg))
	var open *written
	var rotations []bool
	for {
		token, err := read.Token()
		if err == io.EOF {
			return wide, high, all
		}
		must.Do(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			of := map[string]string{}
			for _, a := range token.Attr {
				of[a.Name.Local] = a.Value
			}
			switch token.Name.Local {
			case "svg":
				_, err := fmt.Sscanf(of["viewBox"], "0 0 %g %g", &wide, &high)
				must.Do(t, err)
			case "g":
				rotations = append(rotations, turned.MatchString(of["transform"]))
			case "text":
				open = &written{size: number(sizeOfLetters.FindStringSubmatch(of["style"])[1]),
					left: number(of["x"]), foot: -number(of["y"])}
				for _, is := range rotations {
					open.isUpright = open.isUpright || is
				}
			}
		case xml.CharData:
			if open != nil {
				open.words += string(token)
			}
		case xml.EndElement:
			switch token.Name.Local {
			case "g":
				rotations = rotations[:len(rotations)-1]
			case "text":
				long := float64(label(vg.Length(open.size)).Width(open.words))
				open.right, open.top = open.left+long, open.foot+0.7*open.size
				if open.isUpright { // x runs upwards, and y to the left
					upright := *open
					open.left, open.right = -upright.top, -upright.foot
					open.foot, open.top = upright.left, upright.right
				}
				all = append(all, *open)
				open = nil
			}
		}
	}
}

// isReadable fails t unless all words of an SVG are in it, none is on another, and letters have 7 points at least.
func isReadable(t *testing.T, svg string, inches float64) {
	t.Helper()
	wide, high, all := textsOf(t, svg)
	points := must.Have(strconv.ParseFloat(widthOfSVG.FindStringSubmatch(svg)[1], 64))(t)
	must.Near(t, points, 72*inches, 0.01, "the width")
	const slack = 0.5
	all = slices.DeleteFunc(all, func(one written) bool { return strings.TrimSpace(one.words) == "" })
	for i, one := range all {
		if size := one.size * points / wide; size < 6.999 || size > 8.5 {
			t.Errorf("%q has letters of %v points", one.words, size)
		}
		if one.left < -slack || one.right > wide+slack || one.foot < -slack || one.top > high+slack {
			t.Errorf("%q leaves the figure: %+v in %v x %v", one.words, one, wide, high)
		}
		for _, other := range all[:i] {
			if one.left < other.right-slack && other.left < one.right-slack &&
				one.foot < other.top-slack && other.foot < one.top-slack {
				t.Errorf("%q is on %q", one.words, other.words)
			}
		}
	}
}

// wideOnes returns a figure of lines with long names, of boxes with names, and of maps, that are made for a page.
func wideOnes() map[string]Figure {
	line := plotter.XYs{{X: 10, Y: 10}, {X: 100_000, Y: 0.000001}}
	lines := Panels{Height: 190, Title: strings.Repeat("a long title ", 8), Across: AcrossT}
	lines.Legend.Note = strings.Repeat("a note of words ", 12)
	for row := range 2 {
		var plots []*plot.Plot
		for k := range 3 {
			p := LogPlot(true)
			p.Add(NthLine(k).Line(line))
			var ends EndLabels
			ends.Add("heat-bath, sigmoid:4", NthLine(0), line)
			ends.Add("metropolis, linear", NthLine(1), line)
			ends.AddWords("in two lines\nof words", NthLine(2), line)
			p.Add(ends)
			if row == 0 {
				p.Title.Text = fmt.Sprint("column ", k)
			}
			if k == 0 {
				p.Y.Label.Text = fmt.Sprint("row ", row, ", a long name of nats")
			}
			plots = append(plots, p)
			lines.Legend.Add("a line with a name", NthLine(k).Line(nil))
		}
		lines.Plots = append(lines.Plots, plots)
	}
	names := Panels{Height: 200, NamesOnce: true, Plots: [][]*plot.Plot{nil}}
	for range 2 {
		p := LogPlot(false)
		p.Title.Text = "a distribution"
		p.Add(NthLine(0).Dots(line))
		p.Y.Tick.Marker = NameTicks([]string{"gaussian-hamiltonian:1.5 (21)", "a", "metropolis (0)"})
		p.Y.Min, p.Y.Max = -0.5, 2.5
		names.Plots[0] = append(names.Plots[0], p)
	}
	cells := [][]float64{{0, 0.1, 0.2}, {1, 2, 3}, {0, 1, 0.05}}
	maps := Maps{Title: "maps", Side: 150, Rows: [][]Map{nil, nil}}
	named := Maps{Side: 105, RowNames: []string{"EASY RANDOM", "BARRIER"}, Rows: [][]Map{nil, nil}}
	for row := range 2 {
		for k := range 5 {
			one := Map{Name: fmt.Sprint("samples, T = ", 100+k), Cells: cells, Scale: Scale{High: 3}}
			if k == 4 {
				one.Unit = "probability"
			}
			named.Rows[row] = append(named.Rows[row], one)
			one.Scale.High, one.Unit = float64(k+1), "share of J"
			maps.Rows[row] = append(maps.Rows[row], one)
		}
	}
	return map[string]Figure{"lines": lines, "names": names, "maps": maps, "maps with names": named}
}

// TestWidth: at every width letters have 7 points, the words of a figure are in it, and none is on another. Panels that
// leave their columns keep their titles and the names of their axes.
func TestWidth(t *testing.T) {
	for name, f := range wideOnes() {
		for _, inches := range []Inches{Narrowest, 3.25, 5, 7, 12} {
			t.Run(fmt.Sprint(name, " in ", inches), func(t *testing.T) {
				var b bytes.Buffer
				must.Do(t, f.Write(&b, SVG, inches))
				isReadable(t, b.String(), float64(inches))
			})
		}
	}
	var b bytes.Buffer
	must.Do(t, wideOnes()["lines"].Write(&b, SVG, 3.25))
	for words, want := range map[string]int{"column 0": 2, "column 2": 2, "row 1, a long name of nats": 3} {
		if n := strings.Count(b.String(), words); n != want {
			t.Errorf("%s is written %d times, want %d", words, n, want)
		}
	}
}

// TestSpaced: labels of an axis of any length stand apart, and the first stays; those of whole powers are left out
// evenly.
func TestSpaced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := LogPlot(false)
		low := rapid.Float64Range(-6, 3).Draw(t, "low")
		p.X.Min = math.Pow(10, low)
		p.X.Max = math.Pow(10, low+rapid.Float64Range(0.1, 9).Draw(t, "decades"))
		if rapid.Bool().Draw(t, "given") {
			p.X.Tick.Marker = TicksAt(p.X.Min, (p.X.Min+p.X.Max)/2, p.X.Max)
		}
		length := vg.Length(rapid.Float64Range(20, 400).Draw(t, "length"))
		end, labels := vg.Length(math.Inf(-1)), 0
		for _, tick := range spaced(p.X, length).Ticks(p.X.Min, p.X.Max) {
			if tick.Label == "" {
				continue
			}
			labels++
			middle, half := length*vg.Length(p.X.Norm(tick.Value)), label(10).Width(tick.Label)/2
			if middle-half < end+5.99 {
				t.Fatalf("%s begins at %v, and the label before ends at %v", tick.Label, middle-half, end)
			}
			end = middle + half
		}
		if labels == 0 {
			t.Fatal("there is no label")
		}
	})
	p := LogPlot(false)
	p.X.Min, p.X.Max = 30, 100_000
	var labels []string
	for _, tick := range spaced(p.X, 95).Ticks(p.X.Min, p.X.Max) {
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
	}
	if got := strings.Join(labels, " "); got != "100 10,000" {
		t.Errorf("the labels are %s", got)
	}
}

// TestFontFolder: an end of the process waits until the temporary folder is gone in which a font of a PDF is made.
func TestFontFolder(t *testing.T) {
	room := t.TempDir()
	t.Setenv("TMPDIR", room)
	inRoom := func() int { return len(must.Have(os.ReadDir(room))(t)) }
	seen := false
	for size := vg.Length(7.1); size < 8 && !seen; size += 0.1 { // a font is made once in a process
		done := make(chan bool)
		face := font.DefaultCache.Lookup(label(size).Font, size)
		go func() {
			pdfCanvas{vgpdf.New(100, 100)}.FillString(face, vg.Point{}, "1")
			close(done)
		}()
		for made := false; !made && !seen; {
			select {
			case <-done:
				made = true
			default:
				seen = inRoom() > 0
			}
		}
		End()
		if n := inRoom(); n > 0 {
			t.Errorf("%d folders are left", n)
		}
		making.Unlock()
		<-done
	}
	if !seen {
		t.Error("no folder was seen")
	}
}

// TestPDF: a PDF has its font and no time, is the same when it is made again, and has a minus sign.
func TestPDF(t *testing.T) {
	f := wideOnes()["lines"].(Panels)
	f.Legend.Note = "é д"
	var one, again bytes.Buffer
	must.Do(t, f.Write(&one, PDF, 3.25))
	must.Do(t, f.Write(&again, PDF, 3.25))
	if !bytes.Equal(one.Bytes(), again.Bytes()) {
		t.Error("the PDF is another when it is drawn again")
	}
	must.Say(t, one.String(), "/FontFile2", "/CreationDate (D:19700101000000)", "/MediaBox [0 0 234.00 ")
	if got := timeless([]byte("(D:20260102030405)")); string(got) != "(D:19700101000000)" {
		t.Errorf("the time is %s", got)
	}
	var drawn strings.Builder // all that is packed in the file
	for part := range bytes.SplitSeq(one.Bytes(), []byte("stream\n")) {
		if unpacked, err := zlib.NewReader(bytes.NewReader(part)); err == nil {
			io.Copy(&drawn, unpacked)
		}
	}
	must.Say(t, drawn.String(), "(column 0)", "(1e\x966)", "(\xe9 ?)")
	r, g, b, a := straight(color.NRGBA64{G: 0x7272, B: 0xB2B2, A: 0x8080}).RGBA()
	if r != 0 || g>>8 != 0x72 || b>>8 != 0xB2 || a>>8 != 0x80 {
		t.Errorf("a faint blue is %x %x %x %x", r, g, b, a)
	}
}
