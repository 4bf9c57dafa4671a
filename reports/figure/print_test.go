package figure

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/must"
)

// panelsOf draws three panels of powers of ten, side by side or below each other.
func panelsOf(t *testing.T, m Medium) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, drawPanels(&b, m))
	return b.String()
}

func drawPanels(w io.Writer, m Medium) error { return drawCounted(w, m, new(int)) }

// drawCounted is drawPanels that counts how often the panels are painted.
func drawCounted(w io.Writer, m Medium, paints *int) error {
	var row []*plot.Plot
	for range 3 {
		p := NewPlot()
		SetLog(&p.X, LogTicks{Powers: 8, Evenly: 6})
		SetLog(&p.Y, LogTicks{Powers: 8, Evenly: 6})
		points := plotter.XYs{{X: 1, Y: 1e-4}, {X: 30, Y: 1}, {X: 1000, Y: 30}}
		p.Add(NthLine(0).Line(points), NthLine(0).Dots(points))
		row = append(row, p)
	}
	all := Panels{Plots: [][]*plot.Plot{row}, Heads: []string{"one", "two", "three"}}.In(m.Columns)
	return Render(w, m, 900, 300, func(c draw.Canvas) {
		*paints++
		all.Draw(draw.Crop(c, 4, -12, 4, -20))
	})
}

// What page a figure has is found once for all of its media but LaTeX, which finds its own; and each file is what its
// medium alone would draw.
func TestMediaShareTheirPage(t *testing.T) {
	look := Look{Size: Size{340, 170}, PGF: true}
	shared := new(fits)
	for i, m := range look.On(Media) {
		var alone, beside bytes.Buffer
		tries, again := 0, 0
		must.Do(t, drawCounted(&alone, m, &tries))
		m.fits = shared
		must.Do(t, drawCounted(&beside, m, &again))
		if beside.String() != alone.String() {
			t.Errorf("beside others %s is another drawing", m.Suffix)
		}
		if i > 0 && m.Suffix != PGF.Suffix {
			tries = 1
		}
		if again != tries {
			t.Errorf("%s is painted %d times, want %d", m.Suffix, again, tries)
		}
	}
}

// TestWordsAreMeasured: a word that was measured has another size in another font.
func TestWordsAreMeasured(t *testing.T) {
	for _, f := range []font.Font{sans(9), sans(18), {Typeface: "Liberation", Variant: "Serif", Size: 9}} {
		got, _, _ := hand.Box("measured", f)
		want, _, _ := hand.Plain.Box("measured", f)
		must.Near(t, float64(got), float64(want), 0, "the width in %v", f)
	}
}

// TestOneValueOnPaper: axes of a single value are drawn on paper, where rows of panels compare their ticks first.
func TestOneValueOnPaper(t *testing.T) {
	var rows [][]*plot.Plot
	for range 2 {
		p := NewPlot()
		p.Add(NthLine(0).Dots(plotter.XYs{{X: 3, Y: 7}}))
		rows = append(rows, []*plot.Plot{p})
	}
	m := Medium{"svg", Look{Letters: usualLetters}}
	on := m.probe(m.filled(Size{300, 300}, 1), func(c draw.Canvas) { Panels{Plots: rows}.Draw(c) })
	if !on.fits {
		t.Error("two panels have no room on a page of 300 x 300 points")
	}
}

// sizesOf are the sizes of the words of an SVG, in points of the page: as they are written, times the width of the
// page over that of its drawing.
func sizesOf(t *testing.T, svg string) (sizes []float64) {
	t.Helper()
	head := regexp.MustCompile(`width="([0-9.]+)pt" height="[0-9.]+pt" viewBox="0 0 ([0-9.]+) `).FindStringSubmatch(svg)
	if head == nil {
		t.Fatalf("no size in %.200s", svg)
	}
	wide := must.Have(strconv.ParseFloat(head[1], 64))(t)
	drawn := must.Have(strconv.ParseFloat(head[2], 64))(t)
	for _, m := range regexp.MustCompile(`font-size:([0-9.]+)px`).FindAllStringSubmatch(svg, -1) {
		sizes = append(sizes, must.Have(strconv.ParseFloat(m[1], 64))(t)*wide/drawn)
	}
	return sizes
}

// Letters have their size in points, whatever the page is. A small page has fewer labels, and not smaller ones; a page
// that has no room for panels beside them is refused.
func TestLettersInPoints(t *testing.T) {
	var counts []int
	for _, c := range []struct {
		size    string
		letters float64
		columns int
		want    float64
	}{{"200x80mm", 0, 0, 8}, {"120x60mm", 0, 0, 8}, {"85x60mm", 0, 0, 8}, {"85x60mm", 6, 0, 6}, {"85x120mm", 11, 1, 11},
		{"", 14, 0, 14}} {
		look := Look{Letters: c.letters, Columns: c.columns}
		if c.size != "" {
			must.Do(t, look.Size.UnmarshalText([]byte(c.size)))
		}
		sizes := sizesOf(t, panelsOf(t, Medium{"svg", look}))
		must.Near(t, slices.Min(sizes), c.want, 1e-3*c.want, "the letters of %+v", c)
		counts = append(counts, len(sizes))
	}
	if !(counts[0] >= counts[1] && counts[1] > counts[2]) {
		t.Errorf("from a large page to a small one there are %v words", counts[:3])
	}
}

// A page without room is refused, with the smallest page that has some: it is drawn, and one that is a millimetre lower
// is not. A look that says nothing of columns has as many as the page has room for.
func TestNoRoom(t *testing.T) {
	draw := func(size Size) (svg string, err error) {
		m := Medium{"svg", Look{Size: size}}
		var b bytes.Buffer
		err = fitted(&b, m, func(w io.Writer, m Medium) error { return drawPanels(w, m) })
		return b.String(), err
	}
	_, err := draw(Size{30 * vg.Millimeter, 15 * vg.Millimeter})
	none, ok := errors.AsType[NoRoom](err)
	if !ok || none.Least.Width == 0 {
		t.Fatalf("a page of 30 x 15 mm: %v", err)
	}
	must.Say(t, none.Error(), "30x15mm has no room", "8 points", "--size "+none.Least.String()+" would do")
	svg := must.Have(draw(none.Least))(t)
	must.Near(t, slices.Min(sizesOf(t, svg)), 8, 1e-3, "the letters of the smallest page")
	lower := Size{none.Least.Width, none.Least.Height - vg.Millimeter}
	if svg, err = draw(lower); err == nil || svg != "" {
		t.Errorf("a page of %v has room: %v", lower, err)
	}
	high := Size{50 * vg.Millimeter, 120 * vg.Millimeter} // for one column, and not for three
	must.Have(draw(high))(t)
	if err := drawPanels(io.Discard, Medium{"svg", Look{Size: high, Columns: 3}}); err == nil {
		t.Errorf("a page of %v has room for three columns", high)
	}
}

// A figure of its own size whose letters would be too small in a column of a page is drawn as wide as the column, and
// its letters can be read there. One that has no room so keeps its size, and so does a slide.
func TestWideFigureFitsTheColumn(t *testing.T) {
	written := func(m Medium, draw func(io.Writer, Medium) error) string {
		var b bytes.Buffer
		must.Do(t, fitted(&b, m, draw))
		return b.String()
	}
	wide := fmt.Sprintf(`width="%.5gpt"`, Column)
	svg := written(SVG, drawPanels)
	if least := slices.Min(sizesOf(t, svg)); !strings.Contains(svg, wide) || !(least > 6.49) {
		t.Errorf("letters of %v points in %.300s", least, svg)
	}
	fixed := func(w io.Writer, m Medium) error { // words that need all of its width
		return Render(w, m, 900, 50, func(c draw.Canvas) {
			c.FillText(Label(10), vg.Point{X: 450, Y: 20}, strings.Repeat("wide ", 35))
		})
	}
	for name, own := range map[string]string{"without room": written(SVG, fixed),
		"a slide": written(Medium{"svg", Look{Theme: Slide}}, drawPanels)} {
		if strings.Contains(own, wide) {
			t.Errorf("%s is as wide as a column: %.300s", name, own)
		}
	}
}

// Panels have one size, whatever marks and labels reach out of them, and their titles stand on one line.
func TestPanelsAreAlike(t *testing.T) {
	var row []*plot.Plot
	for k := range 3 {
		p := NewPlot()
		p.Title.Text = strings.Repeat("t", k+1)
		points := plotter.XYs{{X: 0, Y: float64(k)}, {X: 1, Y: math.Pow(10, float64(k))}}
		p.Add(NthLine(k).Dots(points))
		if k == 1 {
			var ends EndLabels
			ends.Add("a long name", NthLine(k), points)
			p.Add(ends)
		}
		row = append(row, p)
	}
	panels := Panels{Plots: [][]*plot.Plot{row}}
	s := sheet{wide: 600, high: 200, scale: 1}
	page := newProbe(s)
	c := draw.NewCanvas(page, 600, 200)
	panels.Tiles.Rows = 1
	panels.Tiles.Cols = 3
	at, want := panels.placed(c)
	panels.settled(at, want)
	for k, p := range row {
		data := p.DataCanvas(at[0][k]).Rectangle
		for _, off := range []vg.Length{data.Min.X - want[0][k].Min.X, data.Min.Y - want[0][k].Min.Y,
			data.Max.X - want[0][k].Max.X, data.Max.Y - want[0][k].Max.Y} {
			must.Near(t, float64(off), 0, 0.05, "an edge of panel %d", k)
		}
		must.Near(t, float64(at[0][k].Min.Y), float64(at[0][0].Min.Y), 1e-9, "the foot of panel %d", k)
	}
	for _, p := range row {
		p.Title.Text = "tgt"
	}
	page.words = nil
	panels.Draw(c)
	var titles []vg.Length
	for _, word := range page.words {
		titles = append(titles, word.Max.Y)
	}
	slices.Sort(titles)
	if n := len(titles); titles[n-1] != titles[n-3] {
		t.Errorf("the titles are %v high", titles[n-3:])
	}
}

// The labels that are left on an axis do not touch, and there is one.
func TestThinnedLabelsAreApart(t *testing.T) {
	for _, log := range []bool{false, true} {
		for length := vg.Length(30); length < 400; length += 7 {
			p := NewPlot()
			p.X.Min, p.X.Max = 0.003, 4200
			p.Y.Min, p.Y.Max = 0, 1
			if log {
				SetLog(&p.X, LogTicks{Powers: 8, Evenly: 6})
			}
			was := p.X.Tick.Marker
			back := thinned(p, vg.Point{X: length, Y: 100})
			type span struct{ from, to vg.Length }
			var spans []span
			for _, tick := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
				if tick.Label != "" && tick.Value >= p.X.Min && tick.Value <= p.X.Max {
					middle := vg.Length(p.X.Norm(tick.Value)) * length
					half := p.X.Tick.Label.Width(tick.Label) / 2
					spans = append(spans, span{middle - half, middle + half})
				}
			}
			for i, a := range spans {
				for _, b := range spans[:i] {
					if a.from < b.to && b.from < a.to {
						t.Errorf("on %v points, log %v, two labels touch", length, log)
					}
				}
			}
			if len(spans) == 0 {
				t.Errorf("on %v points, log %v, there is no label", length, log)
			}
			if back(); fmt.Sprint(p.X.Tick.Marker) != fmt.Sprint(was) {
				t.Error("the plot is not as it was")
			}
		}
	}
}

// Letters with serifs are those in every file, and their words stand where the others do.
func TestSerif(t *testing.T) {
	for suffix, says := range map[string]string{"svg": "Liberation Serif,Times", "pdf": "+LiberationSerif\n"} {
		serif := panelsOf(t, Medium{suffix, Look{Font: Serif}})
		must.Say(t, serif, says)
		if strings.Contains(serif, "Sans") {
			t.Errorf("there are letters without serifs in the %s", suffix)
		}
	}
}

// A name has the words of its label, whole or in parts.
func TestName(t *testing.T) {
	m := Medium{"svg", Look{Labels: map[string]string{"g.csv": "Galaxies, $J$", "king": "King"}}}
	for name, want := range map[string]string{"g.csv": "Galaxies, J",
		"g.csv, king, 3 draws": "Galaxies, J, King, 3 draws", "gg.csv": "gg.csv", "runs/g.csv": "Galaxies, J",
		"\x1b": `\x1b`} {
		if got := m.Name(name); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
	if got := (Medium{"pgf", m.Look}).Name("g.csv"); inTeX(got) != "Galaxies, $J$" {
		t.Errorf("in LaTeX it is %q", inTeX(got))
	}
}

// Lines are no wider than the room, but for single words, and lose nothing.
func TestWrapped(t *testing.T) {
	const words = "T, number of distributions annealed through"
	for room := vg.Length(10); room < 300; room += 9 {
		lines := Wrapped(Label(10), words, room)
		if strings.Join(lines, " ") != words {
			t.Errorf("%q", lines)
		}
		for _, line := range lines {
			if strings.Contains(line, " ") && Label(10).Width(line) > room {
				t.Errorf("%q is %v wide, and the room %v", line, Label(10).Width(line), room)
			}
		}
	}
}

// Words of figures in LaTeX: quantities in italics, minus signs, powers of ten, and no command from a name.
func TestInTeX(t *testing.T) {
	for words, want := range map[string]string{
		"J (nats)":             "$J$ (nats)",
		"J over the least J":   "$J$ over the least $J$",
		"log w − log R (nats)": `$\log w$ $-$ $\log R$ (nats)`,
		"1e−4":                 "$10^{-4}$",
		"2.5e6":                `$2.5\cdot10^{6}$`,
		"−0.5":                 "$-$0.5",
		"T = 10, B/J":          "$T$ = 10, $B/J$",
		`\input{x}_#%&$^~`:     `\textbackslash{}input\{x\}\_\#\%\&\$\textasciicircum{}\textasciitilde{}`,
		"Brier, Jeffreys":      "Brier, Jeffreys",
		formulaOpens + `\beta_1` + formulaEnds + " of B": `$\beta_1$ of $B$`,
	} {
		if got := inTeX(words); got != want {
			t.Errorf("%q is %q, want %q", words, got, want)
		}
	}
}

// A picture for LaTeX opens and ends each of its parts, has no path that is left open and is to be filled, has letters
// of the size that they say, and is the same twice.
func TestPGF(t *testing.T) {
	look := Look{Size: Size{300, 200}, PGF: true}
	m := look.On([]Medium{SVG})[1]
	if m.Suffix != "pgf" {
		t.Fatalf("the medium is %v", m.Suffix)
	}
	got := panelsOf(t, m)
	for _, part := range []string{"pgfscope", "pgfpicture"} {
		if a, b := strings.Count(got, `\begin{`+part+"}"), strings.Count(got, `\end{`+part+"}"); a != b || a == 0 {
			t.Errorf("%d of %s begin and %d end", a, part, b)
		}
	}
	if strings.Count(got, "{") != strings.Count(got, "}") || strings.Contains(got, "path-close") {
		t.Error("a bracket, or a path, is left open")
	}
	least := math.Inf(1)
	for _, m := range regexp.MustCompile(`fontsize\{([0-9.]+)pt\}`).FindAllStringSubmatch(got, -1) {
		least = min(least, must.Have(strconv.ParseFloat(m[1], 64))(t))
	}
	must.Near(t, least, 8, 0.01, "the letters")
	must.Say(t, got, `\makebox[0pt][c]{two}`, `\makebox[0pt][r]{$10^{-2}$}`, `\pgfpoint{300pt}{200pt}`)
	if panelsOf(t, m) != got {
		t.Error("two drawings differ")
	}
}

// TestPGFPathsAreClosed: a part that closes a path is a line to where the path began, at whatever scale.
func TestPGFPathsAreClosed(t *testing.T) {
	var p vg.Path
	p.Move(vg.Point{X: 3, Y: 4})
	p.Line(vg.Point{X: 8, Y: 4})
	p.Line(vg.Point{X: 8, Y: 9})
	p.Close()
	on := newPGF(100, 100, 2).path(p)
	last := on[len(on)-1]
	if last.Type != vg.LineComp || last.Pos != (vg.Point{X: 6, Y: 8}) {
		t.Errorf("a closed path ends in %+v", last)
	}
}

// TestEveryNthKeepsTheAnchor: where labels are taken away 0 keeps its own, or 1, or a power of ten.
func TestEveryNthKeepsTheAnchor(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   string
	}{{[]float64{-2, 0, 2, 4}, "0 4"}, {[]float64{0.5, 1, 1.5, 2}, "1 2"}, {[]float64{5, 10, 15}, "10"},
		{[]float64{3, 5, 7}, "3 7"}} {
		var ticks []plot.Tick
		for _, v := range c.values {
			ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
		}
		var left []string
		for _, tick := range everyNth(ticks, 2, 0) {
			left = append(left, tick.Label)
		}
		if got := strings.Join(strings.Fields(strings.Join(left, " ")), " "); got != c.want {
			t.Errorf("every second of %v: %s, want %s", c.values, got, c.want)
		}
	}
}
