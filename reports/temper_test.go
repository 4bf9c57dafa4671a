package reports_test

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/tempering"
	"breadboard/experiments"
	"breadboard/experiments/temper"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports"
	"breadboard/reports/table"
	"breadboard/toys"
)

// tempered is a ladder on four cells.
func tempered(t *testing.T, ask temper.Ask, s experiments.Setting) temper.Result {
	t.Helper()
	target := toys.Target{Name: "few", Grid: grid.New(2, 2), LogF: []float64{0, 1.5, -1, 2}}
	return must.Have(ask.Run(t.Context(), must.Have(s.On(target))(t), nil))(t)
}

// TestTemperForPrograms: a row for each number of scans has the numbers of the result, and what is not known is null.
func TestTemperForPrograms(t *testing.T) {
	ask := temper.Ask{Walkers: 3, Exchange: tempering.DEO, Hot: temper.Draws, Start: "initial", Scans: []int{2, 5}}
	r := tempered(t, ask, experiments.Setting{})
	var out bytes.Buffer
	must.Do(t, table.WriteAll(&out, table.JSON, table.Style{}, reports.Temper(r, table.JSON)...))
	var rows []map[string]any
	must.Do(t, json.Unmarshal(out.Bytes(), &rows))
	if len(rows) != 2 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, want := range r.Exact.Rows {
		for key, v := range map[string]float64{"J": want.Cold.Jeffreys(), "tv": want.TV, "scans": float64(want.Scans),
			"integral_bias": want.Integral.Bias, "stones_bias": want.Stones.Bias, "trips": r.Exact.Trips.Rate,
			"relaxation": r.Exact.Relaxation.Time(), "log_r": r.LogR, "product_states": 64} {
			must.Near(t, rows[i][key].(float64), v, 1e-15*math.Abs(v), "%s", key)
		}
		if rows[i]["stones_mc"] != nil || rows[i]["runs_mc"] != nil {
			t.Error("no runs were asked for")
		}
	}
}

// TestTemperTables: the tables for people have the numbers of the result in the columns that say so. The bias of the
// stones is that of their ratios and what a log of a mean lies below.
func TestTemperTables(t *testing.T) {
	ask := temper.Ask{Walkers: 3, Exchange: tempering.DEO, Hot: temper.Draws, Start: "initial", Scans: []int{2, 5}}
	r := tempered(t, ask, experiments.Setting{})
	tables := reports.Temper(r, table.Plain)
	for i, row := range r.Exact.Rows {
		check := func(of table.Table, want map[string]any) {
			for key, v := range want {
				at := slices.IndexFunc(of.Columns, func(c table.Column) bool { return c.Key == key })
				if got := of.Rows[i][at]; got != v {
					t.Errorf("after %d scans %s is %v, want %v", row.Scans, key, got, v)
				}
			}
		}
		check(tables[0], map[string]any{"scans": row.Scans, "J": row.Cold.Forward + row.Cold.Reverse, "tv": row.TV,
			"kl_q_p": row.Cold.Forward, "kl_p_q": row.Cold.Reverse})
		check(tables[1], map[string]any{"scans": row.Scans,
			"stones_bias": table.ThreeDigits(row.Stones.Bias + row.Stones.Jensen),
			"stones_sd":   table.ThreeDigits(row.Stones.SD), "integral_sd": table.ThreeDigits(row.Integral.SD),
			"integral_bias": table.ThreeDigits(row.Integral.Bias)})
		check(tables[2], map[string]any{"reject": r.Rejections[i],
			"local":       r.Rejections[i] / (r.Betas[i+1] - r.Betas[i]),
			"reject_scan": r.Exact.Rows[1].Rejections[i]})
	}
}

// TestTemperForPeople: tables fit a terminal, with dice and without, and where there is no integral.
func TestTemperForPeople(t *testing.T) {
	ask := temper.Ask{Walkers: 3, Exchange: tempering.SEO, Hot: temper.Moves, Start: "cell:1", Scans: []int{2, 500}}
	for _, chains := range []int{0, 20} {
		for _, bridge := range []string{"geometric", "mixture"} {
			ask.Chains = chains
			r := tempered(t, ask, experiments.Setting{Bridge: bridge})
			var out bytes.Buffer
			must.Do(t, table.WriteAll(&out, table.Plain, table.Style{}, reports.Temper(r, table.Plain)...))
			text := out.String()
			for line := range strings.Lines(text) {
				if len([]rune(strings.TrimRight(line, "\n"))) > 80 {
					t.Errorf("a line is too long: %s", line)
				}
			}
			if strings.Contains(text, "by dice") != (chains > 0) || strings.Contains(text, "NaN") ||
				strings.Contains(text, "nan") || !strings.Contains(text, "There is no B") {
				t.Errorf("%d chains, %s:\n%s", chains, bridge, text)
			}
		}
	}
}
