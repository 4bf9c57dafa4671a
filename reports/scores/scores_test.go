package scores

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/plotter"

	"breadboard/exact/timeaverage"
	"breadboard/experiments/score"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/page"
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

// The page begins with who leads, among how many kernels on how many densities.
func TestPageBeginsWithTheNews(t *testing.T) {
	r := score.Result{Rows: scored(), Densities: 2}
	p := pageOf(r, nil, page.Made{})
	want := "From start exact, fast leads among 2 kernels at 1,000 steps."
	if p.Title != "2 kernels on 2 densities" || p.Fine != want {
		t.Errorf("%q: %q", p.Title, p.Fine)
	}
}

// One density is one, and kernels are left out for their time or their form.
func TestLeftOut(t *testing.T) {
	rows := scored()[:8] // slow, and on density a alone
	if title := Leaderboard(score.Boards(rows)[0], "steps",
		table.Plain).Title; !strings.HasSuffix(title, ", 1 density") {
		t.Errorf("title %q", title)
	}
	r := score.Result{Rows: rows, Densities: 2, LeftOut: []score.LeftOut{{Kernel: "slow", Densities: 1, NoForm: true},
		{Kernel: "fast", Densities: 2}}}
	notes := strings.Join(LeftOut(r), "\n")
	for _, want := range []string{"Kernels left out: fast on 2 of 2 (they take long",
		"Kernels left out: slow on 1 of 2 (they have no form on its axes; breadboard exact says why)."} {
		if !strings.Contains(notes, want) {
			t.Errorf("notes %q without %q", notes, want)
		}
	}
}

// Boxes have one panel where all numbers of steps are alike, because NESS is RESS/N there.
func TestBoxesAtEqualSteps(t *testing.T) {
	draw := func(rows []score.Row) string {
		var b bytes.Buffer
		must.Do(t, Boxes(&b, figure.SVG, rows))
		return b.String()
	}
	rows := slices.DeleteFunc(scored(), func(r score.Row) bool { return r.N != 1000 })
	if strings.Contains(draw(rows), "efficiency") {
		t.Error("two panels at equal steps")
	}
	rows[0].N = 999
	if !strings.Contains(draw(rows), "efficiency") {
		t.Error("one panel at unequal steps")
	}
}

// TestBoxPanels: each panel has the values that its words name, of the rows that succeed, the best kernel last.
func TestBoxPanels(t *testing.T) {
	rows := slices.DeleteFunc(scored(), func(r score.Row) bool { return !r.Solved() })
	for i := range rows {
		rows[i].NESS = 0.01 * float64(i+1)
		rows[i].N += i
		if i%2 == 0 {
			rows[i].Kernel = "slow"
			rows[i].NESS /= 7
		}
	}
	panels, names := boxPanels(rows)
	if !slices.Equal(names, []string{"slow", "fast"}) {
		t.Errorf("the kernels are %v", names)
	}
	for i, want := range []struct {
		across string
		of     func(score.Row) float64
	}{{"NESS", func(r score.Row) float64 { return r.NESS }}, {"efficiency, RESS/N", score.Row.Efficiency}} {
		values := map[string]plotter.Values{}
		for _, r := range rows {
			if r.Solved() {
				values[r.Kernel] = append(values[r.Kernel], want.of(r))
			}
		}
		if diff := cmp.Diff(boxPanel{want.across, values}, panels[i], cmp.AllowUnexported(boxPanel{})); diff != "" {
			t.Error(diff)
		}
	}
	if slices.Equal(panels[0].values["fast"], panels[1].values["fast"]) {
		t.Error("both panels are alike, and nothing would be seen if they were exchanged")
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

// Files hold every row, the leaderboard and two figures in two media; a figure without any success
// is drawn too.
func TestFiles(t *testing.T) {
	for _, rows := range [][]score.Row{scored(), scored()[:4]} {
		result := score.Result{Densities: 1, Rows: rows}
		files := must.Have(Files(result, page.Made{}))(t)
		if len(files) != 11 {
			t.Errorf("%d files", len(files))
		}
		for _, f := range files {
			var b bytes.Buffer
			if err := f.Write(&b); err != nil || b.Len() == 0 {
				t.Errorf("%s has %d bytes: %v", f.Name, b.Len(), err)
			}
		}
	}
}

// The profiles are a table too.
func TestProfileData(t *testing.T) {
	profile := score.Profile{Kernel: "slow", Start: "exact", Budgets: []int{10, 100},
		Solved: []float64{0, 0.25}, Problems: 20}
	got := ProfileData([]score.Profile{profile}).Rows
	want := [][]any{{"slow", "exact", 10, 0., 20}, {"slow", "exact", 100, 0.25, 20}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestWordsInOrder: the words of the left panel are drawn before those of the right.
func TestWordsInOrder(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, Boxes(&b, figure.SVG, scored()))
	left := strings.Index(b.String(), ">NESS<")
	right := strings.Index(b.String(), ">efficiency, RESS/N<")
	if left < 0 || right < left {
		t.Errorf("the left panel is at %d, and the right at %d", left, right)
	}
}
