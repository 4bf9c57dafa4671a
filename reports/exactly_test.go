package reports

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/reports/table"
)

// exactly runs BARRIER at these T.
func exactly(t *testing.T, ts ...int) []experiments.Exact {
	t.Helper()
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Exactly(t.Context(), ts, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// A run too large to be checked has no steps, no defect and no weights, neither
// column nor table, and says why, once for all T.
func TestNothingToCheck(t *testing.T) {
	c, err := experiments.Setting{Toy: "ising:3x5:0.2"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Exactly(t.Context(), []int{4, 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
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
	if err := made.Write(&b, f, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// says checks that a text has all of some words.
func says(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("no %q in\n%s", word, text)
		}
	}
}

// Laws that were not kept are null, and a warning says so.
func TestExactlyWithoutLaws(t *testing.T) {
	row := exactly(t, 3)[0]
	row.Measured = row.WithoutLaws()
	var got []struct {
		J        float64
		Q        []float64
		Warnings []string
	}
	out := write(t, Exactly([]experiments.Exact{row}, table.JSON), table.JSON, table.Style{})
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	says(t, out, `"q": null`)
	says(t, got[0].Warnings[0], "no q, p and log_f: on 49 states they would be long")
	if got[0].J != row.J() {
		t.Errorf("J is %v, want %v", got[0].J, row.J())
	}
}

// exactJSON returns the one row of an exact run in JSON.
func exactJSON(t *testing.T, s experiments.Setting, T int) map[string]any {
	t.Helper()
	c, err := s.Chain()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Exactly(t.Context(), []int{T}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Exactly(rows, table.JSON).Write(&b, table.JSON, table.Style{}); err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	if err := json.Unmarshal(b.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	return all[0]
}

// Every number that does not exist is null, with its reason among the warnings.
func TestMissingWeights(t *testing.T) {
	dir := t.TempDir()
	target, initial := filepath.Join(dir, "t.csv"), filepath.Join(dir, "i.csv")
	for path, data := range map[string]string{target: "0,1,-inf\n1,0,2\n", initial: "0,0,0\n0,0,0\n"} {
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name  string
		s     experiments.Setting
		nulls []string
		says  string
	}{
		{"a constant weight", experiments.Setting{Toy: "barrier", Initial: "tempered:1"},
			[]string{"log_w_fwd_skew", "log_w_rev_skew"}, "no log_w_fwd_skew: log w does not vary"},
		{"an infinite mean", experiments.Setting{Target: target, Initial: initial},
			[]string{"e_log_w_fwd", "log_w_fwd_var", "log_w_fwd_skew"},
			"no log_w_fwd_var and log_w_fwd_skew: the mean is infinite"},
		{"not the friction schedule, on no plane", experiments.Setting{Toy: "ising:2x4:0.2"},
			[]string{"near_b", "near_b_floor", "rows", "cols"}, ""}, // they do not apply, and no warning says so
		{"too many cells for more", experiments.Setting{Toy: "ising:3x5:0.2"},
			[]string{"b_pairwise", "mean_w", "ess", "log_w_fwd_var", "log_w_rev_skew", "defect"},
			"from 32768 cells on only J, B and their parts"},
	} {
		t.Run(c.name, func(t *testing.T) { holdsNulls(t, exactJSON(t, c.s, 5), c.nulls, c.says) })
	}
}

// holdsNulls checks that some keys of a row are null, and what its warnings say.
func holdsNulls(t *testing.T, row map[string]any, nulls []string, words string) {
	t.Helper()
	for _, key := range nulls {
		v, has := row[key]
		if !has {
			t.Errorf("%s is missing", key)
		}
		if v != nil {
			t.Errorf("%s is %v", key, v)
		}
	}
	var all []string
	for _, w := range row["warnings"].([]any) {
		all = append(all, w.(string))
	}
	warnings := strings.Join(all, "\n")
	says(t, warnings, words)
	const varies = "log w does not vary"
	if strings.Contains(warnings, varies) != strings.Contains(words, varies) {
		t.Errorf("whether log w varies: %q", all)
	}
}

// People read how descent went, and see blanks where there is no number.
func TestWeights(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier", Schedule: "best-j"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Exactly(t.Context(), []int{6}, nil)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(Exactly(rows, table.Plain).Notes, "\n")
	says(t, notes, "best-j, T = 6: descent from "+rows[0].Choice.Start,
		"gradient "+table.Short(rows[0].Choice.Gradient))
	made := Weights(rows)
	want := []any{6, rows[0].FwdLaw.Variance, rows[0].RevLaw.Variance, rows[0].ESS}
	if row := made.Rows[0]; !slices.Equal(row, want) {
		t.Errorf("%v, want %v", row, want)
	}
}

// B near equilibrium is shown with the friction schedule alone, to the five digits that
// it has, in every format.
func TestNearEquilibrium(t *testing.T) {
	for schedule, shown := range map[string]bool{"linear": false, "friction": true} {
		c, err := experiments.Setting{Toy: "easy", Schedule: schedule}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		rows, err := c.Exactly(t.Context(), []int{6}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if has := len(Weights(rows).Columns) == 6; has != shown {
			t.Errorf("%s: people see B near equilibrium: %v", schedule, has)
		}
		data := exactData(rows, false)
		i := slices.IndexFunc(data.Columns, func(c table.Column) bool { return c.Key == "near_b" })
		v, has := data.Rows[0][i].(float64)
		if has != shown {
			t.Errorf("%s: near_b is %v", schedule, data.Rows[0][i])
		}
		if !has {
			continue
		}
		if digits := strings.Trim(strings.Replace(table.Full(v), ".", "", 1), "0"); len(digits) > 5 {
			t.Errorf("%s: near_b is %v, with more than five digits", schedule, v)
		}
		if math.Abs(v/rows[0].NearB-1) > 5e-5 {
			t.Errorf("%s: near_b is %v, and B near equilibrium %v", schedule, v, rows[0].NearB)
		}
	}
}

// What people see of steps adds up: tenths to both path divergences, each once,
// and shares to 1; the largest are the largest.
func TestStepsAddUp(t *testing.T) {
	rows := exactly(t, 5, 22, 137)
	all := Steps(rows, table.Plain)
	if len(all) != 1+2+2 {
		t.Fatalf("%d tables", len(all))
	}
	for i, made := range []table.Table{all[0], all[1], all[3]} {
		want := rows[i].Paths
		for column, v := range map[string]float64{"path_kl_fwd": want.Forward, "path_kl_rev": want.Reverse,
			"share": 1} {
			// A few hundred additions round by less than 1e-12 of their sum.
			if got := summed(made, column); math.Abs(got-v) > 1e-12*v {
				t.Errorf("T = %d: %s sums to %v, want %v", rows[i].T, column, got, v)
			}
		}
		first, last := made.Rows[0], made.Rows[len(made.Rows)-1]
		if i == 0 {
			continue
		}
		if first[0] != 2 {
			t.Errorf("T = %d: the first tenth begins at %v, want 2", rows[i].T, first[0])
		}
		if last[1] != rows[i].T {
			t.Errorf("T = %d: the last tenth ends at %v, want T", rows[i].T, last[1])
		}
		if last[2] != 1.0 {
			t.Errorf("T = %d: the last tenth ends at beta %v, want 1", rows[i].T, last[2])
		}
	}
	holdsLargest(t, rows[2], all[4])
}

// summed adds a column up.
func summed(made table.Table, column string) (s float64) {
	for _, row := range made.Rows {
		for j, c := range made.Columns {
			if c.Key == column {
				s += row[j].(float64)
			}
		}
	}
	return s
}

// holdsLargest checks that a table lists the largest steps of a run, the largest first.
func holdsLargest(t *testing.T, run experiments.Exact, made table.Table) {
	t.Helper()
	least := math.Inf(1)
	shown := map[int]bool{}
	for _, row := range made.Rows {
		v := row[2].(float64) + row[3].(float64)
		if v > least {
			t.Errorf("%v comes after %v", v, least)
		}
		least, shown[row[0].(int)] = v, true
	}
	for _, s := range run.Steps {
		if !shown[s.T] && s.Part.Jeffreys() > least {
			t.Errorf("step %d, %v, is not among the largest, down to %v", s.T, s.Part, least)
		}
	}
}

// Programs get every step.
func TestStepsForPrograms(t *testing.T) {
	rows := exactly(t, 3, 60)
	tables := Steps(rows, table.CSV)
	lines, err := csv.NewReader(strings.NewReader(write(t, tables[0], table.CSV, table.Style{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(tables) != 1 {
		t.Fatalf("%d tables, want 1", len(tables))
	}
	if want := 1 + 2 + 59; len(lines) != want {
		t.Fatalf("%d lines, want %d", len(lines), want)
	}
	if diff := cmp.Diff([]string{"seed", "T", "t", "beta", "path_kl_fwd", "path_kl_rev", "share"}, lines[0]); diff != "" {
		t.Error(diff)
	}
	for i, s := range rows[1].Steps {
		fwd, err := strconv.ParseFloat(lines[3+i][4], 64)
		if err != nil {
			t.Errorf("the forward part of %v: %v", s, err)
		}
		if fwd != s.Part.Forward {
			t.Errorf("the forward part is %v, want %v: %v", fwd, s.Part.Forward, lines[3+i])
		}
		if lines[3+i][2] != strconv.Itoa(s.T) {
			t.Errorf("the number of %v is %v", s, lines[3+i])
		}
	}
}

// Nothing that people and programs are told of an infinite B is a number that
// JSON does not have, and B of 0 has no shares.
func TestStepsWithoutShares(t *testing.T) {
	row := exactly(t, 3)[0]
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
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		first := got[0].Steps[0]
		if (first.Fwd == nil) != math.IsInf(part.Forward, 1) {
			t.Errorf("%v: the forward part is %v", part, first.Fwd)
		}
		if first.Share != nil {
			t.Errorf("%v: the share is %v", part, *first.Share)
		}
		says(t, strings.Join(got[0].Warnings, "\n"), "in steps null is")
	}
}
