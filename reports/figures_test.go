package reports

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"breadboard/experiments"
)

// An element is one of an SVG, with its attributes.
type element struct {
	name, style, d, text string
}

// elements reads an SVG, which must be well formed.
func elements(t *testing.T, svg []byte) []element {
	t.Helper()
	var all []element
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
			e := element{name: token.Name.Local}
			for _, a := range token.Attr {
				switch a.Name.Local {
				case "style":
					e.style = a.Value
				case "d":
					e.d = a.Value
				}
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].text += string(token)
			}
		}
	}
}

// texts are the words of an SVG.
func texts(all []element) string {
	var words []string
	for _, e := range all {
		if e.name == "text" {
			words = append(words, e.text)
		}
	}
	return strings.Join(words, "\n")
}

func testCurves() []experiments.Curve {
	var curves []experiments.Curve
	for i, name := range []string{"ONE", "TWO", "THREE"} {
		c := experiments.Curve{Toy: name, T: []int{10, 100, 1000}, Published: []experiments.Published{
			{Quantity: experiments.J, T: 100, Printed: "0.13"}, {Quantity: experiments.B, T: 1000, Printed: "0.07"}}}
		for k := range c.T {
			c.J = append(c.J, math.Pow(10, float64(-i-k)))
			c.B = append(c.B, 3*c.J[k])
		}
		curves = append(curves, c)
	}
	return curves
}

func TestFigure3HasItsCurvesAndMarks(t *testing.T) {
	curves := testCurves()
	curves[0].J[1] = 0           // a zero and
	curves[0].B[2] = math.Inf(1) // an infinity have no place on the axis
	var b bytes.Buffer
	if err := Figure3(&b, SVG, curves); err != nil {
		t.Fatal(err)
	}
	all := elements(t, b.Bytes())
	for i, c := range []string{"#0072B2", "#D55E00", "#009E73"} {
		var solid, dashed []string
		for _, e := range all {
			if !strings.Contains(e.style, "stroke:"+c) {
				continue
			}
			if strings.Contains(e.style, "stroke-dasharray") {
				dashed = append(dashed, e.d)
			} else {
				solid = append(solid, e.d)
			}
		}
		if len(solid) != 2 || len(dashed) != 1 { // and the legend's
			t.Errorf("%s: %d solid lines and %d dashed, want J and its legend, and B", c, len(solid), len(dashed))
		}
		points := 3
		if i == 0 {
			points = 2
		}
		if n := strings.Count(dashed[0], "M") + strings.Count(dashed[0], "L"); n != points {
			t.Errorf("%s: B has %d points, want %d: %s", c, n, points, dashed[0])
		}
	}
	rings, crosses := 0, 0
	for _, e := range all {
		if strings.Contains(e.style, "stroke-width:1.3") {
			if strings.Contains(e.d, "A") {
				rings++
			} else {
				crosses++
			}
		}
	}
	if rings != 4 || crosses != 4 {
		t.Errorf("%d rings and %d crosses, want one for each published figure and the legend's", rings, crosses)
	}
	for _, word := range []string{"ONE", "TWO", "THREE", "J as published", "B as published", "J, exact", "B, exact", "nats", "T, number", "1,000", "0.001"} {
		if !strings.Contains(texts(all), word) {
			t.Errorf("no %q in the figure", word)
		}
	}
}

func TestFigure4UsesOneScaleARow(t *testing.T) {
	rows := []experiments.Gallery{{Toy: "ONE"}, {Toy: "TWO"}}
	for i := range rows {
		top := []float64{0.5, 0.02}[i]
		rows[i].Panels = []experiments.Panel{
			{Name: "intermediate", Beta: 0.25, P: [][]float64{{0, top / 2}, {0, 0}}},
			{Name: "target", Beta: 1, P: [][]float64{{0, top}, {0, 0}}},
		}
	}
	var b bytes.Buffer
	if err := Figure4(&b, SVG, rows); err != nil {
		t.Fatal(err)
	}
	all := elements(t, b.Bytes())
	count := map[string]int{}
	for _, e := range all {
		for _, part := range strings.Split(e.style, ";") {
			if c, ok := strings.CutPrefix(part, "fill:"); ok && e.name == "path" {
				count[c]++
			}
		}
	}
	hex := func(p float64) string {
		r, g, b, a := colour(p, 1).RGBA()
		to := 255 / float64(a) // and down, as the SVG writer rounds
		return fmt.Sprintf("#%02X%02X%02X", int(float64(r)*to), int(float64(g)*to), int(float64(b)*to))
	}
	// Of each row: a colour once in the bar; 6 empty cells, one half of the
	// largest and one the largest, whatever that is.
	for p, want := range map[float64]int{0: 2 * (1 + 6), 0.5: 2 * (1 + 1), 1: 2 * (1 + 1)} {
		if got := count[hex(p)]; got != want {
			t.Errorf("%d cells of the colour of %v, want %d", got, p, want)
		}
	}
	for _, word := range []string{"ONE", "TWO", "beta = 0.25", "target", "probability", "0.5", "0.02"} {
		if !strings.Contains(texts(all), word) {
			t.Errorf("no %q in the figure", word)
		}
	}
}

// Lightness that rises is what a reader without colour has left.
func TestColoursGrowLighter(t *testing.T) {
	last := -1.0
	for i := range shades {
		r, g, b, _ := colour(float64(i)/(shades-1), 1).RGBA()
		light := 0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(b)
		if light < last {
			t.Fatalf("shade %d is darker than the one before", i)
		}
		last = light
	}
}

func TestFiguresAreTheSameBytesTwice(t *testing.T) {
	heads := map[Medium]string{PNG: "\x89PNG", SVG: "<?xml", PDF: "%PDF"}
	for _, m := range Media {
		var a, b bytes.Buffer
		for _, w := range []io.Writer{&a, &b} {
			if err := Figure3(w, m, testCurves()); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: two drawings differ", m)
		}
		if !strings.HasPrefix(a.String(), heads[m]) {
			t.Errorf("%s: begins with %q", m, a.String()[:8])
		}
		if m == PDF && !strings.Contains(a.String(), "/CreationDate (D:19700101") {
			t.Error("the PDF says when it was made")
		}
	}
}

func TestDecadesTickPowersOfTen(t *testing.T) {
	var labels []string
	for _, tick := range (decades{}).Ticks(0.005, 2000) {
		if tick.Value < 0.005*(1-1e-9) || tick.Value > 2000*(1+1e-9) {
			t.Errorf("a tick at %v", tick.Value)
		}
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
	}
	if got, want := strings.Join(labels, " "), "0.01 0.1 1 10 100 1,000"; got != want {
		t.Errorf("labels %s, want %s", got, want)
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		if got := thousands(n); got != want {
			t.Errorf("thousands(%d) = %s, want %s", n, got, want)
		}
	}
}
