package stills

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
	"breadboard/reports/explorer"
	"breadboard/reports/figure"
)

// lessonOf is the still of a lesson, with its answers.
func lessonOf(t *testing.T, name string) Still {
	t.Helper()
	lesson, known := explorer.LessonNamed(name)
	if !known {
		t.Fatalf("no lesson is called %s", name)
	}
	a, b, _, err := explorer.ParseLink(lesson.Link)
	must.Do(t, err)
	s := Still{Title: lesson.Title, Says: lesson.Says}
	for _, q := range []*explore.Question{a, b} {
		s.Sides = append(s.Sides, Side{*q, must.Have(explore.Measure(t.Context(), *q))(t)})
	}
	return s
}

// Every cell of every map is p, q or q - p of its cell; walls are walls. Both settings have one scale if they have as
// many cells, and p stands once if it is the same.
func TestMaps(t *testing.T) {
	for name, isOnce := range map[string]bool{"stuck": true, "a-wrong-kernel": true, "b-loose-b-tight": false} {
		sides := lessonOf(t, name).Sides
		rows := rowsOf(sides)
		if (rows[1].maps[0] == nil) != isOnce || (rows[0].once > 0) != isOnce {
			t.Errorf("%s: p stands once: %v", name, !isOnce)
		}
		for i, row := range rows {
			m := sides[i].Measured
			for kind, of := range []func(x int) float64{
				func(x int) float64 { return float64(m.P[x]) },
				func(x int) float64 { return float64(m.Q[x]) },
				func(x int) float64 { return float64(m.Q[x]) - float64(m.P[x]) },
			} {
				drawn := row.maps[kind]
				if drawn == nil {
					continue
				}
				for x := range m.P {
					want := of(x)
					if m.Walls[x] {
						want = math.Inf(-1)
					}
					if got := drawn.Cells[x/m.Columns][x%m.Columns]; got != want {
						t.Errorf("%s, map %d of row %d: cell %d is %v, want %v", name, kind, i, x, got, want)
					}
				}
				if len(sides[0].Measured.P) == len(sides[1].Measured.P) && drawn.Scale != rows[0].maps[kind].Scale {
					t.Errorf("%s, map %d: two scales, %v and %v", name, kind, drawn.Scale, rows[0].maps[kind].Scale)
				}
			}
			if p := rows[i].maps[0]; p != nil && p.Scale != row.maps[1].Scale {
				t.Errorf("%s: p and q of row %d have two scales", name, i)
			}
		}
	}
}

// box finds a rectangle of a colour in an SVG, by its corners.
func box(svg, colour string) (wide []float64) {
	found := regexp.MustCompile(`<path d="M([\d.]+),[\d.]+L[\d.]+,[\d.]+L([\d.]+),[^"]*"\s+style="fill:` + colour)
	for _, part := range found.FindAllStringSubmatch(svg, -1) {
		from, _ := strconv.ParseFloat(part[1], 64)
		to, _ := strconv.ParseFloat(part[2], 64)
		wide = append(wide, to-from)
	}
	return wide
}

// Bars are as long as what they say: KL(p||q) of J beside J in the bar of B, on one axis for both settings. All words
// are there, and the same still makes the same bytes.
func TestDraw(t *testing.T) {
	s := lessonOf(t, "stuck")
	var svg, again bytes.Buffer
	must.Do(t, Draw(&svg, figure.SVG, s))
	must.Do(t, Draw(&again, figure.SVG, s))
	if !bytes.Equal(svg.Bytes(), again.Bytes()) {
		t.Error("the same still has other bytes")
	}
	a, b := s.Sides[0].Measured, s.Sides[1].Measured
	light := box(svg.String(), "#56B4E9")
	grey := box(svg.String(), "#C9CCD6")
	if len(light) != 2 || len(grey) != 2 {
		t.Fatalf("%d and %d bars, want two of each: %s", len(light), len(grey), svg.String())
	}
	unit := grey[0] / float64(a.J.Sum)
	const rounding = 0.02 // points, of coordinates in the file
	for i, m := range []explore.Measured{a, b} {
		must.Near(t, light[i], unit*float64(m.J.PQ), rounding, "the bar of KL(p||q) of setting %d is long", i)
		must.Near(t, grey[i], unit*float64(m.J.Sum), rounding, "the grey bar of setting %d is long", i)
	}
	for _, words := range []string{"Stuck", "target barrier, kernel metropolis, bridge geometric, schedule linear",
		"left: T = 100", "right: T = 10000", "p, the target of both", "1.648", "1.810", "0.5425", "J, right"} {
		if !strings.Contains(svg.String(), ">"+words+"<") {
			t.Errorf("the picture does not say %q", words)
		}
	}
	if legible := regexp.MustCompile(`font-size:([\d.]+)`).FindAllStringSubmatch(svg.String(), -1); legible != nil {
		least := slices.MinFunc(legible, func(a, b []string) int { return len(a[1]) - len(b[1]) })
		if size, _ := strconv.ParseFloat(least[1], 64); size < 9 {
			t.Errorf("letters of %v points on a page of %v", size, pageWidth)
		}
	}
}

// A setting is named in full if it is alone, and beside another what both have stands once.
func TestNamed(t *testing.T) {
	one := Side{Question: explore.Question{Toy: "easy", T: 300, Repeat: 5, Schedule: "sigmoid:4"}}
	common, own := named([]Side{one})
	want := "target easy, kernel metropolis, bridge geometric, schedule sigmoid:4, T = 300, 5 steps a level"
	if common != want || own[0] != "" {
		t.Errorf("a setting alone is %q and %q", common, own)
	}
	other := one
	other.Question.Toy = ""
	other.Question.Target = "0,1;w,2"
	other.Measured.Rows = 2
	other.Measured.Columns = 2
	other.Question.Program = "sir:100"
	common, own = named([]Side{one, other})
	if common != "kernel metropolis, bridge geometric, schedule sigmoid:4, T = 300, 5 steps a level" ||
		own[0] != "target easy" || own[1] != "target a painted one of 2 x 2 cells, program sir:100" {
		t.Errorf("two settings have %q in common, and %q", common, own)
	}
}

// A number has four digits; what is infinite or not known has a word, and no bar.
func TestWritten(t *testing.T) {
	for want, v := range map[string]float64{"1.648": 1.64794, "0.7480": 0.74801, "2.603e−4": 0.00026031, "0": 0,
		"1234": 1234.2, "infinite": math.Inf(1), "not known": math.NaN(), "−0.5000": -0.5} {
		if got := written(explore.Number(v)); got != want {
			t.Errorf("%v is written %q, want %q", v, got, want)
		}
	}
	endless := Still{Sides: []Side{{explore.Question{Toy: "barrier", T: 10}, explore.Measured{
		Shape: explore.Shape{Rows: 1, Columns: 2, Walls: make([]bool, 2)}, P: []explore.Number{0.5, 0.5},
		Q: []explore.Number{1, 0}, J: explore.Divergences{QP: 0.7, PQ: explore.Number(math.Inf(1)),
			Sum: explore.Number(math.Inf(1))}, B: explore.Divergences{Sum: explore.Number(math.Inf(1))},
		Slack: explore.Number(math.NaN())}}}}
	var svg bytes.Buffer
	must.Do(t, Draw(&svg, figure.SVG, endless))
	if strings.Count(svg.String(), ">infinite<") != 2 || len(box(svg.String(), "#56B4E9")) != 0 {
		t.Error("of two infinite numbers not both are called so")
	}
}
