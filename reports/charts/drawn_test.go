package charts_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/reports/explorer/nodetest"
	"breadboard/reports/figure"
)

// A drawing is what a chart becomes: its picture, the numbers below it, and the file of them.
type drawing struct {
	Picture nodetest.Tree
	Notes   string
	Numbers [][]string
	CSV     nodetest.File
}

// drawn draws a chart as a page does.
func drawn(t *testing.T, kind string, spec any) drawing {
	t.Helper()
	return nodetest.Value[drawing](t, `
		const all = await load("charts/charts.js");
		const figure = all[input.kind](input.spec);
		return {picture: tree(figure.querySelector(".chart-picture")),
			notes: figure.querySelector(".chart-notes").textContent,
			numbers: numbersOf(figure), csv: await savedBy(figure, "CSV")};`, map[string]any{"kind": kind, "spec": spec})
}

// curves are lines whose numbers all differ, with every way to draw one: a line, a bound, marks alone, a band. The last
// two series are of one style but for its place among the colours.
func curves(dice *rand.Rand, log bool) lines {
	of := func() explore.Number { return explore.Number(math.Exp(3 * dice.NormFloat64())) }
	c := lines{Title: "J against T", About: "J against T.", X: axis{Label: "T, levels", Log: log},
		Y: axis{Label: "J, nats", Log: log}}
	for k, style := range []int{3, 0, 9, 1, 6} {
		s := series{Name: fmt.Sprint("curve ", style), Style: style, Dots: k != 1, Dashed: k == 1}
		x := explore.Number(0)
		for range 4 {
			x += 1 + 10*explore.Number(dice.Float64())
			y := of()
			s.Points = append(s.Points, point{x, y})
			if k == 3 {
				s.Bands = append(s.Bands, interval{x, y / 2, 3 * y})
			}
		}
		if k == 4 {
			s.Glyph = "ring"
		}
		c.Series = append(c.Series, s)
	}
	x, y := 11.5, 1.25
	c.Rules = []rule{{Name: "T of the setting", X: &x}, {Name: "exact", Y: &y, Style: new(1)}}
	return c
}

// table is what a chart of lines is as a table.
func tableOf(c lines) [][]any {
	banded := slices.ContainsFunc(c.Series, func(s series) bool { return s.Bands != nil })
	head := []any{"series", "T", "J"}
	if banded {
		head = append(head, "low", "high")
	}
	rows := [][]any{head}
	for _, s := range c.Series {
		for i, p := range s.Points {
			row := []any{s.Name, float64(p[0]), float64(p[1])}
			if s.Bands != nil {
				row = append(row, float64(s.Bands[i][1]), float64(s.Bands[i][2]))
			} else if banded {
				row = append(row, nil, nil)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// What is drawn of lines, what is saved and what stands under Numbers are one table. A reader who measures the picture
// by its ticks finds the numbers, and whoever follows the colours of the legend finds the series.
func TestLinesAreTheirTable(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for _, log := range []bool{false, true} {
		c := curves(dice, log)
		got := drawn(t, "lines", c)
		nodetest.Same(t, "the CSV", got.CSV.Rows(t), tableOf(c), 0)
		nodetest.Same(t, "the numbers", got.Numbers, tableOf(c), 1e-7)
		x, y := nodetest.AxisOf(t, got.Picture, "x", log), nodetest.AxisOf(t, got.Picture, "y", log)
		seriesAre(t, got.Picture, c, x, y)
		legendIs(t, got.Picture, c)
		namesAreApart(t, got.Picture, c, y)
		labelsAre(t, got.Picture, c.X.Label, c.Y.Label)
		for i, at := range []float64{x.Pixel(*c.Rules[0].X), y.Pixel(*c.Rules[1].Y)} {
			line := got.Picture.All("class", "rules")[0].Named("line")[i]
			near(t, "the rule "+c.Rules[i].Name, line.At([]string{"x1", "y1"}[i]), at)
		}
		if name := nodetest.File(got.CSV).Name; name != "j-against-t.csv" {
			t.Errorf("the CSV is called %s", name)
		}
	}
}

// near fails the test unless a place of a picture is another one, to a pixel.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1) {
		t.Errorf("%s is at %v, want %v", what, got, want)
	}
}

// colourOf is the colour of a style, by its order.
func colourOf(style int) string { return fmt.Sprintf("var(--line-%d)", style%8) }

// seriesAre holds the lines, the marks and the bands of a picture to its series.
func seriesAre(t *testing.T, picture nodetest.Tree, c lines, x, y nodetest.Axis) {
	t.Helper()
	groups, bands := picture.All("class", "series"), picture.All("aria-label", "area")
	for _, s := range c.Series {
		ways := map[bool]int{true: 1, false: 2}[s.Glyph != "" || !s.Dots]
		for _, group := range groups[:ways] {
			if got := group.Attributes["stroke"]; got != colourOf(s.Style) {
				t.Errorf("%s is drawn in %s, want %s", s.Name, got, colourOf(s.Style))
			}
			places := group.Marks()
			if group.Attributes["aria-label"] == "line" {
				places = group.Children[0].Places("d")
				if dashed := group.Attributes["stroke-dasharray"] != ""; dashed != s.Dashed {
					t.Errorf("%s is dashed: %v", s.Name, dashed)
				}
			}
			placesAre(t, s.Name, places, s.Points, x, y)
		}
		groups = groups[ways:]
		if s.Bands != nil {
			placesAre(t, "the band of "+s.Name, bands[0].Children[0].Places("d"), around(s.Bands), x, y)
		}
	}
}

// around is the outline of a band: along its high ends, and back along the low ones.
func around(bands []interval) (all []point) {
	for _, b := range bands {
		all = append(all, point{b[0], b[2]})
	}
	for _, b := range slices.Backward(bands) {
		all = append(all, point{b[0], b[1]})
	}
	return all
}

func placesAre(t *testing.T, what string, places [][2]float64, points []point, x, y nodetest.Axis) {
	t.Helper()
	if len(places) != len(points) {
		t.Errorf("%s has %d places, want %d", what, len(places), len(points))
		return
	}
	for i, p := range points {
		near(t, fmt.Sprintf("%s, point %d, across", what, i), places[i][0], x.Pixel(float64(p[0])))
		near(t, fmt.Sprintf("%s, point %d, up", what, i), places[i][1], y.Pixel(float64(p[1])))
	}
}

// legendIs holds the names of a picture to the colours of the series.
func legendIs(t *testing.T, picture nodetest.Tree, c lines) {
	t.Helper()
	legend := nodetest.Legend(picture)
	for _, s := range c.Series {
		if got := legend[s.Name]; got[0] != colourOf(s.Style) {
			t.Errorf("the legend gives %s the colour %s, want %s", s.Name, got[0], colourOf(s.Style))
		}
	}
}

// namesAreApart holds the names at the ends of lines to where the lines end, in the order of their ends, a line of
// letters apart.
func namesAreApart(t *testing.T, picture nodetest.Tree, c lines, y nodetest.Axis) {
	t.Helper()
	names := picture.All("aria-label", "names of lines")[0]
	lines, texts := names.Named("line"), names.Named("text")
	for i := range texts {
		points := c.Series[i].Points
		near(t, "the end of "+texts[i].Text, lines[i].At("y1"), y.Pixel(float64(points[len(points)-1][1])))
		for k := range i {
			ends, at := lines[i].At("y1")-lines[k].At("y1"), texts[i].At("y")-texts[k].At("y")
			if math.Abs(at) < 13.9 || (ends > 0) != (at > 0) {
				t.Errorf("%s and %s end %v apart, and their names stand %v apart", texts[i].Text, texts[k].Text, ends, at)
			}
		}
	}
}

// What an axis cannot show is told: with its series, and where it is.
func TestLinesTellWhatIsMissing(t *testing.T) {
	c := lines{About: "J", X: axis{Label: "T, levels"}, Y: axis{Label: "J, nats", Log: true},
		Series: []series{{Name: "a", Points: []point{{1, 2}, {2, explore.Number(math.Inf(1))}, {3, 0}, {4, 5}}},
			{Name: "b", Style: 1, Points: []point{{1, 3}, {6, explore.Number(math.NaN())}, {7, 1}}}}}
	want := "a is infinite at T = 2.a is not above 0, which this axis cannot show, at T = 3."
	if got := drawn(t, "lines", c); got.Notes != want {
		t.Errorf("it says %q, want %q", got.Notes, want)
	}
}

// Bars stand where the table says, as high as it says, and those below 0 have another colour.
func TestBarsAreTheirTable(t *testing.T) {
	c := bars{About: "B by step", X: axis{Label: "beta"}, Y: axis{Label: "B in each bar, nats",
		Zero: true},
		Bars: []interval{{0, 0.25, 0.75}, {0.25, 0.5, -0.375}, {0.5, 0.875, 1.125}, {0.875, 1, 0.0625}}}
	got := drawn(t, "bars", c)
	rows := [][]any{{"beta from", "beta to", "B in each bar"}}
	x, y := nodetest.AxisOf(t, got.Picture, "x", false), nodetest.AxisOf(t, got.Picture, "y", false)
	for i, rect := range got.Picture.All("class", "bars")[0].Children {
		from, to, v := float64(c.Bars[i][0]), float64(c.Bars[i][1]), float64(c.Bars[i][2])
		rows = append(rows, []any{from, to, v})
		near(t, fmt.Sprint("left of bar ", i), rect.At("x"), x.Pixel(from))
		near(t, fmt.Sprint("width of bar ", i), rect.At("width"), x.Pixel(to)-x.Pixel(from))
		near(t, fmt.Sprint("top of bar ", i), rect.At("y"), y.Pixel(max(v, 0)))
		near(t, fmt.Sprint("height of bar ", i), rect.At("height"), math.Abs(y.Pixel(v)-y.Pixel(0)))
		if want := colourOf(map[bool]int{true: 1, false: 0}[v > 0]); rect.Attributes["fill"] != want {
			t.Errorf("bar %d of %v is %s, want %s", i, v, rect.Attributes["fill"], want)
		}
	}
	nodetest.Same(t, "the CSV", got.CSV.Rows(t), rows, 0)
	nodetest.Same(t, "the numbers", got.Numbers, rows, 1e-7)
	labelsAre(t, got.Picture, c.X.Label, c.Y.Label)
}

// labelsAre holds the names of the axes to what they are, with their units.
func labelsAre(t *testing.T, picture nodetest.Tree, x, y string) {
	t.Helper()
	for axis, want := range map[string]string{"x": x, "y": y} {
		if got := picture.All("aria-label", axis+"-axis label")[0].Words(); got != want {
			t.Errorf("the axis %s is called %q, want %q", axis, got, want)
		}
	}
}

// The colours of lines, by their order, are those of the figures for print.
func TestStylesAreThoseOfFigures(t *testing.T) {
	type style struct {
		Dashes string
		Shape  string
		Hollow bool
		Colour string
	}
	got := nodetest.Value[[]style](t, `const {lineStyle} = await load("charts/colours.js");
		return Array.from({length: 24}, (_, i) => lineStyle(i));`, nil)
	light := paper(t)
	shapes := []string{"circle", "square", "triangle", "diamond"}
	for i, s := range got {
		want := figure.NthLine(i)
		if hex := fmt.Sprintf("#%02x%02x%02x", want.Colour.R, want.Colour.G, want.Colour.B); light[s.Colour] != hex {
			t.Errorf("line %d is %s, and %s on paper", i, light[s.Colour], hex)
		}
		if shape := shapes[int(want.Marker)%4]; s.Shape != shape || s.Hollow != (want.Marker >= 4) {
			t.Errorf("the marks of line %d are %s, hollow %v; on paper %s, number %d", i, s.Shape, s.Hollow, shape, want.Marker)
		}
		if (s.Dashes == "") != (want.Dashes == nil) {
			t.Errorf("line %d has the dashes %q, and %v on paper", i, s.Dashes, want.Dashes)
		}
	}
}
