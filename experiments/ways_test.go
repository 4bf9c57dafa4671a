package experiments

import (
	"errors"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/grid/must"
)

// commanded returns an annealer whose command is sir:3, by its ways or by runs. In reverse its weights are shifted.
func commanded(t *testing.T, byRuns bool, shift float64, questions int) Annealer {
	t.Helper()
	an := must.Have(Setting{Toy: "ising:2x2:0.4"}.Annealer())(t)
	_, target := an.Ends()
	p := Problem(an, an.Base(chains.Linear(2)))
	sir := programs.NewSIR(p, 3)
	an.Command.Line = "sir 3"
	if byRuns {
		runs := chaintest.Piped{Program: sir, Dice: sample.Seeded(7), Shift: shift, Left: &questions}
		an.Command.Program = outside.NewRuns(t.Context(), runs, target, outside.NotTold{Why: "it tells no ways"})
		return an
	}
	told := chaintest.ToldBy(sir, p)
	for i := range told.Back {
		told.Back[i].LogW += shift
	}
	an.Command.Program = told
	return an
}

// TestResultsOfTheCommand: by its ways the command has the numbers of the program that it is, the same at every T; by
// runs it has estimates of them, and a warning that says why. Nothing is lowered: it was told the densities themselves.
func TestResultsOfTheCommand(t *testing.T) {
	specs := []string{ExecProgram, "sir:3"}
	for _, byRuns := range []bool{false, true} {
		an := commanded(t, byRuns, 0, math.MaxInt)
		rows := must.Have(an.Measure(t.Context(), []int{3, 5}, Ask{Programs: specs}, nil))(t)
		for i := 0; i < len(rows); i += 2 {
			is, want := rows[i], rows[i+1]
			if is.T != want.T || is.Program != specs[0] || is.Ways == nil || is.Ways.Broken() || want.Ways != nil {
				t.Errorf("row %d: T = %d, %s, %+v, and %+v", i, is.T, is.Program, is.Ways, want.Ways)
			}
			if byRuns {
				if z := (is.B() - want.B()) / is.Estimates["b"].StdErr; !(math.Abs(z) < 5) || is.Unknown == "" ||
					!strings.HasPrefix(is.Warnings[0], "it tells no ways; sampled by 1000 runs each way; J") {
					t.Errorf("B is %v, want %v; %q", is.B(), want.B(), is.Warnings)
				}
				if is.B() != rows[0].B() {
					t.Errorf("at another T other runs have B = %v, and %v before", is.B(), rows[0].B())
				}
				continue
			}
			for name, pair := range map[string][2]float64{"J": {is.J(), want.J()}, "B": {is.B(), want.B()},
				"log R": {is.LogR, want.LogR}, "E[log w]": {is.FwdLogW(), want.FwdLogW()}, "ESS": {is.ESS, want.ESS},
				"Var(w)/R²": {is.Account.VarW, want.Account.VarW}} {
				must.Near(t, pair[0], pair[1], 1e-12, "%s at T = %d", name, is.T)
			}
			if !math.IsNaN(is.Account.Cost) || is.Ways.Fit == nil || is.ByCell == nil {
				t.Errorf("the cost is %v, and %+v fits", is.Account.Cost, is.Ways.Fit)
			}
		}
	}
}

// TestSlipOfTheCommand: a factor in reverse alone is found, by ways and by runs.
func TestSlipOfTheCommand(t *testing.T) {
	for _, byRuns := range []bool{false, true} {
		an := commanded(t, byRuns, 0.5, math.MaxInt)
		w := must.Have(CheckWays(an, 2000, 1))(t)
		if !w.Broken() || (w.Fit == nil) != byRuns || w.Command != "sir 3" {
			t.Errorf("by runs %v: %+v", byRuns, w)
		}
	}
	easy := must.Have(Setting{Toy: "easy"}.Annealer())(t)
	if w, err := CheckWays(easy, 10, 1); w != nil || err != nil {
		t.Errorf("without a command: %+v, %v", w, err)
	}
}

// TestCommandFails: whichever question the command fails at, that is the error.
func TestCommandFails(t *testing.T) {
	for _, questions := range []int{0, 1, 2, 20} {
		an := commanded(t, true, 0, questions)
		_, err := an.Measure(t.Context(), []int{3}, Ask{Programs: []string{ExecProgram}}, nil)
		if !errors.Is(err, chaintest.ErrPipe) {
			t.Errorf("after %d questions the error is %v", questions, err)
		}
	}
}
