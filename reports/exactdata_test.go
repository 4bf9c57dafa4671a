package reports

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// Laws that were not kept are null, and a warning says so.
func TestExactlyWithoutLaws(t *testing.T) {
	row := exactly(t, 3)[0]
	row.Gap = row.WithoutLaws()
	var got []struct {
		J        float64
		Q        []float64
		Warnings []string
	}
	out := write(t, Exactly([]experiments.Exact{row}, table.JSON), table.JSON, table.Style{})
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if got[0].Q != nil || !strings.Contains(out, `"q": null`) || got[0].J != row.J() ||
		!strings.Contains(got[0].Warnings[0], "no q: of 49 states it would be long") {
		t.Error(out)
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
			"from 32768 cells on J, B and what they are sums of are all"},
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
		const varies = "log w does not vary"
		if strings.Contains(strings.Join(all, "\n"), varies) != strings.Contains(c.says, varies) {
			t.Errorf("%s: %q", c.name, all)
		}
	}
}
