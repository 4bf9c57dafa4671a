// Package estimators_test asks whether the optimal estimator of log R gains over plain importance when the path is
// fine: what Chehab, Hyvärinen and Risteski (2023) deny. Its numbers are in quotients.csv, and what they say in
// README.md.
package estimators_test

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

var (
	update = flag.Bool("update", false, "compute quotients.csv anew, and draw it")
	long   = os.Getenv("BREADBOARD_LONG") != ""
)

// A row has two variances for as many states, times the number of runs. Of annealed chains with Metropolis these are
// those of importance, n chains forward, and of Bennett's estimator, n/2 each way. Of independent draws each step has
// n of its own: all from its first level, or half from either.
type row struct {
	Toy      string  `column:"toy"`
	Seed     int     `column:"seed"`
	Bridge   string  `column:"bridge"`
	Draws    string  `column:"draws"`
	T        int     `column:"T"`
	Plain    float64 `column:"plain"`
	Optimal  float64 `column:"optimal"`
	Quotient float64 `column:"quotient"` // of optimal over plain
}

const annealed, independent = "annealed", "independent"

var levels = []int{2, 3, 5, 10, 30, 100, 300, 1000}

// all are the rows without their numbers.
func all() (rows []row) {
	for _, toy := range []string{"easy", "hard", "barrier"} {
		for seed := 1; seed <= 10 && (seed == 1 || toy != "barrier"); seed++ {
			for _, bridge := range []string{"geometric", "mixture"} {
				for _, draws := range []string{annealed, independent} {
					for _, T := range levels {
						rows = append(rows, row{Toy: toy, Seed: seed, Bridge: bridge, Draws: draws, T: T})
					}
				}
			}
		}
	}
	return rows
}

func (r row) answer(ctx context.Context) (row, error) {
	s := experiments.Setting{Toy: r.Toy, Bridge: r.Bridge}
	if seed := uint64(r.Seed); r.Toy != "barrier" {
		s.Seed = &seed
	}
	chain, err := s.Chain()
	if err != nil {
		return r, err
	}
	a, _, err := chain.At(ctx, r.T)
	if err != nil {
		return r, err
	}
	a, _ = a.Lowered()
	if r.Draws == annealed {
		result, failed := exact.Options{Unchecked: true}.Run(ctx, a)
		variance, _, failedToo := accounts.Bennett(ctx, a)
		r.Plain, r.Optimal, err = 1/result.ESS-1, 2*variance, cmp.Or(failed, failedToo)
	} else {
		l := a.NewLevel()
		var p []float64
		for t := 1; t <= r.T; t++ {
			a.LevelAt(l, t)
			before := p
			p = chains.Normalized(l.LogF())
			apart := 0.
			for x := range before {
				r.Plain += (p[x] - before[x]) * (p[x] - before[x]) / before[x]
				apart += (p[x] - before[x]) * (p[x] - before[x]) / (p[x] + before[x]) / 2
			}
			r.Optimal += 4 * apart / (1 - apart)
		}
	}
	r.Quotient = r.Optimal / r.Plain
	return r, err
}

// TestQuotients computes rows anew, in the short form those of a seed and few levels, and holds the page to them.
func TestQuotients(t *testing.T) {
	var rows []row
	if !*update {
		must.Do(t, json.Unmarshal(must.Have(os.ReadFile("quotients.json"))(t), &rows))
	}
	for i, want := range all() {
		switch {
		case *update:
			rows = append(rows, must.Have(want.answer(t.Context()))(t))
		case i >= len(rows):
			t.Fatal("quotients.json is short; go test ./reports/estimators -update computes it")
		case long || want.Seed == 1 && want.T <= 30:
			got := must.Have(want.answer(t.Context()))(t)
			same := func(a, b float64) bool { return scalar.EqualWithinRel(a, b, 1e-9) }
			if !same(got.Plain, rows[i].Plain) || !same(got.Optimal, rows[i].Optimal) {
				t.Errorf("computed is %v, and committed %v", got, rows[i])
			}
		}
	}
	// importance from the forward half alone has twice the variance, and is no better than optimal
	for _, r := range rows {
		if !(r.Quotient <= 2+1e-9) {
			t.Errorf("%v: half of the runs alone would do better", r)
		}
	}
	columns := table.Keys("toy seed bridge draws T plain optimal quotient")
	files := table.Data("quotients", table.Filled(table.Table{Columns: columns}, rows, nil))
	files = append(files, figure.Files("quotients", figure.ForScreen, func(w io.Writer, m figure.Medium) error {
		return drawn(w, m, rows)
	})...)
	reporttest.FiguresUpToDate(t, "", files, "go test ./reports/estimators -update makes it", *update)
	page := string(must.Have(os.ReadFile("README.md"))(t))
	for _, l := range lines() {
		cells := "| " + l.toy + " | " + l.bridge + " | " + l.draws + " |"
		for _, T := range levels {
			cells += fmt.Sprintf(" %.3g |", l.median(rows, T))
		}
		if *update {
			fmt.Println(cells)
		}
		must.Say(t, page, cells)
	}
}

// A line joins the medians over seeds.
type line struct{ toy, bridge, draws string }

func lines() (all []line) {
	for _, toy := range []string{"easy", "hard", "barrier"} {
		for _, draws := range []string{annealed, independent} {
			all = append(all, line{toy, "geometric", draws}, line{toy, "mixture", draws})
		}
	}
	return all
}

func (l line) median(rows []row, T int) float64 {
	var some []float64
	for _, r := range rows {
		if r.T == T && (line{r.Toy, r.Bridge, r.Draws}) == l {
			some = append(some, r.Quotient)
		}
	}
	slices.Sort(some)
	return (some[(len(some)-1)/2] + some[len(some)/2]) / 2
}

// drawn draws a panel a toy, with a line at 1.
func drawn(w io.Writer, m figure.Medium, rows []row) error {
	var plots []*plot.Plot
	legend, high := figure.Legend{}, 1.
	for i, l := range lines() {
		if i%4 == 0 {
			p := figure.NewPlot()
			figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 6})
			p.Add(figure.NthLine(4).Line(plotter.XYs{{X: 2, Y: 1}, {X: 1000, Y: 1}}))
			plots = append(plots, p)
		}
		var xy plotter.XYs
		for _, T := range levels {
			xy = append(xy, plotter.XY{X: float64(T), Y: l.median(rows, T)})
			high = math.Max(high, l.median(rows, T))
		}
		style := figure.NthLine(i % 4)
		plots[i/4].Add(style.Line(xy), style.Dots(xy))
		if i < 4 {
			legend.Entries = append(legend.Entries,
				figure.LegendEntry{Name: l.bridge + ", " + l.draws, Style: style, Dots: true})
		}
	}
	for _, p := range plots {
		p.X.Min = 2
		p.X.Max = 1000
		p.Y.Min = 0
		p.Y.Max = 1.05 * high
		figure.Widen(&p.X, 1.1)
	}
	return reporttest.Draw(w, m, 800, 340, figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 16},
		Names: []string{"variance, optimal over plain"}, Heads: []string{"EASY RANDOM", "HARD RANDOM", "BARRIER"},
		Feet: slices.Repeat([]string{"T"}, len(plots))}, legend)
}
