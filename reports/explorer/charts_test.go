package explorer_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
	"breadboard/reports/figure"
)

// A drawing is what a chart becomes: its picture, the numbers below it, and the file of them.
type drawing struct {
	Picture tree
	Notes   string
	Numbers [][]string
	CSV     savedFile
}

// drawn draws a chart as a page does.
func drawn(t *testing.T, kind string, spec any) drawing {
	t.Helper()
	return inNode[drawing](t, `
		const all = await load("charts/charts.js");
		const figure = all[input.kind](input.spec);
		return {picture: tree(figure.querySelector(".chart-picture")),
			notes: figure.querySelector(".chart-notes").textContent,
			numbers: numbersOf(figure), csv: await savedBy(figure, "CSV")};`, map[string]any{"kind": kind,
		"spec": spec})
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
			s.Points = append(s.Points, [2]explore.Number{x, y})
			if k == 3 {
				s.Bands = append(s.Bands, [3]explore.Number{x, y / 2, 3 * y})
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
// by its ticks finds the numbers.
func TestLinesAreTheirTable(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for _, log := range []bool{false, true} {
		c := curves(dice, log)
		got := drawn(t, "lines", c)
		sameRows(t, "the CSV", got.CSV.Rows(t), tableOf(c), 0)
		sameRows(t, "the numbers", got.Numbers, tableOf(c), 1e-7)
		x := axisOf(t, got.Picture, "x", log)
		y := axisOf(t, got.Picture, "y", log)
		seriesAre(t, got.Picture, c, x, y)
		namesAreApart(t, got.Picture, c, y)
		if name := savedFile(got.CSV).Name; name != "j-against-t.csv" {
			t.Errorf("the CSV is called %s", name)
		}
	}
}

// A place of a picture may be off by a pixel.
const pixel = 1

// colourOf is the colour of a style, by its order.
func colourOf(style int) string { return fmt.Sprintf("var(--line-%d)", style%8) }

// seriesAre holds the lines, the marks and the bands of a picture to its series.
func seriesAre(t *testing.T, picture tree, c lines, x, y pixels) {
	t.Helper()
	groups := picture.All("class", "series")
	bands := picture.All("aria-label", "area")
	for _, s := range c.Series {
		ways := 2
		if s.Glyph != "" || !s.Dots {
			ways = 1
		}
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
func around(bands [][3]explore.Number) (all [][2]explore.Number) {
	for _, b := range bands {
		all = append(all, [2]explore.Number{b[0], b[2]})
	}
	for _, b := range slices.Backward(bands) {
		all = append(all, [2]explore.Number{b[0], b[1]})
	}
	return all
}

func placesAre(t *testing.T, what string, places [][2]float64, points [][2]explore.Number, x, y pixels) {
	t.Helper()
	if len(places) != len(points) {
		t.Errorf("%s has %d places, want %d", what, len(places), len(points))
		return
	}
	for i, p := range points {
		must.Near(t, places[i][0], x.Pixel(float64(p[0])), pixel, "%s, point %d, across", what, i)
		must.Near(t, places[i][1], y.Pixel(float64(p[1])), pixel, "%s, point %d, up", what, i)
	}
}

// namesAreApart holds the names at the ends of lines to where the lines end, in the order of their ends, a line of
// letters apart.
func namesAreApart(t *testing.T, picture tree, c lines, y pixels) {
	t.Helper()
	names := picture.All("aria-label", "names of lines")[0]
	lines := names.Named("line")
	texts := names.Named("text")
	for i := range texts {
		points := c.Series[i].Points
		last := points[len(points)-1]
		must.Near(t, lines[i].At("y1"), y.Pixel(float64(last[1])), pixel, "the end of %s", texts[i].Text)
		for k := range i {
			ends := lines[i].At("y1") - lines[k].At("y1")
			at := texts[i].At("y") - texts[k].At("y")
			if math.Abs(at) < 13.9 || (ends > 0) != (at > 0) {
				t.Errorf("%s and %s end %v apart, and their names stand %v apart", texts[i].Text,
					texts[k].Text, ends, at)
			}
		}
	}
}

// What an axis cannot show is told: with its series, and where it is.
func TestLinesTellWhatIsMissing(t *testing.T) {
	c := lines{About: "J", X: axis{Label: "T, levels"}, Y: axis{Label: "J, nats", Log: true},
		Series: []series{{Name: "a", Points: [][2]explore.Number{{1, 2},
			{2, explore.Number(math.Inf(1))}, {3, 0}, {4, 5}}},
			{Name: "b", Style: 1, Points: [][2]explore.Number{{1, 3}, {6, explore.Number(math.NaN())}, {7, 1}}}}}
	want := "a is infinite at T = 2.a is not above 0, which this axis cannot show, at T = 3."
	if got := drawn(t, "lines", c); got.Notes != want {
		t.Errorf("it says %q, want %q", got.Notes, want)
	}
}

// The colours of lines, by their order, are those of the figures for print.
func TestStylesAreThoseOfFigures(t *testing.T) {
	type style struct {
		Dashes string
		Colour string
	}
	got := inNode[[]style](t, `const {lineStyle} = await load("charts/colours.js");
		return Array.from({length: 24}, (_, i) => lineStyle(i));`, nil)
	light := paper(t)
	for i, s := range got {
		want := figure.NthLine(i)
		if hex := fmt.Sprintf("#%02x%02x%02x", want.Colour.R, want.Colour.G, want.Colour.B); light[s.Colour] != hex {
			t.Errorf("line %d is %s, and %s on paper", i, light[s.Colour], hex)
		}
		if (s.Dashes == "") != (want.Dashes == nil) {
			t.Errorf("line %d has the dashes %q, and %v on paper", i, s.Dashes, want.Dashes)
		}
	}
}

// What is saved as CSV is read back by others: quotes, commas and missing values are as RFC 4180 has them.
func TestCSV(t *testing.T) {
	got := inNode[string](t, `const {csv} = await load("charts/charts.js");
		return csv([["a,b", 'say "x"', "plain"], [1e-7, NaN, Infinity], [0.1, null, "two\nlines"]]);`, nil)
	if want := "\"a,b\",\"say \"\"x\"\"\",plain\r\n1e-7,,Infinity\r\n0.1,,\"two\nlines\"\r\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What a page hands to charts.js, which draws each by a function of its name.

// lines are curves on axes: charts.js draws them by lines(spec). about is for readers who do not see it.
type lines struct {
	Title  string   `json:"title"`
	About  string   `json:"about"`
	X      axis     `json:"x"`
	Y      axis     `json:"y"`
	Series []series `json:"series"`
	Rules  []rule   `json:"rules"`
}

// An axis has a label with its unit, such as "J, nats".
type axis struct {
	Label string `json:"label"`
	Log   bool   `json:"log"`
	Zero  bool   `json:"zero"` // 0 is on the axis
}

// A series is one curve, of a style by its order: a line, or with a glyph marks alone, perhaps with an interval (x,
// low, high) around each point. Points without a y are left out; those with an infinite one are told in words.
type series struct {
	Name   string              `json:"name"`
	Points [][2]explore.Number `json:"points"`
	Style  int                 `json:"style"`
	Dashed bool                `json:"dashed"`
	Dots   bool                `json:"dots"`
	Glyph  string              `json:"glyph,omitempty"`
	Bands  [][3]explore.Number `json:"bands,omitempty"`
}

// A rule is a line across the chart at one x or at one y, with its name, and the style of the series that it belongs
// to.
type rule struct {
	Name  string   `json:"name"`
	X     *float64 `json:"x,omitempty"`
	Y     *float64 `json:"y,omitempty"`
	Style *int     `json:"style,omitempty"`
}

// heatMaps are heat maps of one grid, row by row. charts.js draws them by maps(spec).
type heatMaps struct {
	About   string    `json:"about"`
	Rows    int       `json:"rows"`
	Columns int       `json:"columns"`
	Walls   []bool    `json:"walls"`
	Maps    []heatMap `json:"maps"`
}

// A heatMap is one number a cell. Maps of one scale share their colours, and signed ones have two around 0.
type heatMap struct {
	Name   string           `json:"name"`
	Unit   string           `json:"unit"`
	Scale  string           `json:"scale,omitempty"`
	Signed bool             `json:"signed,omitempty"`
	Low    *float64         `json:"low,omitempty"` // the ends of the scale; nil for those of the values
	High   *float64         `json:"high,omitempty"`
	Values []explore.Number `json:"values"`
	Dots   []int            `json:"dots,omitempty"` // cells with a dot, such as those of walkers
}

// A rule moves without the rest of the chart, and with it where the axis has to follow.
func TestRulesMove(t *testing.T) {
	type seen struct {
		Kept  bool
		About string
		X     float64
	}
	got := inNode[[]seen](t, `
		const {lines, update} = await load("charts/charts.js");
		const spec = (x, y) => ({about: "at " + x, x: {label: "t"}, y: {label: "B"},
			series: [{name: "B", points: [[1, 0.5], [2, 0.25], [3, 0.125]]}],
			rules: [{name: "here", x}, ...(y ? [{name: "there", y}] : [])]});
		const figure = lines(spec(1.5)), before = figure.querySelector(".series");
		return [[2.5], [1.5], [1.5, 2]].map((at) => {
			update(figure, spec(...at));
			return {kept: figure.querySelector(".series") === before,
				about: figure.querySelector("[role=img]").getAttribute("aria-label"),
				x: Number(figure.querySelector(".rules line").getAttribute("x1"))};
		});`, nil)
	if !got[0].Kept || !got[1].Kept || got[0].About != "at 2.5" || got[0].X <= got[1].X {
		t.Errorf("a rule at 2.5 and then at 1.5 is %+v", got)
	}
	if got[2].Kept {
		t.Error("the axis does not follow a rule at 2")
	}
}
