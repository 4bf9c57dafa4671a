package parquet_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	pq "github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"breadboard/grid/must"
	read "breadboard/grid/parquet"
	"breadboard/reports/parquet"
)

// A told row has a value or none of each type, and two lists, as the library of others reads it.
type told struct {
	Text    *string   `parquet:"text,optional"`
	Int     *int64    `parquet:"int,optional"`
	Uint    *uint64   `parquet:"uint,optional"`
	Float   *float64  `parquet:"float,optional"`
	Bool    *bool     `parquet:"bool,optional"`
	Texts   []string  `parquet:"texts,list"`
	Numbers []float64 `parquet:"numbers,list"`
}

// fields are the columns of told.
var fields = []parquet.Field{{Name: "text"}, {Name: "int", Type: parquet.Int}, {Name: "uint", Type: parquet.Uint},
	{Name: "float", Type: parquet.Float}, {Name: "bool", Type: parquet.Bool}, {Name: "texts", List: true},
	{Name: "numbers", Type: parquet.Float, List: true}}

// cells are the row as it is written.
func (r told) cells() []any {
	row := []any{nil, nil, nil, nil, nil, r.Texts, r.Numbers}
	if r.Text != nil {
		row[0] = *r.Text
	}
	if r.Int != nil {
		row[1] = *r.Int
	}
	if r.Uint != nil {
		row[2] = *r.Uint
	}
	if r.Float != nil {
		row[3] = *r.Float
	}
	if r.Bool != nil {
		row[4] = *r.Bool
	}
	return row
}

// ours is the file of these rows.
func ours(t must.Test, rows []told, facts ...parquet.Fact) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewWriter(&b, fields, facts)
	for _, r := range rows {
		must.Do(t, w.Write(r.cells()))
	}
	must.Do(t, w.Close())
	return b.Bytes()
}

// theirs reads rows by the library of others.
func theirs(t must.Test, data []byte) []told {
	t.Helper()
	rows := must.Have(pq.Read[told](bytes.NewReader(data), int64(len(data))))(t)
	return rows
}

// alike takes an empty list for none, and the bits of floats for what they are.
var alike = cmp.Options{cmpopts.EquateEmpty(), cmpopts.EquateNaNs()}

// Whatever is written, a library of others reads: nulls, long runs, words that are said once and words that are said
// again, empty lists.
func TestWrite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.OneOf(rapid.SampledFrom([]string{"", "forward", "reverse"}), rapid.String())
		row := rapid.Custom(func(t *rapid.T) told {
			return told{
				Text:    rapid.Ptr(texts, true).Draw(t, "text"),
				Int:     rapid.Ptr(rapid.Int64(), true).Draw(t, "int"),
				Uint:    rapid.Ptr(rapid.Uint64(), true).Draw(t, "uint"),
				Float:   rapid.Ptr(rapid.Float64(), true).Draw(t, "float"),
				Bool:    rapid.Ptr(rapid.Bool(), true).Draw(t, "bool"),
				Texts:   rapid.SliceOfN(texts, 0, 20).Draw(t, "texts"),
				Numbers: rapid.SliceOfN(rapid.Float64(), 0, 20).Draw(t, "numbers"),
			}
		})
		var rows []told
		for _, r := range rapid.SliceOfN(row, 0, 20).Draw(t, "rows") {
			again := rapid.IntRange(1, 20).Draw(t, "again")
			rows = append(rows, slices.Repeat([]told{r}, again)...)
		}
		if diff := cmp.Diff(rows, theirs(t, ours(t, rows)), alike); diff != "" {
			t.Errorf("it is read otherwise: %s", diff)
		}
	})
}

// More rows than a group has, and lists that end a group before, are read as they were written.
func TestWriteGroups(t *testing.T) {
	one := "forward"
	for name, rows := range map[string][]told{
		"rows":  make([]told, 70_000),
		"lists": make([]told, 2),
	} {
		for i := range rows {
			number := int64(i)
			infinite := math.Inf(-1)
			rows[i] = told{Int: &number, Text: &one, Float: &infinite}
			if name == "lists" {
				rows[i].Numbers = slices.Repeat([]float64{float64(i)}, 1_400_000)
			}
		}
		data := ours(t, rows)
		file := must.Have(pq.OpenFile(bytes.NewReader(data), int64(len(data))))(t)
		if n := len(file.RowGroups()); n != 2 {
			t.Errorf("%s: %d groups, want 2", name, n)
		}
		for i, r := range theirs(t, data) {
			if *r.Int != int64(i) || *r.Text != one || !math.IsInf(*r.Float, -1) || len(r.Numbers) != len(
				rows[i].Numbers) || len(r.Numbers) > 0 && r.Numbers[len(r.Numbers)-1] != float64(i) {
				t.Fatalf("%s: row %d is read otherwise", name, i)
			}
		}
	}
}

// What is written here is read here: whole numbers, floats and words, without a null.
func TestWriteAndRead(t *testing.T) {
	var b bytes.Buffer
	w := parquet.NewWriter(&b, []parquet.Field{{Name: "word"}, {Name: "once"}, {Name: "n", Type: parquet.Int},
		{Name: "x", Type: parquet.Float}}, nil)
	var want [][]int64
	for i := range 3000 {
		x := 1 / float64(i)
		must.Do(t, w.Write([]any{fmt.Sprint(i % 3), fmt.Sprint(i), i, x}))
		want = append(want, []int64{int64(i % 3), int64(i), int64(i), int64(math.Float64bits(x))})
	}
	must.Do(t, w.Close())
	f := must.Have(read.Open(bytes.NewReader(b.Bytes()), int64(b.Len())))(t)
	columns := []read.Column{{At: 0, Name: "word", Kind: read.Word}, {At: 1, Name: "once", Kind: read.Word},
		{At: 2, Name: "n"}, {At: 3, Name: "x", Kind: read.Real}}
	var got [][]int64
	must.Do(t, f.Read(columns, func(_ int, values []int64) error {
		got = append(got, slices.Clone(values))
		return nil
	}))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The file says who made it, what its columns are, and what else is said of it.
func TestWriteDescribes(t *testing.T) {
	data := ours(t, make([]told, 2), parquet.Fact{Key: "target", Value: "barrier"}, parquet.Fact{Key: "empty"})
	file := must.Have(pq.OpenFile(bytes.NewReader(data), int64(len(data))))(t)
	if says, ok := file.Lookup("target"); says != "barrier" || !ok {
		t.Errorf("the target is %q", says)
	}
	if by := file.Metadata().CreatedBy; by != "breadboard" {
		t.Errorf("it is made by %q", by)
	}
	want := `message row {
	optional binary text (STRING);
	optional int64 int (INT(64,true));
	optional int64 uint (INT(64,false));
	optional double float;
	optional boolean bool;
	required group texts (LIST) {
		repeated group list {
			required binary element (STRING);
		}
	}
	required group numbers (LIST) {
		repeated group list {
			required double element;
		}
	}
}`
	if diff := cmp.Diff(want, file.Schema().String()); diff != "" {
		t.Error(diff)
	}
}

// A stream that fails ends the file with its error, wherever it fails.
func TestWriteFails(t *testing.T) {
	full := errors.New("the disk is full")
	rows := make([]told, 20_000)
	for i := range rows {
		n := int64(i * i)
		rows[i].Int = &n
	}
	for _, room := range []int{0, 3, 1000, len(ours(t, rows)) - 1} {
		w := parquet.NewWriter(&narrow{room, full}, fields, nil)
		var err error
		for _, r := range rows {
			err = errors.Join(err, w.Write(r.cells()))
		}
		if err = errors.Join(err, w.Close()); !errors.Is(err, full) {
			t.Errorf("with room for %d bytes: %v", room, err)
		}
	}
}

// A narrow stream takes so many bytes, and then fails.
type narrow struct {
	room int
	err  error
}

func (n *narrow) Write(data []byte) (int, error) {
	if len(data) > n.room {
		return n.room, n.err
	}
	n.room -= len(data)
	return len(data), nil
}

// A row that does not fit its columns is misuse.
func TestWriteMisuse(t *testing.T) {
	for says, row := range map[string][]any{
		"1 values for 2": {1},
		"of another":     {"one", nil},
		"has lists":      {1, "one"},
	} {
		func() {
			defer func() {
				if said := fmt.Sprint(recover()); !strings.Contains(said, says) {
					t.Errorf("%v: it panics with %s", row, said)
				}
			}()
			_ = parquet.NewWriter(io.Discard, []parquet.Field{{Name: "n", Type: parquet.Int},
				{Name: "list", List: true}}, nil).Write(row)
		}()
	}
}
