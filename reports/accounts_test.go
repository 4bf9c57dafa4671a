package reports

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// TestUncertain: a standard error has two digits, and its number as many decimals.
func TestUncertain(t *testing.T) {
	for _, c := range []struct {
		v, stderr float64
		want      string
	}{
		{1.51234, 0.0351, "1.512 ± 0.035"}, {-12.3, 4.56, "-12.3 ± 4.6"}, {1234.5, 67.8, "1234 ± 68"}, {3, 0, "3 ± 0"},
		{0.0202027, 0, "0.0202027 ± 0"}, {3, 1e-14, "3 ± 0"},
		{1.6, math.NaN(), "2 ± NaN"}, {-1.8e-18, 2.8e-16, "-1.8e-18 ± 2.8e-16"},
	} {
		if got := Uncertain(c.v, c.stderr); got != c.want {
			t.Errorf("%v and %v are %q, want %q", c.v, c.stderr, got, c.want)
		}
	}
}

// TestAccountOfAConstant: a constant in the weights of both directions moves the means of log w, and not the
// divergences of the paths. There is no B of runs that do not fit together. A command alone has no kernel in its title.
func TestAccountOfAConstant(t *testing.T) {
	an := must.Have(experiments.Setting{Toy: "two-basins:6"}.Annealer())(t)
	a, _, err := an.At(t.Context(), 2)
	must.Do(t, err)
	p := experiments.Problem(an, a)
	an.Command = experiments.Command{Program: chaintest.ToldBy(programs.NewSIR(p, 2), p).Plus(3), Line: "mine"}
	ask := experiments.Ask{Programs: []string{experiments.ExecProgram, "sir:2"}}
	rows := must.Have(an.Measure(t.Context(), []int{2}, ask, nil))(t)
	data := Accounts(rows, table.JSON)
	for key, want := range map[string]float64{"path_kl_fwd": 0, "path_kl_rev": 0, "e_log_w_fwd": 3, "e_log_w_rev": 3} {
		at := slices.IndexFunc(data.Columns, func(c table.Column) bool { return c.Key == key })
		must.Near(t, data.Rows[0][at].(float64)-data.Rows[1][at].(float64), want, 1e-11, "%s is moved by", key)
	}
	both, alone := Accounts(rows, table.Plain), Accounts(rows[:1], table.Plain)
	must.Say(t, both.Title, "two-basins:6 on 5x13; kernel metropolis")
	if alone.Title != "two-basins:6 on 5x13" || alone.Columns[0].Key != "program" {
		t.Errorf("the title of a command alone is %q, and its first column %q", alone.Title, alone.Columns[0].Key)
	}
	rows[0].Ways.Fit.OK = false
	data = Accounts(rows, table.JSON)
	at := slices.IndexFunc(data.Columns, func(c table.Column) bool { return c.Key == "B" })
	if b, other := data.Rows[0][at].(float64), data.Rows[1][at].(float64); !math.IsNaN(b) || math.IsNaN(other) {
		t.Errorf("B is %v, and of another program %v", b, other)
	}
}

// TestAccounts: people and software read every number of an exact program, of a sampled one, of one without reverse
// runs and of a command, and a warning for every null. People read one log R in a note, and of several targets no ESS,
// which would not fit a line.
func TestAccounts(t *testing.T) {
	var s shown
	an := must.Have(experiments.Setting{Toy: "two-basins:5"}.Annealer())(t)
	a, _, err := an.At(t.Context(), 2)
	must.Do(t, err)
	p := experiments.Problem(an, a)
	an.Command = experiments.Command{Program: chaintest.ToldBy(programs.NewSIR(p, 2), p).Plus(3), Line: "mine"}
	ask := experiments.Ask{Programs: []string{experiments.ExecProgram, "sir:2", "smc:9:ess=0.5", "ns:2"}}
	rows := must.Have(an.Measure(t.Context(), []int{3}, ask, nil))(t)
	ask.Programs = ask.Programs[:2]
	rows = append(rows, must.Have(an.Measure(t.Context(), []int{4}, ask, nil))(t)...)
	rows[1].Account.Cost = math.NaN()
	s.add(t, table.Plain, Accounts(rows, table.Plain), Accounts(rows[:1], table.Plain),
		Accounts(append(rows[2:3:3], measured(t, experiments.Setting{Toy: "barrier"},
			experiments.Ask{Programs: []string{"sir:3"}}, 3)...), table.Plain))
	s.add(t, table.CSV, Accounts(rows, table.CSV), Accounts(rows[1:2], table.CSV))
	s.is(t, "accounts")
}
