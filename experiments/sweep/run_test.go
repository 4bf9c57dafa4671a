package sweep

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	"breadboard/grid/must"
)

// TestKeys: every part of a job's definition is in its key. Its family has all except the schedule, T and the Monte
// Carlo runs.
func TestKeys(t *testing.T) {
	base := aRow(10)
	free := map[string]bool{
		"Schedule":    true,
		"ScheduleSum": true,
		"T":           true,
		"Budget":      true,
		"Chains":      true,
		"MCSeed":      true,
		"Full":        true,
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Job]()) {
		if field.Anonymous || field.Tag.Get("json") == "-" { // which no result has
			continue
		}
		c, name := base.Job, field.Name
		switch f := reflect.ValueOf(&c).Elem().FieldByIndex(field.Index); f.Kind() {
		case reflect.String:
			f.SetString(f.String() + "x")
		case reflect.Int:
			f.SetInt(f.Int() + 1)
		case reflect.Uint64:
			f.SetUint(f.Uint() + 1)
		case reflect.Bool:
			f.SetBool(!f.Bool())
		case reflect.Pointer:
			f.SetZero()
		}
		if journal.Key(c, base.Build) == base.Key {
			t.Errorf("%s is not in the key", name)
		}
		if (c.AnnealerKey() == base.Job.AnnealerKey()) != free[name] {
			t.Errorf("%s and the family", name)
		}
	}
}

// TestSweepOfAChangedFile: a file that changes between the plan and the run stops the sweep, because its rows would not
// belong to their keys.
func TestSweepOfAChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	for text, spec := range map[string]Spec{
		"0,1\n2,3\n": {Target: List{path}},
		"1,2\n3,4\n": {Toy: List{"clustering:2:2"}, Data: List{path}},
	} {
		spec.T = List{"5"}
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		plan := must.Have(spec.Plan(journal.Build{}))(t)
		rows := map[string]Row{}
		must.Do(t, os.WriteFile(path, []byte(text+"\n"), 0o644))
		err := plan.Work(Shard{}).Run(t.Context(), rows, func(Row) error { return nil }, nil)
		if says := path + " has changed"; err == nil || !strings.HasPrefix(err.Error(), says) || len(rows) != 0 {
			t.Errorf("%+v: %d rows, and the error is %v, want %s", spec, len(rows), err, says)
		}
	}
}

var sameReals = cmp.Comparer(func(a, b columns.Real) bool { return a == b || a != a && b != b })

// aRow returns the row of a cell with this T, with numbers of every kind.
func aRow(T int) Row {
	seed := uint64(math.MaxUint64)
	r := Row{
		Job:      Job{Setting: experiments.Setting{Toy: "easy", Seed: &seed, Axes: "line", T: T}.WithDefaults()},
		Grid:     "7x7",
		Warnings: []string{"a \"line\"\nand another"},
		Chosen:   &Chosen{"fisher", true, 1e-9, 3, []float64{0, 0.1 + 0.2, 1}},
		Build:    journal.Build{Version: "v1", Commit: "c0ffee", Go: "go1"},
	}
	r.Key = journal.Key(r.Job, r.Build)
	r.Values = columns.Values{
		"J":           0.1 + 0.2,
		"B":           columns.Real(math.Inf(1)),
		"e_log_w_fwd": columns.Real(math.Inf(-1)),
		"log_r":       5e-324,
		"ess":         0,
	}
	return r
}

// TestRowThroughJSON: a row is read as it was written, to the last bit.
func TestRowThroughJSON(t *testing.T) {
	want := aRow(10)
	var got Row
	for _, gradient := range []float64{1e-9, math.Inf(1), math.NaN()} {
		want.Chosen.Gradient = columns.Real(gradient)
		line := must.Have(json.Marshal(want))(t)
		must.Do(t, json.Unmarshal(line, &got))
		if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), sameReals); diff != "" {
			t.Error(diff)
		}
	}
}
