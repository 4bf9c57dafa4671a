package sweeps

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/sweep"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
)

// An at is a place among the panels: a measure, a line and a T.
type at struct {
	measure, schedule string
	T                 int
}

// spreads are the quartiles of a toy's rows, by their definition: of all draws in order, with a straight line between
// two.
func spreads(rows []sweep.Row, toy string) map[at][3]float64 {
	all, least := map[at][]float64{}, map[[2]int]float64{}
	for _, r := range rows {
		if key := [2]int{int(*r.Job.Seed), r.Job.T}; r.Job.Toy == toy {
			j := r.Values.At("J")
			if v, known := least[key]; !known || j < v {
				least[key] = j
			}
		}
	}
	for _, r := range rows {
		if r.Job.Toy != toy {
			continue
		}
		for measure, v := range map[string]float64{"J (nats)": r.Values.At("J"), "B (nats)": r.Values.At("B"),
			"J over the least J": r.Values.At("J") / least[[2]int{int(*r.Job.Seed), r.Job.T}]} {
			key := at{measure, r.Job.Schedule, r.Job.T}
			all[key] = append(all[key], v)
		}
	}
	of := map[at][3]float64{}
	for key, values := range all {
		slices.Sort(values)
		var q [3]float64
		for k := range q {
			place := float64(k+1) / 4 * float64(len(values)-1)
			i := min(int(place), len(values)-2)
			q[k] = values[i] + (place-float64(i))*(values[i+1]-values[i])
		}
		of[key] = q
	}
	return of
}

// The panels of a sweep are the quartiles of its rows: the lines and the bands of the figure, each schedule in its
// colour.
func TestPanelsAreTheQuartiles(t *testing.T) {
	rows := slices.DeleteFunc(sweepRows(), func(r sweep.Row) bool { return r.Job.Toy != "easy" })
	for i := range rows { // no two draws, schedules or T are alike
		seed := float64(*rows[i].Job.Seed)
		rows[i] = cell("easy", *rows[i].Job.Seed, rows[i].Job.Schedule, rows[i].Job.T,
			rows[i].Values.At("J")*(1+math.Mod(seed*seed/7, 1)), rows[i].Values.At("B")*(1+math.Mod(seed*seed/5, 1)))
	}
	d, want := drawingFor(t, rows), spreads(rows, "easy")
	var b bytes.Buffer
	if err := d.draw(&b, figure.SVG, 0); err != nil {
		t.Fatal(err)
	}
	planes := reporttest.Planes(t, b.Bytes())
	if len(planes) != 3 {
		t.Fatalf("%d panels", len(planes))
	}
	legend := legendOf(t, b.Bytes())
	for k, measure := range []string{"J (nats)", "B (nats)", "J over the least J"} {
		for i, schedule := range []string{"linear", "sigmoid:4", "best-j"} {
			style := figure.NthLine(i)
			colour := fmt.Sprintf("#%02X%02X%02X", style.Colour.R, style.Colour.G, style.Colour.B)
			if legend[schedule] != colour {
				t.Errorf("the legend gives %s %s, want %s", schedule, legend[schedule], colour)
			}
			band, median := d.curve(d.strips[0].lines[i], d.measures[k])
			var middle [][2]float64
			for p, T := range []int{10, 100} {
				q := want[at{measure, schedule, T}]
				middle = append(middle, [2]float64{float64(T), q[1]})
				got := []float64{median[p].X, median[p].Y, median[p].Y, median[p].Y}
				if q[0] < q[2] {
					got[2], got[3] = band[len(band)-1-p].Y, band[p].Y
				} else {
					q[0], q[2] = q[1], q[1]
				}
				for n, v := range []float64{float64(T), q[1], q[0], q[2]} {
					if math.Abs(got[n]-v) > 1e-12*v {
						t.Errorf("the line of %s, %s at T = %d has %v, want %v of %v", measure, schedule, T, got, v, q)
					}
				}
			}
			curves := planes[k].Curves(colour, style.Dashes != nil)
			if len(curves) == 0 {
				t.Fatalf("%s has no line of %s in %s", measure, schedule, colour)
			}
			planes[k].Follows(t, measure+" of "+schedule, curves[0], middle)
		}
	}
}

// legendOf gives the colour of each name of a figure: that of the line before it.
func legendOf(t *testing.T, svg []byte) map[string]string {
	t.Helper()
	all, colour := map[string]string{}, ""
	for _, e := range reporttest.Elements(t, svg) {
		if e.Name == "path" {
			colour = reporttest.ColourOf(e)
		} else if e.Name == "text" {
			all[strings.TrimSpace(e.Text)] = colour
		}
	}
	return all
}
