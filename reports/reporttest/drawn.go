package reporttest

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/reports/figure"
)

// A Plane is two axes of a figure with what is drawn between them, in the numbers of its ticks: what a reader with a
// ruler finds.
type Plane struct {
	X, Y  Ruler
	Lines []Stroke
	Marks []Stroke // closed outlines: marks of points, at their middle, and bands
}

// A Stroke is a line or a mark. Its colour is #0072B2, of its line or else of its filling.
type Stroke struct {
	Colour string
	Dashed bool
	Wide   float64      // the width of the line
	Points [][2]float64 // in the numbers of the axes
}

// A Ruler reads an axis by its ticks.
type Ruler struct {
	Log      bool
	from, to float64 // numbers, or their logarithms
	low, far float64 // points of the figure
}

// Value is the number at a point of the figure.
func (r Ruler) Value(at float64) float64 {
	v := r.from + (at-r.low)/(r.far-r.low)*(r.to-r.from)
	if r.Log {
		return math.Exp(v)
	}
	return v
}

// Point is the point of the figure at a number.
func (r Ruler) Point(v float64) float64 {
	if r.Log {
		v = math.Log(v)
	}
	return r.low + (v-r.from)/(r.to-r.from)*(r.far-r.low)
}

var place = regexp.MustCompile(`-?\d+(?:\.\d+)?(?:e-?\d+)?`)

// placesOf are the corners of an outline, without those of arcs.
func placesOf(d string) (all [][2]float64) {
	if strings.Contains(d, "A") {
		d, _, _ = strings.Cut(d, "A")
	}
	found := place.FindAllString(d, -1)
	for i := 0; i+1 < len(found); i += 2 {
		x, _ := strconv.ParseFloat(found[i], 64) // the pattern is that of a number
		y, _ := strconv.ParseFloat(found[i+1], 64)
		all = append(all, [2]float64{x, y})
	}
	return all
}

// Planes reads the axes of a figure one after the other, as they are drawn: labels, ticks and line across, the same
// upward, and then the data. An axis without labels is not read.
func Planes(t *testing.T, svg []byte) (all []Plane) {
	t.Helper()
	elements := Elements(t, svg)
	for i := 0; i < len(elements); {
		x, after := ruler(t, elements[i:], 0)
		if after == 0 {
			if len(all) > 0 {
				all[len(all)-1].add(elements[i])
			}
			i++
			continue
		}
		y, more := ruler(t, elements[i+after:], 1)
		all = append(all, Plane{X: x, Y: y})
		i += after + more
	}
	return all
}

// ruler reads an axis that begins with the first of the elements: 0 is across and 1 upward. It returns the number of
// its elements; 0 if there is none.
func ruler(t *testing.T, elements []Element, along int) (r Ruler, after int) {
	t.Helper()
	var labels []Element
	for ; after < len(elements) && elements[after].Name != "path"; after++ {
		if elements[after].Name == "text" { // and no group, in which the name of the upright axis is turned
			labels = append(labels, elements[after])
		}
	}
	var ticks [][2][2]float64
	for ; after < len(elements); after++ {
		at := placesOf(elements[after].D)
		if len(at) != 2 || at[0][along] != at[1][along] || !isInk(elements[after].Style) {
			break
		}
		ticks = append(ticks, [2][2]float64{at[0], at[1]})
	}
	if len(labels) < 2 || len(ticks) < 2 || after >= len(elements) { // the line of the axis comes last
		return r, 0
	}
	size := func(tick [2][2]float64) float64 { return math.Abs(tick[1][1-along] - tick[0][1-along]) }
	largest := 0.0
	for _, tick := range ticks {
		largest = max(largest, size(tick))
	}
	ticks = slices.DeleteFunc(ticks, func(tick [2][2]float64) bool { return size(tick) < 0.9*largest })
	if len(labels) < len(ticks) {
		return r, 0
	}
	labels = labels[len(labels)-len(ticks):] // the name of the axis comes first
	return measured(t, labels, ticks, along), after + 1
}

// measured makes the ruler of labels and their ticks: logarithmic if all of them lie so, and not evenly.
func measured(t *testing.T, labels []Element, ticks [][2][2]float64, along int) (r Ruler) {
	t.Helper()
	number := func(i int) float64 {
		v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(labels[i].Text), ",", ""), 64)
		if err != nil {
			return math.NaN() // a name
		}
		return v
	}
	last := len(ticks) - 1
	for _, log := range []bool{false, true} {
		r = Ruler{Log: log, from: number(0), to: number(last), low: ticks[0][0][along], far: ticks[last][0][along]}
		if log {
			r.from, r.to = math.Log(r.from), math.Log(r.to)
		}
		fits := true
		for i, tick := range ticks {
			fits = fits && !(math.Abs(r.Point(number(i))-tick[0][along]) > 0.1)
		}
		if fits {
			return r
		}
	}
	t.Errorf("the ticks from %s to %s lie neither evenly nor by their logarithms", strings.TrimSpace(labels[0].Text),
		strings.TrimSpace(labels[last].Text))
	return r
}

func isInk(style string) bool { return strings.Contains(style, "stroke:#202020") }

var painted = regexp.MustCompile(`(stroke|fill):(#[0-9A-F]{6})`)

// ColourOf is the colour in which an element is drawn: of its line, or else of its filling.
func ColourOf(e Element) (colour string) {
	for _, found := range painted.FindAllStringSubmatch(e.Style, -1) {
		colour = found[2]
	}
	return colour
}

// add adds an outline to what is drawn on the plane.
func (p *Plane) add(e Element) {
	if e.Name != "path" {
		return
	}
	s := Stroke{Dashed: strings.Contains(e.Style, "stroke-dasharray"), Colour: ColourOf(e)}
	if found := regexp.MustCompile(`stroke-width:([0-9.]+)`).FindStringSubmatch(e.Style); found != nil {
		s.Wide, _ = strconv.ParseFloat(found[1], 64) // the pattern is that of a number
	}
	for _, at := range placesOf(e.D) {
		s.Points = append(s.Points, [2]float64{p.X.Value(at[0]), p.Y.Value(at[1])})
	}
	if strings.Contains(e.D, "Z") || strings.Contains(e.D, "A") {
		p.Marks = append(p.Marks, s)
	} else {
		p.Lines = append(p.Lines, s)
	}
}

// Curves are the lines of data of a colour, as wide as figures draw them.
func (p Plane) Curves(colour string, dashed bool) (all []Stroke) {
	for _, s := range p.Lines {
		if s.Colour == colour && s.Dashed == dashed && s.Wide == 1.4 {
			all = append(all, s)
		}
	}
	return all
}

// Follows fails the test unless a line goes through these points, to half a point of the figure.
func (p Plane) Follows(t *testing.T, what string, s Stroke, want [][2]float64) {
	t.Helper()
	if len(s.Points) != len(want) {
		t.Errorf("%s has %d points, want %d: %v", what, len(s.Points), len(want), s.Points)
		return
	}
	for i, at := range want {
		dx, dy := p.X.Point(s.Points[i][0])-p.X.Point(at[0]), p.Y.Point(s.Points[i][1])-p.Y.Point(at[1])
		if !(math.Hypot(dx, dy) <= 0.5) {
			t.Errorf("%s: point %d is at %v, want %v", what, i, s.Points[i], at)
		}
	}
}

// An Element is one of an SVG, with its attributes.
type Element struct {
	Name, Style, Text string
	D                 string // the outline of a path
}

// Elements reads an SVG, which must be well formed.
func Elements(t *testing.T, svg []byte) []Element {
	t.Helper()
	var all []Element
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := Element{Name: token.Name.Local}
			for _, a := range token.Attr {
				switch a.Name.Local {
				case "style":
					e.Style = a.Value
				case "d":
					e.D = a.Value
				}
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].Text += string(token)
			}
		}
	}
}

// Texts returns the words of an SVG.
func Texts(all []Element) string {
	var words []string
	for _, e := range all {
		if e.Name == "text" {
			words = append(words, e.Text)
		}
	}
	return strings.Join(words, "\n")
}

// A Heat is a heat map of a figure in the numbers of its colour bar: what a reader finds who looks every colour up.
type Heat struct {
	Values [][]float64 // from the top left; NaN for a wall
	Off    float64     // how far two neighbours of the bar lie apart: no number is read better than that
	Unit   string
}

// A rect is a filled rectangle, with its upper left corner.
type rect struct {
	left, top float64
	colour    color.RGBA
}

// HeatMaps reads the heat maps of a figure one after the other. The cells of a map, or of several, come before the bar
// of all shades and its ticks, with words between them.
func HeatMaps(t *testing.T, svg []byte) (all []Heat) {
	t.Helper()
	var maps [][]rect // on the bar to come
	var cells []rect  // since the last words
	elements := Elements(t, svg)
	for i, e := range elements {
		r, ok := rectOf(e)
		bar := len(cells) - figure.Shades
		switch {
		case ok:
			cells = append(cells, r)
		case bar >= 0 && isTick(elements[i:]):
			if bar > 0 {
				maps = append(maps, cells[:bar])
			}
			for _, one := range maps {
				all = append(all, heatOf(t, one, cells[bar:], elements[i:]))
			}
			maps, cells = nil, nil
		case e.Name == "text" && len(cells) > 0:
			if len(cells) > 1 { // one alone is the ground
				maps = append(maps, cells)
			}
			cells = nil
		}
	}
	return all
}

// rectOf is an element that fills a rectangle with a colour.
func rectOf(e Element) (r rect, ok bool) {
	at := placesOf(e.D)
	if e.Name != "path" || len(at) != 4 || !strings.HasPrefix(e.Style, "fill:#") || strings.Contains(e.Style, "stroke") {
		return r, false
	}
	low, high := at[0], at[0]
	for _, p := range at {
		low, high = [2]float64{min(low[0], p[0]), min(low[1], p[1])}, [2]float64{max(high[0], p[0]), max(high[1], p[1])}
	}
	r = rect{left: low[0], top: high[1]}
	_, err := fmt.Sscanf(e.Style, "fill:#%02X%02X%02X", &r.colour.R, &r.colour.G, &r.colour.B)
	return r, err == nil
}

// isTick reports whether elements begin with a tick: a line across, and its label.
func isTick(elements []Element) bool {
	return len(elements) > 1 && elements[0].Name == "path" && len(placesOf(elements[0].D)) == 2 &&
		elements[1].Name == "text"
}

func heatOf(t *testing.T, cells, bar []rect, ticks []Element) (h Heat) {
	t.Helper()
	var at, values []float64
	for ; isTick(ticks); ticks = ticks[2:] {
		v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(ticks[1].Text), ",", ""), 64)
		if err != nil {
			t.Fatal(err)
		}
		at, values = append(at, placesOf(ticks[0].D)[0][1]), append(values, v)
	}
	if len(ticks) > 0 {
		h.Unit = strings.TrimSpace(ticks[0].Text)
	}
	last := len(at) - 1
	value := func(y float64) float64 {
		return values[0] + (y-at[0])/(at[last]-at[0])*(values[last]-values[0])
	}
	step := bar[0].top - bar[1].top
	h.Off = math.Abs(value(step) - value(0))
	lefts, tops := placed(cells, func(r rect) float64 { return r.left }), placed(cells,
		func(r rect) float64 { return -r.top })
	h.Values = make([][]float64, len(tops))
	for i := range h.Values {
		h.Values[i] = slices.Repeat([]float64{math.NaN()}, len(lefts))
	}
	for _, cell := range cells {
		best := slices.MinFunc(bar, func(a, b rect) int {
			return apart(a.colour, cell.colour) - apart(b.colour,
				cell.colour)
		})
		if apart(best.colour, cell.colour) < 30 { // another colour is that of a wall
			h.Values[slices.Index(tops, -cell.top)][slices.Index(lefts, cell.left)] = value(best.top - step/2)
		}
	}
	return h
}

// placed are the places of cells along one side.
func placed(cells []rect, of func(rect) float64) (all []float64) {
	for _, cell := range cells {
		all = append(all, of(cell))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func apart(a, b color.RGBA) int {
	dr, dg, db := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return dr*dr + dg*dg + db*db
}

// Is fails the test unless the map shows these numbers, as far as its colours tell. NaN is a cell without a colour.
func (h Heat) Is(t *testing.T, what string, want [][]float64) {
	t.Helper()
	for _, fault := range h.faults(want) {
		t.Errorf("%s: %s", what, fault)
	}
}

func (h Heat) faults(want [][]float64) (all []string) {
	for i, row := range want {
		for j, v := range row {
			got := math.NaN()
			if i < len(h.Values) && j < len(h.Values[i]) {
				got = h.Values[i][j]
			}
			if math.IsNaN(got) != math.IsNaN(v) || math.Abs(got-v) > 2*h.Off {
				all = append(all, fmt.Sprintf("the cell in row %d and column %d shows %v, want %v", i, j, got, v))
			}
		}
	}
	return all
}
