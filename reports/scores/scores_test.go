package scores

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/exact/timeaverage"
	"breadboard/experiments/score"
	"breadboard/grid/must"
)

// scored returns rows of two kernels on two densities, at two budgets. One row has no success anywhere.
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

// TestLeftOut: one density is in the singular, and kernels are left out for their time or their form.
func TestLeftOut(t *testing.T) {
	rows := scored()[:8] // slow, and on density a alone
	if title := Leaderboard(score.Boards(rows)[0], "steps").Title; !strings.HasSuffix(title, ", 1 density") {
		t.Errorf("title %q", title)
	}
	r := score.Result{Rows: rows, Densities: 2, LeftOut: []score.LeftOut{{Kernel: "slow", Densities: 1, NoForm: true},
		{Kernel: "fast", Densities: 2}}}
	must.Say(t, strings.Join(LeftOut(r), "\n"), "Kernels left out: fast on 2 of 2 (they take long",
		"Kernels left out: slow on 1 of 2 (they have no form on its axes; breadboard exact says why).")
}

// TestOnDensity: a table of one density has names that all rows share in its title, and the best kernel first.
func TestOnDensity(t *testing.T) {
	rows := scored()[:16] // density a
	s := OnDensity(rows, "steps")
	if s.Title != "Real effective sample sizes on a, from start exact" {
		t.Errorf("title %q", s.Title)
	}
	if s.Rows[0][0] != "fast" || s.Rows[0][1] != 1000 {
		t.Errorf("the first row is %v", s.Rows[0])
	}
}

// TestEachColumnHasItsField: each column for software is read from a field of its own.
func TestEachColumnHasItsField(t *testing.T) {
	var r score.Row
	must.Fill(&r)
	want := map[string]any{"density": r.Density, "seed": *r.Seed, "kernel": r.Kernel, "function": r.Function,
		"start": r.Start, "budget": r.Budget, "N": r.N, "ress": r.RESS(),
		"mse": r.MSE(), "eff": r.Efficiency(), "limit": r.Limit, "ness": r.NESS, "spread": r.Spread, "bias": r.Bias,
		"variance": r.Variance}
	is := map[string]any{}
	made := Data([]score.Row{r})
	for i, c := range made.Columns {
		is[c.Key] = made.Rows[0][i]
	}
	if diff := cmp.Diff(want, is); diff != "" {
		t.Error(diff)
	}
}

// TestFiles: there are the rows and a figure in two media, whose boxes have the number of pairs. A figure without any
// success is drawn too.
func TestFiles(t *testing.T) {
	for label, rows := range map[string][]score.Row{">fast (8)<": scored(), ">NESS<": scored()[:4]} {
		var names []string
		for _, f := range must.Have(Files(score.Result{Rows: rows}))(t) {
			names = append(names, f.Name)
			var b bytes.Buffer
			must.Do(t, f.Write(&b))
			if f.Name == "boxes.svg" {
				must.Say(t, b.String(), label, ">efficiency, RESS/N<")
			}
		}
		if want := []string{"boxes.png", "boxes.svg", "scores.csv"}; !slices.Equal(names, want) {
			t.Errorf("the files are %v", names)
		}
	}
}
