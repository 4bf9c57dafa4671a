package reports

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/evidence"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/aidestudy"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// TestAIDE: people and software see every number, with its error if it is sampled.
func TestAIDE(t *testing.T) {
	var s shown
	nan := math.NaN()
	var aide aidestudy.Comparison
	must.Fill(&aide)
	known := aide
	known.Why = ""
	known.Setting = experiments.Setting{}
	known.Falls.Gold.StdErr = nan
	known.Estimate.StdErr = nan
	known.Ways = nil
	unknown := known
	unknown.Distance = accounts.Distance{Final: exact.Divergence{Forward: nan, Reverse: nan}, Expected: nan}
	unknown.Bias = sample.Exactly(nan)
	unknown.Curve = nil
	unknown.Exactly = false
	aide.Ways.Fit = nil
	aide.Falls.Runs.Target = 1
	for _, rows := range [][]aidestudy.Comparison{{aide, known}, {known, unknown}, {unknown}} {
		s.add(t, table.Plain, AIDE(rows, table.Plain))
		s.add(t, table.CSV, AIDE(rows, table.CSV))
	}
	s.add(t, table.Plain, AIDE(nil, table.Plain))
	s.is(t, "aide")
}

// outsideRow returns a row of a sound command of the user, changed by change.
func outsideRow(change func(*experiments.Consistency)) aidestudy.Comparison {
	w := experiments.Consistency{Command: "python3 my.py", Runs: 1000, Exact: 1.4446, Grid: grid.New(2, 3), Began: 6,
		CrooksTest: evidence.CrooksTest{LogR: 1.44, StdErr: 0.01, Variance: 300, Swapped: 1, Worst: 4, Z: 1.2,
			ByCell:   evidence.Pearson{Statistic: 4.5, DF: 4, P: 0.34},
			ByWeight: evidence.Pearson{Statistic: 7.5, DF: 9, P: 0.59}}}
	change(&w)
	return aidestudy.Comparison{Program: experiments.ExecProgram, Ways: &w}
}

// TestWays: people and software read what is found of a command of the user, in each case as testdata has it.
func TestWays(t *testing.T) {
	nothing := evidence.Pearson{Statistic: math.NaN(), P: math.NaN()}
	var s shown
	for _, change := range []func(*experiments.Consistency){
		func(*experiments.Consistency) {},
		func(w *experiments.Consistency) { w.LogR = 8.44 },
		func(w *experiments.Consistency) { w.LogR, w.Began = 8.44, 5 },
		func(w *experiments.Consistency) { w.LogR, w.LogInitial = w.Exact+3.01, 3 },
		func(w *experiments.Consistency) { w.ByCell.P, w.Z = 1e-9, -6.1 },
		func(w *experiments.Consistency) { w.ByCell.P, w.Worst, w.Z = 1e-9, 0, 6.1 },
		func(w *experiments.Consistency) { w.ByWeight.P, w.LogR = 1e-9, 8 },
		func(w *experiments.Consistency) { w.ByWeight.P, w.Worst = 1e-9, -1 },
		func(w *experiments.Consistency) {
			w.Variance, w.ByCell, w.ByWeight, w.StdErr = 1, nothing, nothing, 0.9
		},
		func(w *experiments.Consistency) {
			w.Variance, w.ByCell, w.ByWeight, w.LogR, w.StdErr = 0, nothing, nothing, math.NaN(), math.NaN()
		},
		func(w *experiments.Consistency) { w.ByWeight, w.LogR, w.StdErr = nothing, -1e-14, 0 },
		func(w *experiments.Consistency) { w.Fit = &programs.Fit{OK: true, Ways: 1008} },
		func(w *experiments.Consistency) {
			w.Fit = &programs.Fit{OK: true, Single: true, Ways: 1008,
				Worst: programs.Atom{Forward: -1, Reverse: -1 + 1e-7}}
		},
		func(w *experiments.Consistency) {
			w.Command = experiments.Caller
			w.Fit = &programs.Fit{OK: true, Ways: 8, LogC: 7, LogMeanW: 7}
		},
		func(w *experiments.Consistency) {
			w.Fit = &programs.Fit{OK: true, Ways: 8, LogC: 7, LogMeanW: 7}
			w.LogInitial = 7
		},
		func(w *experiments.Consistency) {
			w.Fit = &programs.Fit{OK: true, Ways: 8, LogC: -1, LogMeanW: -1}
			w.Began = 5
		},
		func(w *experiments.Consistency) { w.Fit = broken() },
		func(w *experiments.Consistency) {
			w.Fit = broken()
			w.Fit.Within = true
		},
	} {
		row := outsideRow(change)
		cells := record{}
		nameCommand(cells, row.Ways)
		delete(cells, "exec_verdict") // which the notes have
		for _, key := range slices.Sorted(maps.Keys(cells)) {
			fmt.Fprint(&s, strings.TrimPrefix(key, "exec_"), " ", table.ForPeople(cells[key]), "; ")
		}
		fmt.Fprintln(&s, programName(row.Program, row.Ways), strings.Join(AIDE([]aidestudy.Comparison{row},
			table.Plain).Notes[2:], "\n"))
	}
	s.is(t, "ways")
}

// broken returns a fit of ways that do not fit.
func broken() *programs.Fit {
	return &programs.Fit{Ways: 9, LogMeanW: -math.Ln2, Worst: programs.Atom{X: 5, LogW: 0.31}, Ahead: 0.012,
		Back: 0.034}
}
