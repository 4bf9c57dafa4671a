package studies

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
)

func testCurves() []paper.Curve {
	var curves []paper.Curve
	for i, name := range []string{"ONE", "TWO", "THREE"} {
		c := paper.Curve{Toy: name, T: []int{10, 100, 1000}, Published: []paper.Published{
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
	if err := figure3(&b, figure.SVG, curves); err != nil {
		t.Fatal(err)
	}
	all := reporttest.Elements(t, b.Bytes())
	for i, c := range []string{"#0072B2", "#D55E00", "#009E73"} {
		solid, dashed := strokes(all, c)
		if len(solid) != 3 {
			t.Errorf("%s: %d solid lines, want J and what leads to the names of J and B", c, len(solid))
		}
		if len(dashed) != 1 {
			t.Fatalf("%s: %d dashed lines, want B", c, len(dashed))
		}
		points := 3
		if i == 0 {
			points = 2
		}
		if n := strings.Count(dashed[0], "M") + strings.Count(dashed[0], "L"); n != points {
			t.Errorf("%s: B has %d points, want %d: %s", c, n, points, dashed[0])
		}
	}
	rings, crosses := marks(all) // one for each published figure, and the legend's
	if rings != 4 {
		t.Errorf("%d rings, want 4", rings)
	}
	if crosses != 4 {
		t.Errorf("%d crosses, want 4", crosses)
	}
	says(t, reporttest.Texts(all), "ONE, J", "TWO, B", "THREE, J", "J as published", "B as published", "J, exact",
		"B, exact",
		"nats", "T, number", "1,000", "0.001")
}

// marks counts the rings and the crosses of a figure.
func marks(all []reporttest.Element) (rings, crosses int) {
	for _, e := range all {
		if strings.Contains(e.Style, "stroke-width:1.3") {
			if strings.Contains(e.D, "A") {
				rings++
			} else {
				crosses++
			}
		}
	}
	return rings, crosses
}

// strokes are the solid and the dashed lines of a colour.
func strokes(all []reporttest.Element, colour string) (solid, dashed []string) {
	for _, e := range all {
		switch {
		case !strings.Contains(e.Style, "stroke:"+colour):
		case strings.Contains(e.Style, "stroke-dasharray"):
			dashed = append(dashed, e.D)
		default:
			solid = append(solid, e.D)
		}
	}
	return solid, dashed
}

func TestFiguresAreTheSameBytesTwice(t *testing.T) {
	heads := map[figure.Medium]string{figure.PNG: "\x89PNG", figure.SVG: "<?xml", figure.PDF: "%PDF"}
	for _, m := range figure.Media {
		var a, b bytes.Buffer
		for _, w := range []io.Writer{&a, &b} {
			if err := figure3(w, m, testCurves()); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: two drawings differ", m)
		}
		if !strings.HasPrefix(a.String(), heads[m]) {
			t.Errorf("%s: begins with %q", m, a.String()[:8])
		}
		if m == figure.PDF && !strings.Contains(a.String(), "/CreationDate (D:19700101") {
			t.Error("the figure.PDF says when it was made")
		}
	}
}

func TestFigure4UsesOneScaleARow(t *testing.T) {
	rows := []paper.Gallery{{Toy: "ONE"}, {Toy: "TWO"}}
	for i := range rows {
		top := []float64{0.5, 0.02}[i]
		rows[i].Panels = []paper.Panel{
			{Name: "intermediate", Beta: 0.25, P: [][]float64{{0, top / 2}, {0, 0}}},
			{Name: "target", Beta: 1, P: [][]float64{{0, top}, {0, 0}}},
		}
	}
	var b bytes.Buffer
	if err := figure4(&b, figure.SVG, rows); err != nil {
		t.Fatal(err)
	}
	all := reporttest.Elements(t, b.Bytes())
	count := map[string]int{}
	for _, e := range all {
		for _, part := range strings.Split(e.Style, ";") {
			if c, ok := strings.CutPrefix(part, "fill:"); ok && e.Name == "path" {
				count[c]++
			}
		}
	}
	hex := func(p float64) string {
		r, g, b, a := figure.Scale{High: 1}.Colour(p).RGBA()
		to := 255 / float64(a) // and down, as the figure.SVG writer rounds
		return fmt.Sprintf("#%02X%02X%02X", int(float64(r)*to), int(float64(g)*to), int(float64(b)*to))
	}
	// Of each row: a colour once in the bar; 6 empty cells, one half of the
	// largest and one the largest, whatever that is.
	for p, want := range map[float64]int{0: 2 * (1 + 6), 0.5: 2 * (1 + 1), 1: 2 * (1 + 1)} {
		if got := count[hex(p)]; got != want {
			t.Errorf("%d cells of the colour of %v, want %d", got, p, want)
		}
	}
	says(t, reporttest.Texts(all), "ONE", "TWO", "beta = 0.25", "target", "probability", "0.5", "0.02")
}
