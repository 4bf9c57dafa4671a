package sweeps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/must"
	"breadboard/reports/page"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// someRows returns a row with everything, one with infinite numbers, and one without
// a result.
func someRows(t *testing.T) []sweep.Row {
	t.Helper()
	lines := []string{
		`{"cell":{"toy":"easy","seed":18446744073709551615,"kernel":"metropolis","bridge":"geometric",
		    "initial":"uniform","schedule":"best-b","T":10,"chains":100,"mc_seed":7},
		  "grid":"7x7","values":{"J":0.1,"B":0.30000000000000004,"b_mc":5e-324},
		  "chosen":{"start":"linear","converged":true,"gradient":0.001,"evaluations":12,
		    "betas":[0,0.30000000000000004,1]},
		  "warnings":["one, \"quoted\"","two"],"build":{"version":"v1","commit":"c0ffee","go":"go1"}}`,
		`{"cell":{"target":"w.csv","target_sha256":"ab","kernel":"metropolis","bridge":"geometric",
		    "initial":"i.csv","initial_sha256":"cd","schedule":"linear","skip_last_kernel":true,"T":2},
		  "grid":"2x3","values":{"J":"inf","B":"inf","e_log_w_fwd":"-inf","log_r":-1.5},
		  "build":{"version":"v1","commit":"","go":"go1"}}`,
		`{"cell":{"toy":"barrier","kernel":"identity","bridge":"geometric",
		    "initial":"uniform","schedule":"friction","T":5},
		  "grid":"7x7","values":{},"fault":"no friction","build":{"version":"v1","commit":"","go":"go1"}}`,
	}
	rows := make([]sweep.Row, len(lines))
	for i, line := range lines {
		var parts struct {
			Cell  sweep.Job
			Build journal.Build
		}
		must.Do(t, json.Unmarshal([]byte(line), &parts))
		line = `{"key":"` + journal.Key(parts.Cell, parts.Build) + `",` + line[1:]
		must.Do(t, json.Unmarshal([]byte(line), &rows[i]))
	}
	return rows
}

// The cells of every column have the type it says, and none is NaN. A Parquet file has the columns in their order, and
// the same cells to whoever reads it: whole seeds, tiny numbers, lists, and nulls for what is not finite.
func TestRowsInParquet(t *testing.T) {
	rows := someRows(t)
	all := columns.SweepOfPrograms()
	var b bytes.Buffer
	must.Do(t, table.WriteParquet(&b, rowFields(all), rowCells(rows, all, "5bec"), nil))
	r := parquet.NewGenericReader[any](bytes.NewReader(b.Bytes()))
	defer r.Close()
	got := make([]any, len(rows)+1)
	if n, err := r.Read(got); n != len(rows) {
		t.Fatalf("%d rows, want %d: %v", n, len(rows), err)
	}
	for i, field := range r.Schema().Fields() {
		if field.Name() != all[i].Name {
			t.Errorf("column %d is %s, want %s", i, field.Name(), all[i].Name)
		}
	}
	i := 0
	for cells := range rowCells(rows, all, "5bec") {
		read := got[i].(map[string]any)
		for k, cell := range cells {
			name := all[k].Name
			if v, ok := cell.(float64); ok && math.IsInf(v, 0) {
				cell = nil
			} else if ok && math.IsNaN(v) || cell != nil && reporttest.KindOf(cell) != all[k].Kind {
				t.Errorf("%s is %v, of type %[2]T and not %s", name, cell, all[k].Kind)
			}
			has := inParquet(read[name])
			want := fmt.Sprint(cell)
			if empty := cell == nil || want == "[]"; has != want && !(empty && has == "[]") {
				t.Errorf("row %d, %s is %s in Parquet, want %s", i, name, has, want)
			}
		}
		i++
	}
}

// DuckDB, which has a reader of its own, reads the same rows from Parquet as from JSON, lists and whole seeds too.
func TestRowsInDuckDB(t *testing.T) {
	rows := someRows(t)
	files := must.Have(Files(rows, ranking.Summarize(rows), sweep.Plan{}, page.Made{}))(t)
	dir := t.TempDir()
	for _, f := range files {
		if f.Name == "rows.parquet" || f.Name == "rows.jsonl" {
			must.Do(t, os.WriteFile(filepath.Join(dir, f.Name), reporttest.Content(t, f), 0o600))
		}
	}
	const query = "SELECT seed, kernel, J, chains, schedule_converged, betas, warnings, b_mc FROM '%s' ORDER BY key"
	packed := reporttest.AskDuckDB(t, fmt.Sprintf(query, filepath.Join(dir, "rows.parquet")))
	plain := reporttest.AskDuckDB(t, fmt.Sprintf(query, filepath.Join(dir, "rows.jsonl")))
	for _, row := range plain { // a list of no items, where JSON has null
		if row["betas"] == nil {
			row["betas"] = []any{}
		}
	}
	if diff := cmp.Diff(plain, packed); diff != "" || len(packed) != len(rows) {
		t.Errorf("%d rows, which DuckDB reads otherwise: %s", len(packed), diff)
	}
}

// inParquet is a value as Go prints it. The reader has a signed type for both kinds of whole numbers, and a
// list as the format lays it out.
func inParquet(v any) string {
	switch v := v.(type) {
	case int64:
		if v < 0 {
			return fmt.Sprint(uint64(v))
		}
	case []byte:
		return string(v)
	case map[string]any:
		list, _ := v["list"].([]any)
		items := table.Each(list, func(e any) any { return e.(map[string]any)["element"] })
		return fmt.Sprint(table.Each(items, inParquet))
	case []any:
		return fmt.Sprint(table.Each(v, inParquet))
	}
	return fmt.Sprint(v)
}

// Every column of a sweep has its meaning in the file's metadata, and no column is empty that
// may be left out.
func TestParquetSaysWhatItsColumnsMean(t *testing.T) {
	rows := someRows(t)
	files := must.Have(Files(rows, ranking.Summarize(rows), sweep.Plan{}, page.Made{}))(t)
	at := slices.IndexFunc(files, func(f table.File) bool { return f.Name == "rows.parquet" })
	data := reporttest.Content(t, files[at])
	file := must.Have(parquet.OpenFile(bytes.NewReader(data), int64(len(data))))(t)
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
		if unit, _ := file.Lookup("breadboard.unit." + c.Name); unit != c.Unit {
			t.Errorf("%s has the unit %q, want %q", c.Name, unit, c.Unit)
		}
	}
	for name, want := range map[string]bool{"b_mc": true, "J": true, "schedule_start": true,
		"near_b": false, "ess": false,
		"data_sha256": false, "b_mc_stderr": false, "warnings": true} {
		if there[name] != want {
			t.Errorf("%s is in the file: %v, want %v", name, there[name], want)
		}
	}
}

// The row of an annealing has its RMSE in the columns of programs: a variance of 9 and a bias of 4
// make 5.
func TestAnnealingBesidePrograms(t *testing.T) {
	row := sweep.Row{Values: columns.NewValues(map[string]float64{"log_w_fwd_var": 9, "path_kl_fwd": 4})}
	rec := record{}
	rec.fill(row)
	for name, want := range map[string]any{"program": "ais", "how": "propagated", "rmse_fwd": 5., "rmse_rev": nil} {
		if rec[name] != want {
			t.Errorf("%s is %v, want %v", name, rec[name], want)
		}
	}
}

// B/J has all digits, and is empty where J is 0 or is not known.
func TestRowsHaveTheQuotient(t *testing.T) {
	for _, c := range []struct {
		j, b float64
		want any
	}{
		{3, 7, 7. / 3}, {0, 2, nil}, {math.NaN(), 2, nil}, {math.Inf(1), math.Inf(1), nil},
		{2, math.Inf(1), math.Inf(1)},
	} {
		rec := record{}
		rec.fill(cell("easy", 7, "linear", 10, c.j, c.b))
		if got := rec["b_over_j"]; got != c.want {
			t.Errorf("J = %v and B = %v have B/J = %v, want %v", c.j, c.b, got, c.want)
		}
	}
}
