package scores

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/exact/timeaverage"
	"breadboard/experiments/score"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
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

// TestTables: a table of one density has names that all rows share in its title, and the best kernel first; a board has
// three classes of functions. Boxes are of all pairs that succeed. Software reads each column from a field of its own.
func TestTables(t *testing.T) {
	seed := uint64(6)
	rows := scored()
	other := slices.Clone(rows[:6])
	for i := range other {
		other[i].Start = "a corner"
		other[i].Seed = &seed
	}
	other[5].Function = "mean:2"
	var b strings.Builder
	show := func(tables ...table.Table) {
		must.Do(t, table.WriteAll(&b, table.Plain, table.Style{Width: 120}, tables...))
	}
	for _, of := range [][]score.Row{rows[:16], rows[:4], rows[4:12], append(other, rows[:8]...)} {
		show(OnDensity(of, "steps"))
	}
	for _, of := range [][]score.Row{rows, rows[:8]} {
		show(Leaderboard(score.Boards(of)[0], "steps"), Leaderboard(score.Boards(of)[0], "evaluations"))
	}
	for i := range rows {
		rows[i].Variance *= 1 + float64(i*i%7)
	}
	rows[6].NESS = math.Inf(1)
	left := []score.LeftOut{{Kernel: "slow", Densities: 1, NoForm: true}, {Kernel: "fast", Densities: 2}}
	for densities := range 3 {
		notes := LeftOut(score.Result{Densities: densities, LeftOut: left[densities/2:]})
		b.WriteString(strings.Join(notes, "\n") + "\n")
	}
	b.WriteString(reporttest.Words(t, Boxes(rows)) + "\n")
	var filled score.Row
	must.Fill(&filled)
	must.Do(t, Data([]score.Row{filled}).Write(&b, table.JSON, table.Style{}))
	must.Golden(t, "testdata/scores.golden", b.String())
}

// TestFiles: there are the rows and a figure in three media, whose boxes have the number of pairs. A kernel without
// success keeps its row, with a cross in each panel, and a figure without any success is drawn too.
func TestFiles(t *testing.T) {
	for label, rows := range map[string][]score.Row{">fast (8)<": scored(), ">slow (0)<": scored(),
		">NESS<": scored()[:4]} {
		var names []string
		for _, f := range must.Have(Files(score.Result{Rows: rows}, 0))(t) {
			names = append(names, f.Name)
			var b bytes.Buffer
			must.Do(t, f.Write(&b))
			if f.Name == "boxes.svg" {
				must.Say(t, b.String(), label, ">efficiency, RESS/N<", ">no pair succeeds<")
				if n := strings.Count(b.String(), "stroke:#D55E00;stroke-width:1.3"); n != 3 {
					t.Errorf("%d crosses, want one in each panel and in the legend", n)
				}
			}
		}
		if want := []string{"boxes.png", "boxes.svg", "boxes.pdf", "scores.csv"}; !slices.Equal(names, want) {
			t.Errorf("the files are %v", names)
		}
	}
}
