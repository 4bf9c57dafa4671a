package scores

import (
	"bytes"
	"fmt"
	"testing"

	"breadboard/experiments/score"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
)

// The profiles are the shares of each kernel at each budget, in its own colour.
func TestProfilesAreTheShares(t *testing.T) {
	all := []score.Profile{{Kernel: "slow", Budgets: []int{10, 100, 1000}, Solved: []float64{0, 0.25, 0.4}, Problems: 20},
		{Kernel: "fast", Budgets: []int{10, 100, 1000}, Solved: []float64{0.3, 0.75, 0.95}, Problems: 20},
		{Kernel: "rare", Budgets: []int{10, 100, 1000}, Solved: []float64{0.05, 0.5, 0.85}, Problems: 5}}
	var b bytes.Buffer
	if err := Profiles(&b, figure.SVG, all, "steps"); err != nil {
		t.Fatal(err)
	}
	plane, rows := reporttest.Planes(t, b.Bytes())[0], ProfileData(all).Rows
	for i, one := range all {
		style := figure.NthLine(i)
		curves := plane.Curves(fmt.Sprintf("#%02X%02X%02X", style.Colour.R, style.Colour.G, style.Colour.B),
			style.Dashes != nil)
		var want [][2]float64
		for k, n := range one.Budgets {
			want = append(want, [2]float64{float64(n), one.Solved[k]})
			if got, row := fmt.Sprint(rows[3*i+k]), fmt.Sprint([]any{one.Kernel, one.Start, n, one.Solved[k],
				one.Problems}); got != row {
				t.Errorf("row %d is %s, want %s", 3*i+k, got, row)
			}
		}
		plane.Follows(t, one.Kernel, curves[0], want)
	}
}

// The points of a calibration have what was estimated across, and the real one upward. Independent draws are squares.
func TestCalibrationIsThePoints(t *testing.T) {
	points := []score.Point{{Density: "a", Kernel: "slow", Function: "mean:1", ESS: 5, Real: 40},
		{Density: "b", Kernel: "slow", Function: "mean:1", ESS: 700, Real: 90},
		{Density: "a", Kernel: "perfect", Function: "mean:1", ESS: 1000, Real: 1100}}
	var b bytes.Buffer
	if err := Calibration(&b, figure.SVG, points, 8); err != nil {
		t.Fatal(err)
	}
	const round, square = "#0071B1", "#D45D00" // blue and vermillion, half transparent, as SVG rounds them
	plane := reporttest.Planes(t, b.Bytes())[0]
	var marks []reporttest.Stroke
	for _, m := range plane.Marks {
		if m.Colour == round || m.Colour == square {
			marks = append(marks, m)
		}
	}
	if len(marks) < len(points) {
		t.Fatalf("%d marks for %d points", len(marks), len(points))
	}
	rows := pointData(points).Rows
	for i, p := range points {
		row := fmt.Sprint([]any{p.Density, p.Kernel, p.Function, p.Start, p.N, p.Chains, float64(p.ESS), float64(p.Real)})
		if got := fmt.Sprint(rows[i]); got != row {
			t.Errorf("row %d is %s, want %s", i, got, row)
		}
		want := round
		if p.Kernel == "perfect" {
			want = square
		}
		at := marks[i].Points[0] // a ring from its right edge, a square from a corner
		dx, dy := plane.X.Point(at[0])-plane.X.Point(float64(p.ESS)), plane.Y.Point(at[1])-plane.Y.Point(float64(p.Real))
		if marks[i].Colour != want || dx*dx+dy*dy > 9 {
			t.Errorf("point %d is %s at %v, want %s at %v, %v", i, marks[i].Colour, at, want, p.ESS, p.Real)
		}
	}
}
