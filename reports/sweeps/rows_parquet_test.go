package sweeps

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"breadboard/experiments/columns"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

func TestColumnsInDuckDB(t *testing.T) {
	path := parquetFile(t)
	types := map[columns.Kind]string{columns.Text: "VARCHAR", columns.Integer: "BIGINT", columns.Natural: "UBIGINT",
		columns.Number: "DOUBLE", columns.Boolean: "BOOLEAN", columns.Texts: "VARCHAR[]", columns.Numbers: "DOUBLE[]"}
	fields := columns.Sweep()
	described := "select column_name, column_type from (describe select * from '" + path + "')"
	for i, column := range reporttest.AskDuckDB(t, described) {
		f := fields[i]
		if column["column_name"] != f.Name {
			t.Errorf("column %d is %v, want %s", i, column["column_name"], f.Name)
		}
		if column["column_type"] != types[f.Kind] {
			t.Errorf("column %s is of %v, want %s", f.Name, column["column_type"], types[f.Kind])
		}
	}
}

func TestParquetInDuckDB(t *testing.T) {
	path := parquetFile(t)
	got := reporttest.AskDuckDB(t, "select target, seed, T, J, B, schedule_converged, warnings, skip_last_kernel, betas "+
		"from '"+path+"'")
	want := []map[string]any{
		{"target": "easy", "seed": "18446744073709551615", "T": "10", "J": 0.1, "B": 0.30000000000000004,
			"schedule_converged": true,
			"warnings":           []any{`one, "quoted"`, "two"}, "skip_last_kernel": false,
			"betas": []any{0.0, 0.30000000000000004, 1.0}},
		{"target": "w.csv", "seed": nil, "T": "2", "J": nil, "B": nil, "schedule_converged": nil,
			"warnings": []any{"not finite, and so null where there is no word for it: " +
				"J = inf, B = inf, e_log_w_fwd = -inf"}, "skip_last_kernel": true, "betas": []any{}},
		{"target": "barrier", "seed": nil, "T": "5", "J": nil, "B": nil, "schedule_converged": nil,
			"warnings": []any{"no result: no friction"}, "skip_last_kernel": false, "betas": []any{}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	kv := reporttest.AskDuckDB(t, "select decode(value) v from parquet_kv_metadata('"+path+"')")
	if diff := cmp.Diff([]map[string]any{{"v": "all of it"}}, kv); diff != "" {
		t.Errorf("metadata: %s", diff)
	}
}

// parquetFile writes some rows, and returns where.
func parquetFile(t *testing.T) (path string) {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteParquet(&b, forPrograms(columns.Sweep()), rowTypes(columns.Sweep()),
		rowCells(someRows(t), columns.Sweep(), "5bec"),
		map[string]string{"breadboard.spec": "all of it"}); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "rows.parquet")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Every column of a sweep has its meaning in the file's metadata, and no column is empty that
// may be left out.
func TestParquetSaysWhatItsColumnsMean(t *testing.T) {
	rows := someRows(t)
	files, err := Files(rows, ranking.Summarize(rows), sweep.Plan{}, Made{})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(files, func(f table.File) bool { return f.Name == "rows.parquet" })
	data := reporttest.Content(t, files[at])
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]columns.Column{}
	for _, c := range columns.Sweep() {
		all[c.Name] = c
	}
	there := map[string]bool{}
	for _, path := range file.Schema().Columns() {
		c := all[path[0]]
		there[c.Name] = true
		if says, _ := file.Lookup("breadboard.column." + c.Name); says != c.Says() {
			t.Errorf("%s means %q, want %q", c.Name, says, c.Says())
		}
		if unit, _ := file.Lookup("breadboard.unit." + c.Name); unit != string(c.Unit) {
			t.Errorf("%s has the unit %q, want %q", c.Name, unit, c.Unit)
		}
	}
	for name, want := range map[string]bool{"b_mc": true, "J": true, "schedule_start": true, "near_b": false, "ess": false,
		"data_sha256": false, "b_mc_stderr": false, "warnings": true} {
		if there[name] != want {
			t.Errorf("%s is in the file: %v, want %v", name, there[name], want)
		}
	}
}
