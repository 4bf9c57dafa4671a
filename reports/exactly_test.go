package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// exactly runs a setting at these T.
func exactly(t *testing.T, s experiments.Setting, ts ...int) []experiments.Exact {
	t.Helper()
	c := must.Have(s.Chain())(t)
	return must.Have(c.Exactly(t.Context(), ts, nil))(t)
}

// A run too large to be checked has no steps, no defect and no weights, neither
// column nor table, and says why, once for all T.
func TestNothingToCheck(t *testing.T) {
	rows := exactly(t, experiments.Setting{Toy: "ising:3x5:0.2"}, 4, 5)
	if all := Steps(rows, table.Plain); len(all) != 0 {
		t.Errorf("%d tables of steps", len(all))
	}
	made := Exactly(rows, table.Plain)
	if last := made.Columns[len(made.Columns)-1].Key; last != "b_over_j" {
		t.Errorf("the last column is %s", last)
	}
	if columns, cells := len(made.Columns), len(made.Rows[0]); cells != columns {
		t.Errorf("%d cells for %d columns", cells, columns)
	}
	if last := made.Notes[len(made.Notes)-1]; !strings.HasPrefix(last, "Warning, T = 4, 5: from 32768 cells on") {
		t.Errorf("the last note is %q", last)
	}
	if n := len(Weights(rows).Rows); n != 0 {
		t.Errorf("%d rows of weights", n)
	}
}

// write renders a table.
func write(t *testing.T, made table.Table, f table.Format, s table.Style) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, made.Write(&b, f, s))
	return b.String()
}

// Laws that were not kept are null, and a warning says so.
func TestExactlyWithoutCells(t *testing.T) {
	row := exactly(t, experiments.Setting{Toy: "barrier"}, 3)[0]
	row.Measured = row.WithoutCells()
	var got []struct {
		J float64
		Q []float64
	}
	out := write(t, Exactly([]experiments.Exact{row}, table.JSON), table.JSON, table.Style{})
	must.Do(t, json.Unmarshal([]byte(out), &got))
	must.Say(t, out, `"q": null`)
	if got[0].J != row.J() {
		t.Errorf("J is %v, want %v", got[0].J, row.J())
	}
}

// Every number that does not exist is null, with its reason among the warnings.
func TestMissingWeights(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "t.csv")
	initial := filepath.Join(dir, "i.csv")
	for path, data := range map[string]string{target: "0,1,-inf\n1,0,2\n", initial: "0,0,0\n0,0,0\n"} {
		must.Do(t, os.WriteFile(path, []byte(data), 0o644))
	}
	for _, c := range []struct {
		name  string
		s     experiments.Setting
		nulls []string
		says  string
	}{
		{"a constant weight", experiments.Setting{Toy: "barrier", Initial: "tempered:1"},
			[]string{"log_w_fwd_skew", "log_w_rev_skew"}, ""},
		{"an infinite mean", experiments.Setting{Target: target, Initial: initial},
			[]string{"e_log_w_fwd", "log_w_fwd_var", "log_w_fwd_skew"},
			"B infinite"},
		{"not the friction schedule, on no plane", experiments.Setting{Toy: "ising:2x4:0.2"},
			[]string{"near_b", "near_b_floor", "rows", "cols"}, ""}, // they do not apply, and no warning says so
		{"too many cells for more", experiments.Setting{Toy: "ising:3x5:0.2"},
			[]string{"b_pairwise", "mean_w", "ess", "log_w_fwd_var", "log_w_rev_skew", "defect"},
			"from 32768 cells on only J, B and their parts"},
	} {
		row := exactJSON(t, c.s)
		for _, key := range c.nulls {
			if v, has := row[key]; !has || v != nil {
				t.Errorf("%s: %s is %v, there: %v", c.name, key, v, has)
			}
		}
		must.Say(t, fmt.Sprint(row["warnings"]), c.says)
	}
}

// exactJSON returns the one row of an exact run in JSON.
func exactJSON(t *testing.T, s experiments.Setting) map[string]any {
	t.Helper()
	var all []map[string]any
	text := write(t, Exactly(exactly(t, s, 5), table.JSON), table.JSON, table.Style{})
	must.Do(t, json.Unmarshal([]byte(text), &all))
	return all[0]
}

// People read how descent went, and see the variances of log w.
func TestWeights(t *testing.T) {
	rows := exactly(t, experiments.Setting{Toy: "barrier", Schedule: "best-j"}, 6)
	must.Say(t, strings.Join(Exactly(rows, table.Plain).Notes, "\n"),
		"best-j, T = 6: descent from "+rows[0].Choice.Start,
		"gradient "+table.Short(rows[0].Choice.Gradient))
	want := []any{6, rows[0].FwdMoments.Variance, rows[0].RevMoments.Variance, rows[0].ESS}
	if row := Weights(rows).Rows[0]; !slices.Equal(row, want) {
		t.Errorf("%v, want %v", row, want)
	}
}

// Programs get every step.
func TestStepsForPrograms(t *testing.T) {
	rows := exactly(t, experiments.Setting{Toy: "barrier"}, 3, 60)
	lines := strings.Split(write(t, Steps(rows, table.CSV)[0], table.CSV, table.Style{}), "\n")
	if want := 1 + 2 + 59 + 1; len(lines) != want || lines[0] != "seed,T,t,beta,path_kl_fwd,path_kl_rev,share,keys" {
		t.Fatalf("%d lines of %s, want %d", len(lines), lines[0], want)
	}
	for i, s := range rows[1].Steps {
		if want := fmt.Sprintf(",60,%d,%s,%s,", s.T, table.Full(s.Beta),
			table.Full(s.Part.Forward)); !strings.HasPrefix(
			lines[3+i], want) {
			t.Errorf("the line is %s, want %s", lines[3+i], want)
		}
	}
}

// Nothing that people and programs are told of an infinite B is a number that
// JSON does not have, and B of 0 has no shares.
func TestStepsWithoutShares(t *testing.T) {
	row := exactly(t, experiments.Setting{Toy: "barrier"}, 3)[0]
	for _, part := range []exact.Divergence{{Forward: math.Inf(1), Reverse: 1}, {}} {
		row.Paths = part
		row.Steps = []exact.Step{{T: 2, Beta: 0.5, Part: part}, {T: 3, Beta: 1}}
		var got []struct {
			Steps []struct {
				Fwd   *float64 `json:"path_kl_fwd"`
				Share *float64
			}
			Warnings []string
		}
		out := write(t, Steps([]experiments.Exact{row}, table.JSON)[0], table.JSON, table.Style{})
		must.Do(t, json.Unmarshal([]byte(out), &got))
		first := got[0].Steps[0]
		if (first.Fwd == nil) != math.IsInf(part.Forward, 1) {
			t.Errorf("%v: the forward part is %v", part, first.Fwd)
		}
		if first.Share != nil {
			t.Errorf("%v: the share is %v", part, *first.Share)
		}
		must.Say(t, strings.Join(got[0].Warnings, "\n"), "in steps null is")
	}
}
