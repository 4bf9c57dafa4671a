package reports_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/reports"
)

// exactJSON is the one row of an exact run in JSON.
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
	if err := reports.Exactly(rows, reports.JSON).Write(&b, reports.JSON, reports.Style{}); err != nil {
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
		{"a kernel without friction", experiments.Setting{Toy: "barrier", Kernel: "identity"},
			[]string{"near_b", "near_b_floor"}, "no near_b and near_b_floor: the kernel does not get from"},
		{"a constant weight", experiments.Setting{Toy: "barrier", Initial: "tempered:1"},
			[]string{"log_w_fwd_skew", "log_w_rev_skew"}, "no log_w_fwd_skew: log w does not vary"},
		{"an infinite mean", experiments.Setting{TargetFile: target, Initial: initial},
			[]string{"e_log_w_fwd", "log_w_fwd_var", "log_w_fwd_skew"}, "no log_w_fwd_var and log_w_fwd_skew: the mean is infinite"},
		{"many cells", experiments.Setting{Toy: "ising:2x4:0.2"},
			[]string{"near_b", "near_b_floor", "rows", "cols"}, "no near_b and near_b_floor: on 256 cells it takes long"},
		{"too many cells for more", experiments.Setting{Toy: "ising:3x5:0.2"},
			[]string{"b_pairwise", "mean_w", "ess", "log_w_fwd_var", "log_w_rev_skew", "defect"}, "from 32768 cells on J, B and what they are sums of are all"},
	} {
		row := exactJSON(t, c.s, 5)
		for _, key := range c.nulls {
			if v, has := row[key]; v != nil || !has {
				t.Errorf("%s: %s is %v", c.name, key, v)
			}
		}
		var all []string
		for _, w := range row["warnings"].([]any) {
			all = append(all, w.(string))
		}
		if !strings.Contains(strings.Join(all, "\n"), c.says) {
			t.Errorf("%s: %q, want %q", c.name, all, c.says)
		}
		if varies := "log w does not vary"; strings.Contains(strings.Join(all, "\n"), varies) != strings.Contains(c.says, varies) {
			t.Errorf("%s: %q", c.name, all)
		}
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
	notes := strings.Join(reports.Exactly(rows, reports.Plain).Notes, "\n")
	if !strings.Contains(notes, "best-j, T = 6: descent from "+rows[0].Choice.Start) || !strings.Contains(notes, "gradient "+reports.Short(rows[0].Choice.Gradient)) {
		t.Error(notes)
	}
	table := reports.Weights(rows)
	if row := table.Rows[0]; row[0] != 6 || row[1] != rows[0].Near.B || row[3] != rows[0].FwdLaw.Variance || row[5] != rows[0].ESS {
		t.Errorf("%v", row)
	}
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
	if all := reports.Steps(rows, reports.Plain); len(all) != 0 {
		t.Errorf("%d tables of steps", len(all))
	}
	table := reports.Exactly(rows, reports.Plain)
	if last := table.Columns[len(table.Columns)-1].Key; last != "b_over_j" || len(table.Rows[0]) != len(table.Columns) {
		t.Errorf("the last of %d columns is %s, of rows of %d", len(table.Columns), last, len(table.Rows[0]))
	}
	if last := table.Notes[len(table.Notes)-1]; !strings.HasPrefix(last, "Warning, T = 4, 5: from 32768 cells on") {
		t.Errorf("the last note is %q", last)
	}
	if n := len(reports.Weights(rows).Rows); n != 0 {
		t.Errorf("%d rows of weights", n)
	}
}
