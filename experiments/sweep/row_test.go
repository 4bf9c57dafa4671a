package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/disk"
	"breadboard/experiments/journal"
)

var sameReals = cmp.Comparer(func(a, b columns.Real) bool { return a == b || a != a && b != b })

// aRow returns the row of a cell with this T, with numbers of every kind.
func aRow(T int) Row {
	seed := uint64(math.MaxUint64)
	r := Row{
		Job:      Job{Setting: experiments.Setting{Toy: "easy", Seed: &seed, T: T}.WithDefaults()},
		Grid:     "7x7",
		Warnings: []string{"a \"line\"\nand another"},
		Chosen:   &Chosen{"fisher", true, 1e-9, 3, []float64{0, 0.1 + 0.2, 1}},
		Build:    journal.Build{Version: "v1", Commit: "c0ffee", Go: "go1"},
	}
	r.Key = journal.Key(r.Job, r.Build)
	r.Values = columns.NewValues(map[string]float64{
		"J":           0.1 + 0.2,
		"B":           math.Inf(1),
		"e_log_w_fwd": math.Inf(-1),
		"log_r":       5e-324,
		"ess":         0,
	})
	return r
}

// A row is read as it was written, to the last bit.
func TestRowThroughJSON(t *testing.T) {
	want := aRow(10)
	var got Row
	for _, gradient := range []float64{1e-9, math.Inf(1), math.NaN()} {
		want.Chosen.Gradient = columns.Real(gradient)
		line, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), sameReals); diff != "" {
			t.Error(diff)
		}
	}
}

// A journal that an earlier build wrote is read whole, under keys that are the same now, and
// written again to the same bytes.
func TestJournalOfAnEarlierBuild(t *testing.T) {
	const path = "testdata/journal.jsonl"
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := journal.Read[Row](disk.System, path)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(want, []byte("\n")); len(rows) != n {
		t.Errorf("%d rows, want %d", len(rows), n)
	}
	copied, err := journal.Open[Row](disk.System, filepath.Join(t.TempDir(), "j"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(copied.Commit(rows), copied.Close()); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(copied.Path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("written again: %s", diff)
	}
}
