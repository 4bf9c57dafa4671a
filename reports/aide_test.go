package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/evidence"
	"breadboard/chains/programs"
	"breadboard/chains/programs/slips"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/distance"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// TestAIDEUnknown: people see what is known; for software warnings name what is not finite.
func TestAIDEUnknown(t *testing.T) {
	nan := math.NaN()
	r := distance.Comparison{Program: "sir:2", T: 5, Warnings: []string{"sir:2 is large"},
		Bias:    sample.Exactly(nan),
		Halving: distance.Halving{Why: "the bias is not known"}}
	r.Distance = accounts.Distance{Final: exact.Divergence{Forward: nan, Reverse: nan}, Expected: nan}
	people := AIDE([]distance.Comparison{r}, table.Plain)
	data := AIDE([]distance.Comparison{r}, table.JSON)
	cellsAre(t, people, map[string]any{"symmetrised_kl": nan, "expected": nan, "bias": table.ThreeDigits(nan)})
	must.Say(t, strings.Join(people.Notes, " "), "Warning, sir:2 at T = 5: sir:2 is large.")
	at := slices.IndexFunc(data.Columns, func(c table.Column) bool { return c.Key == "warnings" })
	must.Say(t, strings.Join(data.Rows[0][at].([]string), "; "), "sir:2 is large", "left out, and so null in JSON: ",
		"expected", "no halving_m: the bias is not known")
}

// TestAIDE: people and software see every number, with its error if it is sampled.
func TestAIDE(t *testing.T) {
	var s shown
	nan := math.NaN()
	var aide distance.Comparison
	must.Fill(&aide)
	known := aide
	known.Why = ""
	known.Setting = experiments.Setting{}
	known.Falls.Gold.StdErr = nan
	known.Estimate.StdErr = nan
	known.Ways = nil
	aide.Ways.Fit = nil
	aide.Falls.Runs.Target = 1
	for _, rows := range [][]distance.Comparison{{aide, known}, {known, aide}, {known}} {
		s.add(t, table.Plain, AIDE(rows, table.Plain))
		s.add(t, table.CSV, AIDE(rows, table.CSV))
	}
	s.add(t, table.Plain, AIDE(nil, table.Plain))
	s.is(t, "aide")
}

// outsideRow returns a row of a sound command of the user, changed by change.
func outsideRow(change func(*experiments.Consistency)) distance.Comparison {
	w := experiments.Consistency{Command: "python3 my.py", Runs: 1000, Exact: 1.4446, Grid: grid.New(2, 3), Began: 6,
		CrooksTest: evidence.CrooksTest{LogR: 1.44, StdErr: 0.01, Variance: 300, Swapped: 1, Worst: 4, Z: 1.2,
			ByCell:   evidence.Pearson{Statistic: 4.5, DF: 4, P: 0.34},
			ByWeight: evidence.Pearson{Statistic: 7.5, DF: 9, P: 0.59}}}
	change(&w)
	return distance.Comparison{Program: experiments.ExecProgram, Ways: &w}
}

// TestWaysNotes: people read in words what is found of a command of the user.
func TestWaysNotes(t *testing.T) {
	nothing := evidence.Pearson{Statistic: math.NaN(), P: math.NaN()}
	for name, c := range map[string]struct {
		change func(*experiments.Consistency)
		want   string
	}{
		"sound": {func(*experiments.Consistency) {}, "exec: python3 my.py. Its forward and reverse runs fit together " +
			"(1000 each way, p = 1.0000). By its weights log R is 1.440 ± 0.010; the truth is 1.4446."},
		"a constant": {func(w *experiments.Consistency) { w.LogR = 8.44 },
			"By its weights log R is 8.440 ± 0.010; the truth is 1.4446, so they have a constant in them, which " +
				"drops out of the estimate."},
		"of another f_1": {func(w *experiments.Consistency) { w.LogR, w.Began = 8.44, 5 },
			"the truth is 1.4446 for f_1 with mass in 5 of 6 cells (--initial gives another), so they have a constant"},
		"wrong by cell": {func(w *experiments.Consistency) { w.ByCell.P, w.Z = 1e-9, -6.1 }, "do not fit together " +
			"(1000 each way, p = 3.0000e-09): for their weights, too few of cell (1, 1) are reverse runs, z = -6.1. " +
			"So its weights say nothing."},
		"wrong at the first cell": {func(w *experiments.Consistency) {
			w.ByCell.P = 1e-9
			w.Worst = 0
			w.Z = 6.1
		},
			"for their weights, too many of cell (0, 0) are reverse runs, z = +6.1."},
		"wrong by weight": {func(w *experiments.Consistency) { w.ByWeight.P, w.LogR = 1e-9, 8 },
			"each way, p = 3.0000e-09). So its weights say nothing. A right program is accused with probability " +
				"0.0001 at most. By its weights log R is 8.000 ± 0.010; the truth is 1.4446."},
		"too few": {func(w *experiments.Consistency) {
			w.Variance = 1
			w.ByCell = nothing
			w.ByWeight = nothing
			w.StdErr = 0.9
		},
			"Whether its forward and reverse runs fit together cannot be told from 1000 each way"},
		"no weight": {func(w *experiments.Consistency) {
			w.Variance = 0
			w.ByCell = nothing
			w.ByWeight = nothing
			w.LogR = math.NaN()
			w.StdErr = math.NaN()
		}, "Its weights do not tell log R, which is 1.4446."},
		"one group": {func(w *experiments.Consistency) {
			w.ByWeight = nothing
			w.LogR = -1e-14
			w.StdErr = 0
		},
			"fit together (1000 each way, p = 1.0000). By its weights log R is 0; the truth is 1.4446"},
		"told": {func(w *experiments.Consistency) { w.Fit = &programs.Fit{OK: true, Ways: 1008} },
			"exec: python3 my.py. Its forward and reverse runs fit together exactly (1,008 ways that differ in cell or " +
				"weight)."},
		"told with a constant": {func(w *experiments.Consistency) {
			w.Command = experiments.Caller
			w.Fit = &programs.Fit{OK: true, Ways: 8, LogC: 7, LogMeanW: 7}
		}, "Your program: Its forward and reverse runs fit together exactly (8 ways that differ in cell or weight). " +
			"Its weights have a constant in them: log R by them is 8.4446, the truth is 1.4446; harmless to q, J and B, " +
			"and not to E[log w], rmse and E[w]/R."},
		"told without the sum of f_1": {func(w *experiments.Consistency) {
			w.Fit = &programs.Fit{OK: true, Ways: 8, LogC: 7, LogMeanW: 7}
			w.LogInitial = 7
		}, "Its weights have the sum of f as their mean, exp(8.4446), and R is that over the sum of f_1: log R is " +
			"1.4446. Harmless"},
		"told with a constant of another f_1": {func(w *experiments.Consistency) {
			w.Fit = &programs.Fit{OK: true, Ways: 8, LogC: -1, LogMeanW: -1}
			w.Began = 5
		}, "log R by them is 0.44460, the truth is 1.4446 for f_1 with mass in 5 of 6 cells (--initial gives another);"},
		"told with a slip": {func(w *experiments.Consistency) {
			w.Fit = broken()
			w.Causes = []slips.Cause{{Slip: slips.Last, Where: slips.InBoth},
				{Slip: slips.Sign, Where: slips.InForward}}
		}, "do not fit together: forward returns (1, 2) with log w = 0.31000 with probability 0.012000, and by " +
			"reverse that would be 0.034000. Likely cause, in forward and reverse: log w lacks log f_T - log " +
			"f_{T-1}, the last increment; or in forward: the weights are log 1/w, where log w is asked for. So its " +
			"weights say nothing, and q and J do not need them. E_fwd[w] is 0.50000 R."},
	} {
		notes := strings.Join(AIDE([]distance.Comparison{outsideRow(c.change)}, table.Plain).Notes, "\n")
		if !strings.Contains(notes, c.want) {
			t.Errorf("%s: no %q in %s", name, c.want, notes)
		}
	}
}

// broken returns a fit of ways that do not fit.
func broken() *programs.Fit {
	return &programs.Fit{Ways: 9, LogMeanW: -math.Ln2, Worst: programs.Atom{X: 5, LogW: 0.31}, Ahead: 0.012,
		Back: 0.034}
}

// TestWaysColumns: software reads the tests in columns, which a table has only with a command of the user.
func TestWaysColumns(t *testing.T) {
	rows := []distance.Comparison{outsideRow(func(w *experiments.Consistency) { w.StdErr = math.NaN() }),
		{Program: "ais"}}
	cellsAre(t, AIDE(rows, table.JSON), map[string]any{"exec": "python3 my.py", "exec_p": 1.0, "exec_p_cell": 0.34,
		"exec_worst_cell": 4, "exec_log_r_stderr": nil, "log_r": 1.4446})
	rows[0] = outsideRow(func(w *experiments.Consistency) { w.Fit = broken() })
	cellsAre(t, AIDE(rows, table.JSON), map[string]any{"exec_p": nil, "exec_ways": 9, "exec_worst_cell": 5,
		"exec_worst_log_w": 0.31, "exec_worst_forward": 0.012, "exec_worst_reverse": 0.034, "exec_constant": 0,
		"log_r": 1.4446, "exec_worst_z": nil})
	for _, c := range AIDE(rows[1:], table.JSON).Columns {
		if strings.HasPrefix(c.Key, "exec") {
			t.Errorf("without a program from outside there is a column %s", c.Key)
		}
	}
}

// cellsAre fails t unless cells of the first row are as wanted.
func cellsAre(t *testing.T, all table.Table, want map[string]any) {
	t.Helper()
	for i, c := range all.Columns {
		if v, ok := want[c.Key]; ok && fmt.Sprint(all.Rows[0][i]) != fmt.Sprint(v) {
			t.Errorf("%s is %v, want %v", c.Key, all.Rows[0][i], v)
		}
		delete(want, c.Key)
	}
	if len(want) > 0 {
		t.Errorf("there are no columns for %v", want)
	}
}
