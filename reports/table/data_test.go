package table_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"breadboard/reports/table"
)

func TestPrograms(t *testing.T) {
	wantJSON := `[
  {
    "toy": "a|b",
    "T": 10,
    "J": 0.30000000000000004,
    "kl": null,
    "verdict": "differs by 3%",
    "q": [0.1,null],
    "warnings": ["one","<two>"]
  },
  {
    "toy": "hard",
    "T": 100,
    "J": 1e-300,
    "kl": null,
    "verdict": "agrees",
    "q": [],
    "warnings": []
  }
]
`
	if diff := cmp.Diff(wantJSON, write(t, every(), table.JSON, table.Style{})); diff != "" {
		t.Error(diff)
	}
	wantCSV := `toy,T,J,kl,verdict,q,warnings
a|b,10,0.30000000000000004,inf,differs by 3%,0.1 nan,one; <two>
hard,100,1e-300,nan,agrees,,
`
	if diff := cmp.Diff(wantCSV, write(t, every(), table.CSV, table.Style{Color: true})); diff != "" {
		t.Error(diff)
	}
}

// An object keeps the order of its keys, and writes null for what is not finite at any
// depth.
func TestObject(t *testing.T) {
	o := table.Object{"z", 1, "inf", math.Inf(1), "none", table.Object{}, "list", []table.Object{
		table.Sorted(map[string]any{"b": []float64{math.NaN()}, "a": "<"})}}
	var b bytes.Buffer
	if err := o.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := `{
  "z": 1,
  "inf": null,
  "none": {},
  "list": [{"a":"<","b":[null]}]
}
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// Programs read every finite float back as it was.
func TestFullPrecision(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		made := table.Table{Columns: []table.Column{{Key: "v"}}, Rows: [][]any{{v}}}
		var asJSON, asCSV bytes.Buffer
		if err := made.Write(&asJSON, table.JSON, table.Style{}); err != nil {
			t.Fatal(err)
		}
		if err := made.Write(&asCSV, table.CSV, table.Style{}); err != nil {
			t.Fatal(err)
		}
		var rows []map[string]float64
		if err := json.Unmarshal(asJSON.Bytes(), &rows); err != nil {
			t.Fatalf("%v became %s: %v", v, asJSON.String(), err)
		}
		if back := rows[0]["v"]; back != v {
			t.Fatalf("%v became %v in JSON", v, back)
		}
		lines, err := csv.NewReader(&asCSV).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		back, err := strconv.ParseFloat(lines[1][0], 64)
		if err != nil {
			t.Fatalf("%v became %s: %v", v, lines[1][0], err)
		}
		if back != v {
			t.Fatalf("%v became %v in CSV", v, back)
		}
	})
}

// Several tables are one JSON object, also if there are none.
func TestWriteNamed(t *testing.T) {
	rows := func(cells ...any) table.Table { return table.Table{Columns: table.Keys("T"), Rows: [][]any{cells}} }
	for want, all := range map[string][]table.Named{
		`{}`:                             nil,
		`{"a":[{"T":10}]}`:               {{"a", rows(10)}},
		`{"a":[{"T":10}],"b":[{"T":1}]}`: {{"a", rows(10)}, {"b", rows(1)}},
	} {
		var b, compact bytes.Buffer
		if err := table.WriteNamed(&b, all...); err != nil {
			t.Fatal(err)
		}
		if err := json.Compact(&compact, b.Bytes()); err != nil || compact.String() != want {
			t.Errorf("found %q, want %s", b.String(), want)
		}
	}
}

// Cells find their columns by the keys; a name that no column has goes nowhere.
func TestRowOf(t *testing.T) {
	row := table.RowOf(table.Columns("T", "J=J(cell)", "B"), map[string]any{"B": 2., "T": 10, "ess": 1.})
	if len(row) != 3 || row[0] != 10 || row[1] != nil || row[2] != 2. {
		t.Errorf("the row is %v, want 10, nothing and 2", row)
	}
}
