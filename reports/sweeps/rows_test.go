package sweeps

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
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
		if err := json.Unmarshal([]byte(line), &parts); err != nil {
			t.Fatal(err)
		}
		line = `{"key":"` + journal.Key(parts.Cell, parts.Build) + `",` + line[1:]
		if err := json.Unmarshal([]byte(line), &rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	return rows
}

// readParquet reads a file as maps with parquet-go's generic reader, in the types
// that JSON has.
func readParquet(t *testing.T, data []byte) []map[string]any {
	t.Helper()
	r := parquet.NewGenericReader[any](bytes.NewReader(data))
	defer r.Close()
	got := make([]any, r.NumRows())
	n, err := r.Read(got)
	if err != nil && err != io.EOF {
		t.Fatal(err)
	}
	if n != len(got) {
		t.Fatalf("%d rows, want %d", n, len(got))
	}
	rows := make([]map[string]any, len(got))
	for i, row := range got {
		rows[i] = row.(map[string]any)
		for _, f := range columns.Sweep() { // the reader has but one type for both
			if v, ok := rows[i][f.Name].(int64); ok && f.Kind == columns.Natural {
				rows[i][f.Name] = uint64(v)
			}
		}
	}
	return rows
}

// All three forms of the table hold the same values.
func TestRowsInEveryForm(t *testing.T) {
	rows := someRows(t)
	var asCSV, asJSON, asParquet bytes.Buffer
	facts := map[string]string{"breadboard.spec": `{"toy":["easy"]}`}
	keys := forPrograms(columns.Sweep())
	for _, err := range []error{table.WriteCSV(&asCSV, keys, rowCells(rows, columns.Sweep(), "5bec")),
		table.WriteLines(&asJSON, keys, rowCells(rows, columns.Sweep(), "5bec")),
		table.WriteParquet(&asParquet, keys, rowTypes(columns.Sweep()), rowCells(rows, columns.Sweep(), "5bec"), facts)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	lines, err := csv.NewReader(&asCSV).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 4 {
		t.Fatalf("%d lines, want 4", len(lines))
	}
	objects := json.NewDecoder(&asJSON)
	objects.UseNumber()
	inParquet := readParquet(t, asParquet.Bytes())
	for i := range rows {
		var object map[string]any
		if err := objects.Decode(&object); err != nil {
			t.Fatalf("row %d: %v", i, err)
		}
		sameRow(t, i, lines, object, inParquet[i])
	}
	if objects.More() {
		t.Error("more rows than 3 in JSON")
	}
	if len(inParquet) != 3 {
		t.Errorf("%d rows in Parquet, want 3", len(inParquet))
	}
}

// sameRow compares row i in CSV, in JSON and in Parquet.
func sameRow(t *testing.T, i int, lines [][]string, object, inParquet map[string]any) {
	t.Helper()
	if len(object) != len(lines[0]) {
		t.Fatalf("row %d: %d keys, want %d", i, len(object), len(lines[0]))
	}
	for k, key := range lines[0] {
		text, cell := lines[i+1][k], inParquet[key]
		if want := fromJSON(object[key]); want != fromParquet(cell) {
			t.Errorf("row %d, %s: %q in table.JSON, %v in Parquet", i, key, want, cell)
		} else if text != want && !(want == "" && (text == "inf" || text == "-inf")) {
			t.Errorf("row %d, %s: %q in table.JSON, %q in CSV", i, key, want, text)
		}
	}
}

// fromJSON returns a value as CSV has it.
func fromJSON(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []any:
		return joined(v, fromJSON)
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return v.String()
	}
	return v.(string)
}

func fromParquet(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		data, _ := json.Marshal(v)
		return string(data)
	case int64:
		return strconv.FormatInt(v, 10)
	case uint64:
		return strconv.FormatUint(v, 10)
	case []byte:
		return string(v)
	case map[string]any: // a list, as the format lays it out
		list, _ := v["list"].([]any)
		return joined(table.Each(list, func(e any) any { return e.(map[string]any)["element"] }), fromParquet)
	case []any:
		return joined(v, fromParquet)
	}
	return fromJSON(v)
}

// joined is a list as CSV has it: texts with semicolons between them, and numbers with blanks.
func joined(list []any, of func(any) string) string {
	if len(list) > 0 {
		switch list[0].(type) {
		case json.Number, float64:
			return strings.Join(table.Each(list, of), " ")
		}
	}
	return strings.Join(table.Each(list, of), "; ")
}

// The values of every column have the type it says, and none is NaN.
func TestRowCells(t *testing.T) {
	all := columns.SweepOfPrograms()
	for cells := range rowCells(someRows(t), all, "5bec") {
		for i, cell := range cells {
			if cell != nil && reporttest.KindOf(cell) != all[i].Kind {
				t.Errorf("%s is %T and not %s", all[i].Name, cell, all[i].Kind)
			}
			if v, ok := cell.(float64); ok && math.IsNaN(v) {
				t.Errorf("%s is NaN and not empty", all[i].Name)
			}
		}
	}
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
		if unit, _ := file.Lookup("breadboard.unit." + c.Name); unit != c.Unit {
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
