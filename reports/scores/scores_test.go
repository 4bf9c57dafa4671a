package scores

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"breadboard/exact/timeaverage"
	"breadboard/experiments/score"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// scored are rows of two kernels on two densities, at two budgets. One row has no success anywhere.
func scored() (rows []score.Row) {
	for _, density := range []string{"a", "b"} {
		for i, kernel := range []string{"slow", "fast"} {
			for _, n := range []int{10, 1000} {
				for _, f := range []string{"mean:1", "var:1", "logf", "mode:1"} {
					rows = append(rows, score.Row{Density: density, Kernel: kernel, Function: f,
						Start: "exact", Budget: n,
						Accuracy: timeaverage.Accuracy{N: n, Spread: 1,
							Variance: 1 / (float64(n) * (0.001 + 0.5*float64(i)))}})
				}
			}
		}
	}
	score.Normalize(rows)
	return rows
}

// One density is one, and one that no function suits is not counted as left out for its time.
func TestLeftOut(t *testing.T) {
	rows := scored()[:8] // slow, and on density a alone
	if title := Leaderboard(score.Boards(rows)[0], "steps").Title; !strings.HasSuffix(title, ", 1 density") {
		t.Errorf("title %q", title)
	}
	r := score.Result{Rows: rows}
	for _, density := range []string{"a", "b"} {
		for _, kernel := range []string{"slow", "fast"} {
			r.Jobs = append(r.Jobs, score.Done{Job: score.Job{Density: density, Kernel: kernel}})
		}
	}
	notes := LeftOut(r)
	if len(notes) != 1 || !strings.HasPrefix(notes[0], "Kernels left out: slow on 1 of 2, fast on 2") {
		t.Errorf("notes %q", notes)
	}
	r.Jobs[2].NoForm = true // slow on b
	if notes := LeftOut(r); len(notes) != 2 || !strings.HasPrefix(notes[1],
		"Kernels left out: slow on 1 of 2 (they have no form") {
		t.Errorf("notes %q", notes)
	}
	r.Unsuited = []string{"b"}
	notes = LeftOut(r)
	if len(notes) != 2 || !strings.HasPrefix(notes[0], "1 of 2 densities left out") {
		t.Fatalf("notes %q", notes)
	}
	if !strings.HasPrefix(notes[1], "Kernels left out: fast on 1 of 1 (") {
		t.Errorf("note %q", notes[1])
	}
	r.Jobs[1].NoForm = true
	r.Jobs[2].NoForm = false
	r.Unsuited = nil
	notes = LeftOut(r)
	want := "Kernels left out: fast on 1 of 2 (they have no form on its axes; breadboard exact says why)."
	if len(notes) != 2 || notes[1] != want {
		t.Errorf("notes %q, want %q at last", notes, want)
	}
}

// A table of one density puts what is alike into the title, and the best kernel first.
func TestOnDensity(t *testing.T) {
	rows := scored()[:16] // density a
	s := OnDensity(rows, "steps")
	if s.Title != "Real effective sample sizes on a, from start exact" {
		t.Errorf("title %q", s.Title)
	}
	if s.Rows[0][0] != "fast" || s.Rows[0][1] != 1000 {
		t.Errorf("the first row is %v", s.Rows[0])
	}
	sampled := rows[0]
	sampled.Chains, sampled.StdErr = 8, 0.5
	s = OnDensity([]score.Row{sampled}, "steps")
	if name, cell := s.Rows[0][0], s.Rows[0][2]; name != "slow" || cell.(table.Verdict).Text != "0.01 ± 0.5" {
		t.Errorf("a sampled row is %v", s.Rows[0])
	}
}

// TestFiles: the rows, the points and two figures in two media; a figure without any success is drawn too.
func TestFiles(t *testing.T) {
	for _, rows := range [][]score.Row{scored(), scored()[:4]} {
		result := score.Result{Jobs: []score.Done{{}}, Rows: rows, Points: []score.Point{{Density: "a", Kernel: "slow",
			Function: "mean:1", Start: "exact", N: 10, Chains: 8, ESS: 5, Real: 4}}}
		var names []string
		for _, f := range must.Have(Files(result))(t) {
			var b bytes.Buffer
			if err := f.Write(&b); err != nil || b.Len() == 0 {
				t.Errorf("%s has %d bytes: %v", f.Name, b.Len(), err)
			}
			names = append(names, f.Name)
		}
		want := []string{"scores.csv", "calibration.csv", "profiles.png", "profiles.svg", "boxes.png", "boxes.svg"}
		if !slices.Equal(names, want) {
			t.Errorf("the files are %v", names)
		}
	}
}

// TestFigures: a panel a start of profiles, and boxes in the order of the medians, with the number of pairs.
func TestFigures(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, Boxes(scored()).Write(&b, figure.SVG))
	must.Do(t, Profiles(score.Profiles(scored()), "steps").Write(&b, figure.SVG))
	must.Say(t, b.String(), ">NESS<", ">efficiency, RESS/N<", ">fast (8)<", ">from exact<", ">steps<", ">slow<")
}

// TestPointData: the points are a table too.
func TestPointData(t *testing.T) {
	points := []score.Point{{Density: "a", Kernel: "slow", Function: "mean:1", ESS: 5, Real: 40, N: 7, Chains: 8}}
	want := []any{"a", "slow", "mean:1", "", 7, 8, 5., 40.}
	if got := pointData(points).Rows[0]; !slices.Equal(got, want) {
		t.Errorf("the point is %v", got)
	}
}
