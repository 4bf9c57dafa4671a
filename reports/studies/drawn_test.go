package studies

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/studies/paper"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
)

// Figure 3 is one table: in the file and in the figure. Every curve has the colour of its
// toy, solid for J and dashed for B, and the published figures lie where they were published.
func TestFigure3IsOneTable(t *testing.T) {
	dice := rand.New(rand.NewPCG(61, 62))
	curves := testCurves()
	for i := range curves {
		for k := range curves[i].T {
			curves[i].J[k], curves[i].B[k] = dice.Float64()/float64(k+1), 1+dice.Float64()*float64(i+1)
		}
		curves[i].Published = []paper.Published{{Quantity: experiments.J, T: 100, Printed: fmt.Sprint(0.1 + float64(i)/10)},
			{Quantity: experiments.B, T: 1000, Printed: fmt.Sprint(1.5 + float64(i)/10)}}
	}
	var b bytes.Buffer
	if err := figure3(&b, figure.SVG, curves); err != nil {
		t.Fatal(err)
	}
	plane := reporttest.Planes(t, b.Bytes())[0]
	rows := figure3Data(curves)
	published := map[bool][][2]float64{}
	for i, c := range curves {
		colour := figure.NthLine(i).Colour
		for k, of := range []struct {
			name   string
			values []float64
		}{{"J", c.J}, {"B", c.B}} {
			var points [][2]float64
			for at, T := range c.T {
				points = append(points, [2]float64{float64(T), of.values[at]})
				if got, want := fmt.Sprint(rows.Rows[i*len(c.T)+at]), fmt.Sprint([]any{c.Toy, T, c.J[at], c.B[at]}); got != want {
					t.Errorf("row %d of the data is %s, want %s", at, got, want)
				}
			}
			curve := plane.Curves(fmt.Sprintf("#%02X%02X%02X", colour.R, colour.G, colour.B), k == 1)
			plane.Follows(t, c.Toy+", "+of.name, curve[0], points)
			published[k == 0] = append(published[k == 0], [2]float64{float64([]int{100, 1000}[k]), c.Published[k].Value()})
		}
	}
	ringsAre(t, plane, published[true])
	if keys := fmt.Sprint(rows.Columns); !strings.Contains(keys, "toy") || len(rows.Columns) != 4 {
		t.Errorf("the columns are %s", keys)
	}
}

// ringsAre holds the rings of a plane to places. A ring is drawn from its right edge.
func ringsAre(t *testing.T, plane reporttest.Plane, want [][2]float64) {
	t.Helper()
	var rings []reporttest.Stroke
	for _, m := range plane.Marks {
		if m.Wide == 1.3 && len(m.Points) == 1 {
			x := plane.X.Value(plane.X.Point(m.Points[0][0]) - 4.5)
			rings = append(rings, reporttest.Stroke{Points: [][2]float64{{x, m.Points[0][1]}}})
		}
	}
	if len(rings) < len(want) {
		t.Fatalf("%d rings, want %d", len(rings), len(want))
	}
	for i, at := range want {
		plane.Follows(t, fmt.Sprint("ring ", i), rings[i], [][2]float64{at})
	}
}

// Figure 4 is one table: in the file and in the colours of the figure.
func TestFigure4IsOneTable(t *testing.T) {
	dice := rand.New(rand.NewPCG(63, 64))
	var rows []paper.Gallery
	for i := range 2 {
		g := paper.Gallery{Toy: fmt.Sprint("TOY ", i)}
		for k, panel := range []paper.Panel{{Name: "intermediate", Beta: 0.25}, {Name: "target", Beta: 1},
			{Name: "samples, T = 9", Beta: 1}} {
			for range 3 {
				panel.P = append(panel.P, []float64{dice.Float64() / float64(1+i), dice.Float64() / float64(1+k), dice.Float64(),
					0.1})
			}
			g.Panels = append(g.Panels, panel)
		}
		rows = append(rows, g)
	}
	var b bytes.Buffer
	if err := figure4(&b, figure.SVG, rows); err != nil {
		t.Fatal(err)
	}
	maps, data := reporttest.HeatMaps(t, b.Bytes()), figure4Data(rows)
	line := 0
	for i, g := range rows {
		for k, panel := range g.Panels {
			maps[3*i+k].Is(t, g.Toy+", "+panel.Name, panel.P)
			for x := range 12 {
				want := []any{g.Toy, panel.Name, panel.Beta, x / 4, x % 4, panel.P[x/4][x%4]}
				if got := data.Rows[line]; fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("the data have %v, want %v", got, want)
				}
				line++
			}
		}
	}
}
