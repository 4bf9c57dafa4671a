package reports

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"breadboard/experiments/columns"
	"breadboard/reports/table"

	"github.com/google/go-cmp/cmp"
)

// duck asks DuckDB, which has a Parquet reader of its own, and returns the rows
// of the answer.
const duck = `const {DuckDBInstance} = require('@duckdb/node-api');
(async () => {
  const c = await (await DuckDBInstance.create(':memory:')).connect();
  console.log(JSON.stringify((await c.runAndReadAll(process.argv[1])).getRowObjectsJson()));
})()`

// TestParquetInDuckDB runs where BREADBOARD_DUCKDB names a node_modules folder
// with @duckdb/node-api in it.
func TestParquetInDuckDB(t *testing.T) {
	modules := os.Getenv("BREADBOARD_DUCKDB")
	if modules == "" {
		t.Skip("BREADBOARD_DUCKDB names no folder with @duckdb/node-api")
	}
	path := parquetFile(t)
	ask := func(query string) (answer []map[string]any) {
		cmd := exec.Command("node", "-e", duck, query)
		cmd.Env = append(os.Environ(), "NODE_PATH="+modules)
		out, err := cmd.Output()
		if err == nil {
			err = json.Unmarshal(out, &answer)
		}
		if err != nil {
			t.Fatalf("%s: %v: %s", query, err, out)
		}
		return answer
	}
	from := " from '" + path + "'"
	types := map[columns.Kind]string{columns.Text: "VARCHAR", columns.Integer: "BIGINT", columns.Natural: "UBIGINT",
		columns.Number: "DOUBLE", columns.Boolean: "BOOLEAN", columns.Texts: "VARCHAR[]"}
	fields := columns.Sweep()
	for i, column := range ask("select column_name, column_type from (describe select *" + from + ")") {
		if f := fields[i]; column["column_name"] != f.Name || column["column_type"] != types[f.Kind] {
			t.Errorf("column %d is %v, want %s %s", i, column, f.Name, types[f.Kind])
		}
	}
	got := ask("select target, seed, T, J, B, schedule_converged, warnings, skip_last_kernel" + from)
	want := []map[string]any{
		{"target": "easy", "seed": "18446744073709551615", "T": "10", "J": 0.1, "B": 0.30000000000000004,
			"schedule_converged": true,
			"warnings":           []any{`one, "quoted"`, "two"}, "skip_last_kernel": false},
		{"target": "w.csv", "seed": nil, "T": "2", "J": nil, "B": nil, "schedule_converged": nil,
			"warnings": []any{"not finite, and so null where there is no word for it: " +
				"J = inf, B = inf, e_log_w_fwd = -inf"}, "skip_last_kernel": true},
		{"target": "barrier", "seed": nil, "T": "5", "J": nil, "B": nil, "schedule_converged": nil,
			"warnings": []any{"no result: no friction"}, "skip_last_kernel": false},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if kv := ask("select decode(value) v from parquet_kv_metadata('" + path + "')"); len(kv) != 1 ||
		kv[0]["v"] != "all of it" {
		t.Errorf("metadata %v", kv)
	}
}

// parquetFile writes some rows, and returns where.
func parquetFile(t *testing.T) (path string) {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteParquet(&b, keysOf(columns.Sweep()), rowTypes(), rowCells(someRows(t), "5bec"),
		map[string]string{"breadboard.spec": "all of it"}); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "rows.parquet")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
